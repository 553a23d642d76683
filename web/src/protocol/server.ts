// The server's messages under the names that the page uses.
import type * as Http from "./http-types";

export type { Joined, Meaning, Push, Rule } from "./types";
export type { Chair as SeatTaken } from "./types";
export type GameListed = Http.GameShown;
export type Term = Http.TermShown;
export type Intent = Http.Intent;
export type Sitter = Http.By;
export type BattleOpened = Http.Opened;
export type ScenarioShown = Http.ScenarioShown;
export type Army = Http.Army;
export type Mine = Http.Found;
export type Standing = Http.Standing;
