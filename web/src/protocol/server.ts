// What the server says beside the umpire's protocol.
import type { Outcome, Rule, Scene, Seat, SeatInfo, View, Viewer } from "./types";

export type GameListed = { name: string; rules: number; scenarios: string[]; levels: string[] };
export type ScenarioShown = { game: string; name: string; text: string; seats: SeatInfo[]; scene: Scene };
export type Sitter = { by: "person" } | { by: "computer"; level: string };
export type SeatOpened = SeatInfo & { by: string; level?: string; token?: string; link?: string };
export type BattleOpened = {
  battle: string;
  commitment: string;
  seats: SeatOpened[];
  public: { token: string; link: string };
};
export type SeatTaken = SeatInfo & { by: string; level?: string; joined?: boolean };
export type Joined = {
  battle: string;
  game: string;
  scenario: string;
  viewer: Viewer;
  begun: boolean;
  commitment: string;
  seats: SeatTaken[];
};
export type Mine = {
  battle: string;
  ok?: {
    game: string;
    scenario: string;
    viewer: Viewer;
    seats: SeatTaken[];
    begun: boolean;
    awaited: Seat[];
    clock: string;
    outcome: Outcome | null;
    closed: boolean;
  };
  error?: { code: string; sentence: string };
};
export type Push =
  | { push: "waiting"; seats: Seat[] }
  | { push: "view"; view: View }
  | { push: "bye"; error: { code: string; sentence: string } };
export type { Rule };
