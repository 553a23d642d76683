// Generated from docs/protocol by scripts/types.mjs. Not to be edited.
import type { Journal, Outcome, Piece, Scene, SeatInfo, Trouble, Viewer } from "./types";

/** One side's units, all laid open. */
export type Army = { name: string;
side: number;
units: Array<Muster>; };

/** Who plays a seat. */
export type By = { by: "person"; } | { by: "computer";
/** How well. */ level: string; };

/** A seat, and who sits in it. */
export type Chair = (({ by: "person"; } | { by: "computer";
/** How well. */ level: string; }) & (Record<string, unknown>)) & ({ /** Has its player come? */ joined: boolean;
/** What to call it. */ name: string;
/** The seat. */ seat: number;
/** The side it plays for. */ side: number; });

/** What became of a battle. */
export type Found = { battle: string;
error?: Trouble;
ok?: Standing | null; };

/** A game that can be played here. */
export type GameShown = { /** How well the computer can play it, from worst to best. */ levels: Array<string>;
/** Its name. */ name: string;
/** The version of its rules. */ rules: number;
/** The names of its scenarios. */ scenarios: Array<string>;
/** The words in its sentences that a newcomer does not know. */ terms: Array<TermShown>;
/** The name as people write it. */ title: string; };

/** A chair that somebody holds. */
export type Held = { battle: string;
token: string; };

/** What a computer player meant to do with a choice. */
export type Intent = { /** Its seat. */ seat: number;
/** The turn. */ turn: number;
/** What it meant. */ words: string; };

/** A token, and the link to hand on. */
export type Link = { link: string;
token: string; };

/** Chairs that somebody holds. */
export type Mine = { chairs: Array<Held>; };

/** A unit of an army: as it is drawn, and the lines of its card. */
export type Muster = { card: Array<[string, string]>;
piece: Piece; };

/** A battle that was opened. */
export type Opened = { battle: string;
/** The hash of the secret seed. It is published before anybody adds to it. */ commitment: string;
/** For spectators. */ public: Link;
seats: Array<OpenedSeat>; };

/** A seat of a battle that was opened. */
export type OpenedSeat = (By) & (Link | null) & ({ name: string;
seat: number;
side: number; });

/** A moment of another battle. Its log comes with it, and its secrets: whoever read that journal knows them. */
export type Origin = { /** A closed battle of this server … */ battle?: string | null;
/** After so many entries of its journal … */ entries?: number | null;
journal?: Journal;
/** … or when `viewer` had just been told this line. */ line?: number | null;
viewer?: Viewer; };

/** An error over HTTP. */
export type Refused = { error: Trouble; };

/** Which token is to be changed. */
export type Renew = { /** The spectators', not one's own. */ public?: boolean; };

/** A scenario, looked at before anybody plays it. */
export type ScenarioShown = { /** What it is about, in a few sentences. */ about: string;
game: string;
/** How long it lasts: "14 turns". Empty if the game does not say. */ length: string;
name: string;
scene: Scene;
seats: Array<SeatInfo>;
/** As it is written (TOML). */ text: string;
/** What it is called. */ title: string; };

/** How a battle stands, for the holder of a chair. */
export type Standing = { /** Who is awaited, to join or to decide. */ awaited: Array<number>;
begun: boolean;
/** How far it has come. */ clock?: string | null;
closed: boolean;
game: string;
/** When anything was last done in it, in milliseconds since 1970. */ last: i64;
outcome?: Outcome;
scenario: string;
seats: Array<Chair>;
/** What the scenario is called. */ title: string;
viewer: Viewer; };

/** A word of the game, explained. */
export type TermShown = { /** What it means. */ means: string;
/** Where the book has more. */ rule: string;
/** The word in the forms that sentences have. */ words: Array<string>; };

/** A battle to be opened. */
export type Wanted = { from?: Origin | null;
/** The game. */ game: string;
/** A scenario that comes with the game … */ scenario?: string | null;
/** Who plays each seat, in their order. People, if left out. */ seats?: Array<By>;
/** … or one's own text (TOML) … */ text?: string | null; };

export type i64 = number;
