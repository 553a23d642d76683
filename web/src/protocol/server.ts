// The server's messages under the names that the page uses. Where its HTTP description says only that there is an object
// of the umpire's, its type is put in.
import type * as Http from "./http-types";
import type { Outcome, Scene, SeatInfo, Viewer } from "./types";

export type { Joined, Push, Rule } from "./types";
export type { Chair as SeatTaken } from "./types";
export type GameListed = Http.GameShown;
export type Intent = Http.Intent;
export type Sitter = Http.By;
export type BattleOpened = Http.Opened;
export type ScenarioShown = Omit<Http.ScenarioShown, "scene" | "seats"> & { scene: Scene; seats: SeatInfo[] };
type Standing = Omit<Http.Standing, "viewer" | "outcome"> & { viewer: Viewer; outcome?: Outcome | null };
export type Mine = { battle: string; ok?: Standing | null; error?: { code: string; sentence: string } | null };
