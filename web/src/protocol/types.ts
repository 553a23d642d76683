// Generated from docs/protocol by scripts/types.mjs. Not to be edited.

/** The step that fits what was drawn: judged or refused. */
export type Aimed = { /** Why it is not what the hand points at: a move that falls short of an enemy is no charge. */ instead: Array<Refusal>;
/** The draft with it, if it is legal. */ judged?: Judged | null;
/** Why it is not. */ refused: Array<Refusal>;
/** The step. */ step: unknown; };

/** Why a request did not go through. */
export type Answer = { refused: Array<Refusal>; } | { needs: Needs; } | { error: Trouble; };

/** A question to the viewer. */
export type Asked = { /** A sealed answer has been given. */ answered: boolean;
/** The question. */ ask: string;
/** A legal answer for those who want none of their own. */ fallback?: Array<unknown> | null;
/** Its number, to be given with the answer. */ id: PromptId;
/** The answer stays secret, and may be given again, until all sealed prompts are answered. */ sealed: boolean; };

/** A small sign on a piece. */
export type Badge = { /** How it is drawn; by the first letters of its word if nothing is said. */ figure?: Figure | null;
/** It comes and goes; otherwise it belongs to the card. */ passing?: boolean;
/** A short word: "prepared", "shock". */ sign: string;
/** What it means. */ text: string; };

/** A piece that cannot take part. */
export type Barred = { /** The piece. */ piece: PieceId;
/** Why; every reason. */ refused: Array<Refusal>; };

/** The chances in one case. */
export type Case = { /** What can come out, with its exact probability. */ chances: Array<[string, Ratio]>;
/** "if it is artillery"; `None` if there is only one case. */ given?: string | null; };

/** A seat, and who sits in it. */
export type Chair = { /** Has its player come? */ joined: boolean;
/** What to call it. */ name: string;
/** The seat. */ seat: Seat;
/** The side it plays for. */ side: number; } & ({ by: "person"; } | { by: "computer";
/** How well. */ level: string; });

/** Where chance comes from in a battle. Faces in the entries are what counts; the seed only proves them. */
export type Chance = { /** Random bytes that the seats added after the seed's hash was published. */ added: Array<Hex>;
/** Dice from the stream, or entered by people. */ dice: DiceFrom;
/** The secret seed of whoever opened the battle. Handles of pieces come from it too. */ seed: Hex; };

/** The kinds of trouble. */
export type Code = "not_json" | "too_long" | "bad_request" | "unknown_game" | "unknown_scenario" | "unknown_battle" | "unknown_seat" | "unknown_piece" | "unknown_place" | "not_for_you" | "stale_prompt" | "choice_used" | "battle_over" | "nothing_to_undo" | "bad_dice" | "bad_scenario" | "bad_journal" | "too_many" | "not_begun" | "too_fast" | "unavailable" | "going_away" | "defect";

/** Where faces come from. */
export type DiceFrom = "stream" | "by_hand";

/** What a hand drew. */
export type Drag = { /** One value for each field of the place. */ fields?: Array<number>;
/** The heading, if one was given. */ heading?: Heading | null;
/** The points, first to last. */ points: Array<Point>; };

/** A battle whose rules changed under it. */
export type Drift = { /** The first entry that no longer replays, counted from 0. */ entry: number;
/** How many entries are kept: the battle goes on from the state stored after them. */ kept: number;
/** The rules that changed. */ rules: Array<RuleId>; };

/** One entry. */
export type Entry = { /** The name its seat gave it, so that a repeated request is not played twice. */ choice?: string | null;
do: "play";
/** The umpire gave it, because everybody could see that there was no other. */ forced?: boolean;
/** The state after it. */ hash: StateHash;
/** In answer to which question. */ prompt: PromptId;
/** The faces it needed, in order. */ rolls: Array<Roll>;
/** By whom. */ seat: Seat;
/** The canonical steps. */ steps: Array<unknown>; } | { do: "undo";
/** The state after it. */ hash: StateHash;
/** By whom. */ seat: Seat; } | { /** Was it closed by this? */ closed: boolean;
do: "close";
/** By whom. */ seat: Seat; };

/** A number to choose beside what is drawn. */
export type Field = { /** What it is. */ name: string;
/** The values it can take, each with its word. */ values: Array<[number, string]>; };

/** A plain figure. A game makes its signs of these, so that whoever draws needs to know no game. */
export type Figure = "cross" | "slash" | "half" | "ball" | "balls" | "dots" | "pennon" | "bar" | "wheel" | "star" | "chevron" | "shield" | "burst" | "arrow" | "ring" | "swords" | "arch" | "frame" | "flag" | "fade";

/** A battle that was forgotten. */
export type Forgotten = { /** Its name. */ forgotten: string; };

/** A game that can be played. */
export type GameInfo = { /** Its name. */ name: string;
/** The version of its rules. */ rules: number;
/** The names of its scenarios. */ scenarios: Array<string>; };

/** A number to follow. */
export type Gauge = { /** There is such a number, and the viewer does not know it. */ hidden?: boolean;
/** What it counts. */ name: string;
/** What it is counted against, if there is such a number and the viewer knows it. */ of?: number | null;
/** Whose it is, if one side's. */ side?: number | null;
/** The number. */ value: number; };

/** The faces of one roll, for the rule that will ask for them. */
export type Given = { /** What they show. */ faces: Array<number>;
/** The rule that will ask for the dice. */ rule: RuleId; };

/** What only the server does, told apart by `do`. */
export type Hall = { /** The battle. */ battle: string;
/** Random bytes that the seat adds to the dice, 64 at most. */ bytes?: Hex;
do: "join";
/** The last line that the client has. */ since?: number;
/** The chair. */ token: string; } | { /** The battle. */ battle: string;
do: "begin"; } | { /** The battle. */ battle: string;
do: "hurry"; } | { /** The battle. */ battle: string;
do: "meant"; };

/** A direction on the table: 0 is north, clockwise, in grains of 1/1000 degree, always below 360°. */
export type Heading = number;

/** A line that was told, and to whom. */
export type Heard = { /** What. */ line: Line;
/** To whom. */ to: Seats; };

/** Bytes in hexadecimal. */
export type Hex = string;

/** What helps with the next step of a draft. */
export type Hints = { /** What this moment is about, in plain words. */ about: string;
/** Pieces of one's own that cannot take part now, and why. */ barred: Array<Barred>;
/** What playing the draft as it stands does for good that the table does not show: what the enemy will learn, what is over with it; empty if nothing. */ gives_away: string;
/** How the battle is won. */ goal: string;
/** What somebody who plays for the first time should know just now; empty once the game has been shown. */ guide: string;
/** Such steps that can take the place of the whole draft. */ instead: Array<Strike>;
/** Places among the options, explained. */ kinds: Array<Kind>;
/** What to lay over the table while the draft stands as it does: a circle that units must be in. */ overlays: Array<Overlay>;
/** Beginnings worth one click: several steps that are legal one after the other. */ plans: Array<Plan>;
/** Offered steps that are seldom wanted and should not lie under a hasty hand. */ rare: Array<unknown>;
/** Offered steps that one piece does to another. */ strikes: Array<Strike>; };

/** What a hand draws. */
export type Input = "point" | "pose" | "path";

/** A piece looked at closely. */
export type Inspection = { /** Pieces of the enemy that it cannot strike now though it may strike, and why. */ barred?: Array<Barred>;
/** The lines of its card: what, and its value. */ card: Array<[string, string]>;
/** Arcs, ranges, zones, sight: what to lay over the table. */ overlays: Array<Overlay>;
/** The piece. */ piece: PieceId;
/** What to call it. */ title: string; };

/** The answer to `join`, `begin` and `hurry`. */
export type Joined = { /** The battle. */ battle: string;
/** Has it begun? */ begun: boolean;
/** The hash of the secret seed. */ commitment: Hex;
/** Its game. */ game: string;
/** Its scenario. */ scenario: string;
/** The seats. */ seats: Array<Chair>;
/** Who the client is. */ viewer: Viewer; };

/** A battle, written down. */
export type Journal = { /** Dice rolled while setting up. */ begin: Array<Roll>;
/** Where chance came from. */ chance: Chance;
/** The hash of the seed, as it was published when the battle was opened. */ commitment: Hex;
/** What happened since, in order. */ entries: Array<Entry>;
/** The format, [`FORMAT`]. */ format: number;
/** The game. */ game: string;
/** The state after setting up. */ hash: StateHash;
/** Set if the battle goes on from a stored state: it began under older rules that no longer replay, or where another battle was. */ resumed?: Resumed | null;
/** The version of the game's rules under which it was played. */ rules: number;
/** The scenario, whole. */ scenario: Scenario;
/** Who sat where. */ seats: Array<SeatInfo>;
/** Stored states. */ snapshots: Array<Snapshot>; };

/** A draft that is legal so far. */
export type Judged = { /** Rules that a hidden truth may still turn against it. */ doubts: Array<RuleId>;
/** The gauges as they would stand. */ gauges: Array<Gauge>;
/** Playing it could roll, reveal or test a secret: it cannot be taken back. */ last_word: boolean;
/** The markers as they would lie. */ markers: Array<Marker>;
/** Why it cannot be played as it stands; empty if it can. */ missing: Array<Refusal>;
/** The pieces as they would stand. */ pieces: Array<Piece>;
/** The whole draft, canonical. */ steps: Array<unknown>;
/** The terrain as it would lie, if these steps change it. */ terrain?: Array<Terrain> | null;
/** Each step in words. */ words: Array<Worded>; };

/** A place, explained. */
export type Kind = { /** What it allows. */ about: string;
/** The place. */ place: PlaceId;
/** What it is called, in a word or two. */ word: string; };

/** One line of the log. */
export type Line = { /** Dice that decided it. */ dice: Array<Thrown>;
/** A new part of the battle begins with it. */ heading?: boolean;
/** The pieces it is about. */ pieces: Array<PieceId>;
/** The rule by which it happened. */ rule?: RuleId | null;
/** What the dice brought beside what was to be expected of them, where that can be counted. */ scored?: Scored | null;
/** What happened, in one sentence. */ sentence: string;
/** The lines that no longer hold, for their choice is taken back: how far before this one each stands, the nearest first. */ takes_back?: Array<number>; };

/** Something on the table that is no unit. */
export type Marker = { /** What it is: "objective", "commander". */ kind: string;
/** The whole in one sentence. */ label: string;
/** Where it is. */ shape: Shape;
/** Whose it is, if anybody's. */ side?: number | null; };

/** What a computer player meant by a choice: the answer to `meant` is a list of them, in the order of the choices. Units that were concealed have no names in it. */
export type Meaning = { /** The number of the last line that the asker had been told before it was played. */ line: number;
/** Its seat. */ seat: Seat;
/** The same among all lines of a closed battle. */ whole?: number | null;
/** What it meant. */ words: string; };

/** One modifier and its rule. */
export type Modifier = { /** By how much, if it is a number. */ by?: number | null;
/** The phrase for log and card. */ phrase: string;
/** The rule. */ rule: RuleId; };

/** A roll that somebody must make. */
export type Needs = { /** How many dice. */ count: number;
/** What it is for. */ purpose: string;
/** The rule that asks for it. */ rule: RuleId;
/** Who rolls. */ seat: number;
/** With how many faces. */ sides: number; };

/** A line of the log with its number, which counts what this viewer was told. */
export type Numbered = { /** The line. */ line: Line;
/** The moment at which it was told, from 1: lines of one moment were told together, and nothing on the table changed between them. */ moment: number;
/** Its number, from 1. */ number: number; };

/** Chances of one roll. */
export type Odds = { /** One case, or several that hang on what the viewer does not know, without weights. */ cases: Array<Case>;
/** What counts for or against it, in the book's order. */ modifiers: Array<Modifier>;
/** What is rolled for. */ title: string; };

/** A legal step. */
export type Offer = { /** What it does, in words. */ label: string;
/** The piece it is about. */ piece?: PieceId | null;
/** The step. */ step: unknown; };

/** A battle that was opened. */
export type Opened = { /** Its name. */ battle: string;
/** The hash of the secret seed. When the battle is closed the seed is shown, and all dice can be checked. */ commitment: Hex;
/** The rules changed since its journal was written: how much of it is kept, and which rules. */ drift?: Drift | null;
/** Its seats. */ seats: Array<SeatInfo>; };

/** The next steps that a draft can take. */
export type Options = { /** Steps with a place, a heading or a path to be drawn. */ places: Array<Place>;
/** Steps to be taken as they are. */ steps: Array<Offer>; };

/** How a battle ended. */
export type Outcome = { /** The rule that ended it. */ rule: RuleId;
/** What happened, in one sentence. */ sentence: string;
/** The side that won; `None` for a draw. */ winner?: number | null; };

/** Something to lay over the table. */
export type Overlay = { /** What it shows. */ name: string;
/** Its shapes. */ shapes: Array<Shape>;
/** What kind of thing that is. */ tone: Tone; };

/** A unit. */
export type Piece = { /** Traits and states, each with a text that explains it. */ badges: Array<Badge>;
/** The formation it belongs to; empty if none or unknown. */ banner: string;
/** The sign of its kind: figures in one box, laid over one another. None if the viewer does not know it. */ figures: Array<Figure>;
/** Whose flag it carries: a nation ("French"), or what the side is called. */ flag: string;
/** Its handle. */ id: PieceId;
/** Its kind ("infantry", "cavalry" …); empty if the viewer does not know it. */ kind: string;
/** The whole in one sentence, for a reader of the screen. */ label: string;
/** The name on its card; empty if the viewer does not know it. */ name: string;
/** Where its reference point is and which way it faces. */ pose: Pose;
/** The side it belongs to. */ side: number;
/** The outline of each of its stands. */ stands: Array<Array<Point>>;
/** Boxes along its edge: elan, ammunition, strength. */ tracks: Array<Track>; };

/** The handle of a piece on the table: drawn at random when the battle begins, the same for everybody and for the whole battle, so that neither its value nor its order tells anything. */
export type PieceId = number;

/** A step with continuous parameters. */
export type Place = { /** Further numbers to choose. */ fields: Array<Field>;
/** Its number, for `aim`. */ id: PlaceId;
/** What a hand draws for it. */ input: Input;
/** What it does, in words. */ label: string;
/** The piece that is to be placed or moved; none if it is a marker, terrain or the like. */ piece?: PieceId | null;
/** Where it may go, for shading. Guidance: the judgement decides. */ region: Array<Array<Point>>;
/** Exact legal steps worth a key press. Not empty if any legal step exists. */ snaps: Array<unknown>; };

/** The number of a place among the options of one known state. */
export type PlaceId = number;

/** Several steps at one click. */
export type Plan = { /** What it costs or means. */ about: string;
/** What it does, in a few words. */ label: string;
/** The pieces it is about. */ pieces: Array<PieceId>;
/** The steps, legal one after the other. */ steps: Array<unknown>; };

/** A point of the table in grains; x runs east, y runs north. */
export type Point = { /** Grains east of the south-west corner. */ x: number;
/** Grains north of the south-west corner. */ y: number; };

/** A place and a heading. */
export type Pose = { /** The reference point of the body: what its game measures and turns on. */ at: Point;
/** The way it faces. */ heading: Heading; };

/** Something wrong with a scenario. */
export type Problem = { /** The field: `unit[3].pose`. */ field: string;
/** The line in the text, counted from 1; `None` if it is about the whole. */ line?: number | null;
/** What is wrong, and what is allowed. */ sentence: string; };

/** The number of a question. It stays the same while the question stands, whatever others do meanwhile. */
export type PromptId = number;

/** What the server says without being asked. */
export type Push = { push: "waiting";
/** Who has not joined. */ seats: Array<Seat>; } | { push: "view";
/** All that he may know, with the lines after the last one he was sent. */ view: View; } | { push: "thinking";
/** Whose turn it is. */ seat: Seat;
/** How much of the time it has for its turn is used, in thousandths. */ share: number; } | { push: "beat"; } | { /** Why. */ error: Trouble;
push: "bye"; };

/** A chance as JSON has it. */
export type Ratio = { /** The denominator, at least 1. */ den: number;
/** The numerator. */ num: number;
/** Whether the exact fraction was too long and is rounded to 15 decimal places. */ rounded?: boolean; };

/** Why a step is not legal. */
export type Refusal = { /** The numbers in it, each with its word; lengths and angles in grains. */ numbers: Array<[string, number]>;
/** Where on the table: the crossed wood, the enemy in the way. */ places: Array<Shape>;
/** The rule that refuses. */ rule: RuleId;
/** One sentence: "pivot 52° exceeds 45°". */ sentence: string;
/** Which step of the draft, counted from 0. */ step: number; };

/** What the umpire answers. */
export type Reply = { /** The id of the request; null if it had none that could be read. */ id: unknown; } & ({ /** What was asked for. */ ok: Said; } | Answer);

/** What is asked of the umpire. */
export type Request = { do: "games"; } | { do: "rule";
/** Its id. */ rule: RuleId; } | { /** Random bytes that the seats add to the seed, in the order of the seats. */ added?: Array<Hex>;
/** The name the battle shall have; one is made up if none is given. */ battle?: string | null;
/** Faces for rolls while setting up. */ dice?: Array<Given>;
do: "open";
/** Dice from the stream, or given by hand with each choice. */ from?: DiceFrom;
/** The game. */ game: string;
/** A journal to go on with. */ journal?: Journal | null;
/** A scenario that comes with the game. */ scenario?: string | null;
/** The secret seed: up to 64 hexadecimal digits. Drawn at random if none is given. */ seed?: string | null;
/** A scenario's own text (TOML). */ text?: string | null;
/** Only so many entries of the journal. */ upto?: number | null; } | { /** As it was when he had just been told this line. */ at?: number | null;
/** The battle. */ battle: string;
do: "view";
/** Only lines after this one. */ since?: number;
/** Who looks. */ viewer: Viewer; } | { /** The battle. */ battle: string;
do: "options";
/** The steps so far, whole each time. */ draft?: Array<unknown>;
/** Whose draft. */ seat: Seat; } | { /** The battle. */ battle: string;
do: "hints";
/** The steps so far, whole each time. */ draft?: Array<unknown>;
/** Whose draft. */ seat: Seat; } | { /** The battle. */ battle: string;
do: "judge";
/** The steps so far, whole each time. */ draft?: Array<unknown>;
/** Whose draft. */ seat: Seat; } | { /** The battle. */ battle: string;
do: "aim";
/** The steps so far. */ draft?: Array<unknown>;
/** What was drawn. */ drag: Drag;
/** The place among the options of that draft. */ place: PlaceId;
/** Whose hand. */ seat: Seat; } | { /** The battle. */ battle: string;
do: "odds";
/** The steps so far, whole each time. */ draft?: Array<unknown>;
/** Whose draft. */ seat: Seat; } | { /** The battle. */ battle: string;
do: "inspect";
/** As it would stand after these steps of the viewer's own draft. */ draft?: Array<unknown>;
/** The piece. */ piece: PieceId;
/** Who looks. */ viewer: Viewer; } | { /** The battle. */ battle: string;
/** The seat's own name for this choice. A repeated one gets its first answer again. */ choice?: string | null;
/** Faces, in a battle whose dice are given by hand. */ dice?: Array<Given>;
do: "play";
/** The question it answers. */ prompt: PromptId;
/** Who plays. */ seat: Seat;
/** Only lines after this one. */ since?: number;
/** The steps. */ steps: Array<unknown>; } | { /** The battle. */ battle: string;
do: "undo";
/** Who. */ seat: Seat;
/** Only lines after this one. */ since?: number; } | { /** The battle. */ battle: string;
do: "close";
/** Who. */ seat: Seat;
/** Only lines after this one. */ since?: number; } | { /** The battle. */ battle: string;
do: "journal"; } | { /** The battle. */ battle: string;
do: "forget"; };

/** What of a battle is in no state: rights and wishes of its seats. */
export type Rest = { /** Who has asked to close the battle. */ closing: Seats;
/** Whose last choice could never be taken back. */ last_words: Seats;
/** What may be taken back. */ undo?: Undoable | null; };

/** What a battle goes on from: after the rules changed under it, or as a branch of another. */
export type Resumed = { /** Every roll that fell before, those of choices that were lost too: their dice do not fall again. None in a branch, which has dice of its own. */ rolls: Array<Roll>;
/** The version of the rules by which it had been played. */ rules: number;
/** The stored state. */ state: unknown;
/** What had been told before. */ told: Array<Heard>; };

/** One roll as it fell. */
export type Roll = { /** What they showed. */ faces: Array<number>;
/** Where the roll began in the stream; nothing if the dice did not come from a stream. */ position?: number | null;
/** What they decided. */ purpose: string;
/** The rule that asked for the dice. */ rule: RuleId;
/** Who threw them. */ seat: number;
/** How many sides each die has. */ sides: number; };

/** One rule. */
export type Rule = { /** The register it stands in, without the ending. */ file: string;
/** Its id. */ id: string;
/** The line there. */ line: number;
/** What may not be done; often empty. */ refuses: string;
/** What was decided where the book leaves a question open; empty for a rule. */ ruling: string;
/** The section it belongs to. */ section: string;
/** What a rule says; empty for a ruling. */ text: string;
/** What a ruling is about; empty for a rule. */ title: string; };

/** The id of a rule in a register. */
export type RuleId = string;

/** What was asked for. */
export type Said = Array<GameInfo> | Rule | Opened | View | Options | Hints | Judged | Aimed | Array<Odds> | Inspection | Journal | Forgotten;

/** Data that sets up a battle: a TOML text that the game named by it can read. */
export type Scenario = { /** Where it comes from, for messages: a file name, or a name of the library. */ name: string;
/** The TOML text, whole. */ text: string; };

/** All there is to draw. */
export type Scene = { /** Units beside the table, still to be placed, as far as the viewer knows them. */ aside?: Array<Piece>;
/** Turn and phase in words. */ clock: string;
/** Numbers that everybody at the table follows: morale, momentum spent, losses. */ gauges: Array<Gauge>;
/** Markers that are no units: objectives, commanders' places. */ markers: Array<Marker>;
/** Units, sorted by handle. */ pieces: Array<Piece>;
/** East and north extent of the table in grains. */ size: Point;
/** Terrain, lowest first. */ terrain: Array<Terrain>;
/** What the game's unit of length is called ("BW"). */ unit: string; };

/** What dice brought, and what was to be expected of them when they fell. */
export type Scored = { /** Its denominator, at least 1. */ den: number;
/** How many there were. */ got: number;
/** The numerator of the exact mean. */ num: number;
/** What is counted: "hits". */ what: string; };

/** One player's chair, counted from 0. */
export type Seat = number;

/** One chair. */
export type SeatInfo = { /** What to call it. */ name: string;
/** The seat. */ seat: Seat;
/** The side it plays for. */ side: number; };

/** A set of seats, which may include the public: an audience. */
export type Seats = number;

/** A shape on the table. */
export type Shape = { point: Point; } | { path: Array<Point>; } | { area: Array<Point>; } | { disc: { /** Its centre. */ centre: Point;
/** Its radius in grains. */ radius: number; }; };

/** A stored state. */
export type Snapshot = { /** How many entries came before it. */ after: number;
/** How many lines are in the stored states before it. */ from?: number;
/** The hash of all this. */ hash: StateHash;
/** What else stood then. Older programs have none: from such a state a battle goes on only if a choice came next, which asks nothing of what went before, while an undo or a close does. */ rest?: Rest | null;
/** The state. */ state: unknown;
/** The lines told since then: with them a battle goes on from here without its first entries being played again. Older programs, and the state before the first entry, have none. */ told?: Array<Told> | null; };

/** What goes over a socket besides the umpire's protocol. */
export type Socket = { /** Sent by the client. */ ask: Hall;
/** The answer to it, if it is not `meant`. */ joined: Joined;
/** The answer to `meant`. */ meant: Array<Meaning>;
/** Sent by the server. */ push: Push; };

/** The hash of a state. It stays in the archive: hidden dice could be found by trying them against it. */
export type StateHash = string;

/** An offered step that one piece does to another: a shot, a charge. */
export type Strike = { /** Who does it. */ piece: PieceId;
/** The step. */ step: unknown;
/** To whom. */ target: PieceId; };

/** A piece of terrain. */
export type Terrain = { /** What it is: "wood", "hill", "crest", "road" … */ kind: string;
/** What to call it. */ name: string;
/** Where it is. */ shape: Shape; };

/** A die as it is shown beside a line. */
export type Thrown = { /** It brought what it was rolled for: it is a hit, a success. */ counts?: boolean;
/** The face. */ face: number;
/** How many faces the die has. */ sides: number;
/** It was rolled again and no longer counts. */ struck: boolean; };

/** A line, who was told, and how many entries the journal had when the entry that told it was done. */
export type Told = { /** How many entries there were. */ entries: number;
/** What. */ line: Line;
/** To whom. */ to: Seats; };

/** What an overlay tells, so that it can be drawn without its name being understood. */
export type Tone = "range" | "threat" | "sight";

/** A row of boxes on a card. */
export type Track = { /** The numbers in the boxes. */ boxes: Array<number>;
/** What it counts. */ name: string;
/** Circles instead of boxes. */ round?: boolean;
/** How many are struck out, from the first on. */ struck: number; };

/** What is wrong with a request. */
export type Trouble = { /** The kind, for programs. */ code: Code;
/** What is wrong with a scenario, each by itself. */ problems?: Array<Problem>;
/** One sentence, for people. */ sentence: string; };

/** A choice that may be taken back. */
export type Undoable = { /** The state before it. */ before: unknown;
/** By whom. */ seat: Seat;
/** How many lines had been told before it. */ told: number; };

/** All that one viewer may know of a battle at one moment. */
export type View = { /** Who is awaited. */ awaited: Array<Seat>;
/** Is the battle closed, and everything open to everybody? */ closed: boolean;
/** Lines told to this viewer after the one asked for. */ lines: Array<Numbered>;
/** May the viewer take back the last choice? */ may_undo: boolean;
/** Why not, if the viewer has a seat and may not. */ no_undo?: string | null;
/** How the battle ended, if it has. */ outcome?: Outcome | null;
/** What the viewer is asked, if anything. */ prompt?: Asked | null;
/** What to draw. */ scene: Scene;
/** Who sees it. */ viewer: Viewer; };

/** Somebody who looks at a battle. */
export type Viewer = { seat: Seat; } | "public" | "all";

/** A step of a draft in words. */
export type Worded = { /** What it does. */ label: string;
/** The piece that does it. */ piece?: PieceId | null; };
