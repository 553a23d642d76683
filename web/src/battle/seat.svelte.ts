// One chair at one battle: what its viewer knows, the draft under way, and what the umpire says to it. It draws
// nothing and knows no rule.
import { Client, Refused, type Line as LineState, type Wire } from "../protocol/client";
import type { Joined, Push, SeatTaken } from "../protocol/server";
import type {
  Gauge, Hints, Inspection, Judged, Marker, Numbered, Odds, Offer, Options, Piece, Place, Plan, Refusal,
  Strike, View,
} from "../protocol/types";
import { kept, moved, same, without, type Step } from "./draft";
import { randomHex } from "./chairs";
import { Hand } from "./hand.svelte";

const NO_OPTIONS: Options = { steps: [], places: [] };
const NO_HINTS: Hints = { about: "", goal: "", guide: "", plans: [], strikes: [], kinds: [], barred: [], rare: [] };

export class SeatStore {
  // ---- what the server said ----
  line = $state<LineState>("joining");
  gone = $state("");
  seats = $state.raw<SeatTaken[]>([]);
  seat = $state<number | null>(null);
  scenario = $state("");
  game = $state("");
  /** What the server bound its dice to when this seat heard of it first; what it says later changes nothing. */
  commitment = $state("");
  begun = $state(false);
  waiting = $state.raw<number[]>([]);
  view = $state.raw<View | undefined>();
  log = $state.raw<Numbered[]>([]);
  /** How much of its time the computer has used for its turn, in thousandths, while it thinks. */
  thought = $state<number | null>(null);
  /** Everything that was told to anybody, once the battle is closed. */
  whole = $state.raw<Numbered[]>([]);
  /** The last line before this seat's last choice: what came after it is news. */
  heard = $state(0);
  /** How many choices were played from here, and whether nothing had happened before the first. */
  choices = $state(0);
  fresh = $state(false);

  // ---- the draft ----
  draft = $state.raw<Step[]>([]);
  judged = $state.raw<Judged | undefined>();
  options = $state.raw<Options>(NO_OPTIONS);
  hints = $state.raw<Hints>(NO_HINTS);
  odds = $state.raw<Odds[]>([]);
  refusals = $state.raw<Refusal[]>([]);
  trouble = $state("");
  busy = $state(false);

  // ---- what the person looks at ----
  selected = $state<number | null>(null);
  inspection = $state.raw<Inspection | undefined>();
  tool = $state<number | null>(null);
  fields = $state.raw<number[]>([]);
  /** The strike that was drafted last. */
  struck = $state.raw<Strike | undefined>();
  replay = $state.raw<View | undefined>();
  /** The table as it stands at the end with nothing concealed, once the battle is closed. */
  bare = $state.raw<View | undefined>();

  readonly client: Client;
  readonly hand = new Hand(this);
  private edition = 0;
  /** The newest question about the draft, until it is answered. */
  private asking = Promise.resolve();
  private looks = 0;
  private backs = 0;
  private played = false;

  constructor(
    readonly battle: string,
    readonly token: string,
    dial: () => Wire,
    promised = "",
  ) {
    this.commitment = promised;
    this.client = new Client({ battle, token }, randomHex(16), {
      joined: (said) => this.joined(said),
      pushed: (push) => this.pushed(push),
      line: (state, why) => {
        this.line = state;
        if (why) this.gone = why;
      },
      since: () => this.log.at(-1)?.number ?? 0,
    }, dial);
  }

  stop(): void {
    this.client.stop();
  }

  /** Asks the computer to decide at once. */
  async hurry(): Promise<void> {
    await this.client.ask({ do: "hurry" }).catch(() => undefined);
  }

  // ---- what is shown ----------------------------------------------------------------------------------------

  /** What is shown instead of the view: a moment that was, or the end of a closed battle. */
  past = $derived(this.replay ?? this.bare);
  /** The pieces as the ghost, the draft or the view would have them. */
  pieces = $derived.by<Piece[]>(() => {
    if (this.past) return this.past.scene.pieces;
    return this.judged?.pieces ?? this.view?.scene.pieces ?? [];
  });
  markers = $derived.by<Marker[]>(() => {
    if (this.past) return this.past.scene.markers;
    return this.judged?.markers ?? this.view?.scene.markers ?? [];
  });
  gauges = $derived.by<Gauge[]>(() => {
    if (this.past) return this.past.scene.gauges;
    return this.judged?.gauges ?? this.view?.scene.gauges ?? [];
  });
  /** Where a piece is meant to go, before the draft: its place in the view. */
  before = $derived(new Map((this.view?.scene.pieces ?? []).map((piece) => [piece.id, piece])));
  byId = $derived(new Map(this.pieces.map((piece) => [piece.id, piece])));
  /** Pieces beside the table. */
  aside = $derived(new Map((this.view?.scene.aside ?? []).map((piece) => [piece.id, piece])));
  prompt = $derived(this.replay ? null : (this.view?.prompt ?? null));
  mine = $derived(this.prompt !== null && this.prompt !== undefined);
  complete = $derived(this.judged !== undefined && this.judged.missing.length === 0);
  barred = $derived(new Map(this.hints.barred.map((one) => [one.piece, one.refused])));
  kinds = $derived(new Map(this.hints.kinds.map((kind) => [kind.place, kind])));

  /** Steps of the draft with their words, and the piece of each. */
  entries = $derived.by(() =>
    this.draft.map((step, index) => {
      const words = this.judged?.words[index];
      return { step, index, label: words?.label ?? "", piece: words?.piece ?? null };
    }),
  );

  /** Pieces that take part in the draft. */
  drafted = $derived(new Set(this.entries.flatMap((entry) => (entry.piece === null ? [] : [entry.piece]))));

  /** Pieces that can act now. */
  able = $derived.by(() => {
    const able = new Set<number>();
    if (!this.mine) return able;
    for (const offer of this.options.steps) if (offer.piece != null) able.add(offer.piece);
    for (const place of this.options.places) if (place.piece != null) able.add(place.piece);
    for (const plan of this.hints.plans) for (const piece of plan.pieces) able.add(piece);
    return able;
  });

  /** What the chosen piece can be struck at. */
  targets = $derived.by(() => {
    const strikes = this.hints.strikes.filter((one) => this.selected === null || one.piece === this.selected);
    return new Map(strikes.map((strike) => [strike.target, strike]));
  });

  offersOf(piece: number): Offer[] {
    return this.options.steps.filter((offer) => offer.piece === piece);
  }

  placesOf(piece: number): Place[] {
    return this.options.places.filter((place) => place.piece === piece);
  }

  /** Has anything on the table another place by the draft? */
  stirs = $derived.by(() => {
    if (!this.judged) return false;
    const still = (piece: Piece) => same(this.before.get(piece.id)?.pose, piece.pose);
    return this.judged.pieces.length !== this.before.size || !this.judged.pieces.every(still);
  });

  /** Places that put something on the table which is no piece of one's own. */
  freePlaces = $derived(this.options.places.filter((place) => place.piece == null));

  /** Places of pieces that are still beside the table. */
  tray = $derived(this.options.places.filter((place) => place.piece != null && !this.byId.has(place.piece) && this.aside.has(place.piece)));
  /** What is in hand to be laid on the table: a marker, a piece of terrain, a unit from beside it. */
  laying = $derived([...this.freePlaces, ...this.tray].find((place) => place.id === this.tool));

  pieceOf(id: number | null): Piece | undefined {
    return id === null ? undefined : (this.byId.get(id) ?? this.aside.get(id));
  }

  /** Offers that are about no piece; one that a plan begins with is not said twice. */
  general = $derived.by(() => {
    const begun = (step: Step) => this.hints.plans.some((plan) => same(plan.steps[0], step));
    return this.options.steps.filter((offer) => offer.piece == null && !begun(offer.step) && !this.isRare(offer));
  });
  /** Those that are seldom wanted. */
  rarely = $derived(this.options.steps.filter((offer) => this.isRare(offer)));

  private isRare(offer: Offer): boolean {
    return this.hints.rare.some((step) => same(step, offer.step));
  }

  // ---- hearing ------------------------------------------------------------------------------------------------

  private joined(said: Joined): void {
    this.seats = said.seats;
    this.game = said.game;
    this.scenario = said.scenario;
    this.commitment ||= said.commitment;
    this.begun = said.begun;
    this.seat = typeof said.viewer === "object" && "seat" in said.viewer ? said.viewer.seat : null;
  }

  private pushed(push: Push): void {
    if (push.push === "waiting") this.waiting = push.seats;
    if (push.push === "view") this.take(push.view);
    if (push.push === "thinking") this.thought = push.share;
  }

  /** Takes a new view. A draft stays while its question stands, unless it was played. */
  take(view: View, played = false): void {
    const last = this.log.at(-1)?.number ?? 0;
    const news = view.lines.filter((line) => line.number > last);
    if (news.length > 0) this.log = [...this.log, ...news];
    if (this.view === undefined) {
      // Whoever comes back has seen what was told before.
      this.heard = this.log.at(-1)?.number ?? 0;
      this.fresh = !this.log.some(({ line }) => line.pieces.length > 0);
    }
    const asked = this.view?.prompt?.id;
    const changed = played || this.view === undefined || asked !== view.prompt?.id || view.outcome !== null;
    this.begun = true;
    this.waiting = [];
    this.view = view;
    if (changed) {
      this.clear();
      void this.refresh().then(() => this.lookAway());
    }
    if (this.selected !== null && !this.pieceOf(this.selected)) void this.select(null);
    else if (this.selected !== null) void this.inspect(this.selected);
  }

  private clear(): void {
    this.struck = undefined;
    this.draft = [];
    this.judged = undefined;
    this.options = NO_OPTIONS;
    this.hints = NO_HINTS;
    this.odds = [];
    this.refusals = [];
    this.trouble = "";
    this.hand.drop();
    this.hand.taken = undefined;
    this.tool = null;
    this.edition++;
  }

  // ---- asking -------------------------------------------------------------------------------------------------

  ask<T>(what: string, more: Record<string, unknown> = {}): Promise<T> {
    return this.client.ask<T>({ do: what, seat: this.seat, ...more });
  }

  judge = (draft: Step[]) => this.ask<Judged>("judge", { draft });

  /** Options, hints and odds of the draft as it stands. The newest question wins. */
  private refresh(): Promise<void> {
    return (this.asking = this.askAnew());
  }

  private async askAnew(): Promise<void> {
    const edition = ++this.edition;
    if (!this.view?.prompt || this.seat === null) {
      this.options = NO_OPTIONS;
      this.hints = NO_HINTS;
      return;
    }
    const draft = this.draft;
    try {
      const [options, hints, odds] = await Promise.all([
        this.ask<Options>("options", { draft }),
        this.ask<Hints>("hints", { draft }),
        draft.length > 0 ? this.ask<Odds[]>("odds", { draft }) : Promise.resolve([]),
      ]);
      if (edition !== this.edition) return;
      this.options = options;
      this.hints = hints;
      this.odds = odds;
      if (this.tool !== null && !options.places.some((place) => place.id === this.tool)) this.takeTool(null);
      this.takeUp();
    } catch (why) {
      if (edition === this.edition) this.tell(why);
    }
  }

  /** A question that only one piece can answer takes it up; the chosen piece keeps a kind of move in hand. */
  private takeUp(): void {
    const alone = this.tray[0]?.piece ?? (this.able.size === 1 ? [...this.able][0] : undefined);
    const taken = this.tray.some((place) => place.piece === this.selected);
    if (taken && this.tool === null) this.tool = this.firstPlace(this.selected ?? -1);
    else if (this.draft.length === 0 && alone !== undefined && this.selected !== alone && !taken) void this.select(alone);
    else if (this.only !== undefined && this.tool === null) this.takeTool(this.only);
    else if (this.selected !== null && this.tool === null) this.tool = this.firstPlace(this.selected);
  }

  /** The one thing to lay down, if nothing else can be done. */
  private get only(): number | undefined {
    return this.options.steps.length === 0 && this.options.places.length === 1 ? this.freePlaces[0]?.id : undefined;
  }

  /** After a choice of its own the seat looks no longer at a piece that has nothing more to do. */
  private lookAway(): void {
    if (this.played && this.mine && this.selected !== null && !this.able.has(this.selected)) void this.select(null);
    this.played = false;
  }

  private firstPlace(piece: number): number | null {
    const places = this.placesOf(piece);
    return (places.find((place) => place.input === "pose") ?? places[0])?.id ?? null;
  }

  tell(why: unknown): void {
    if (why instanceof Refused && why.refusals.length > 0) {
      this.refusals = why.refusals;
    } else if (why instanceof Refused && why.code === "stale_prompt") {
      void this.look();
    } else {
      this.trouble = why instanceof Error ? why.message : String(why);
    }
  }

  private async look(): Promise<void> {
    this.take(await this.client.ask<View>({ do: "view", viewer: this.viewer(), since: this.log.at(-1)?.number ?? 0 }));
  }

  private viewer(): unknown {
    return this.seat === null ? "public" : { seat: this.seat };
  }

  // ---- the draft ------------------------------------------------------------------------------------------------

  async set(draft: Step[], judged?: Judged): Promise<boolean> {
    this.refusals = [];
    this.trouble = "";
    try {
      const found = judged ?? (draft.length > 0 ? await this.judge(draft) : undefined);
      this.draft = found?.steps ?? [];
      this.judged = found;
      this.hand.taken = undefined;
      this.lookAgain();
      void this.refresh();
      return true;
    } catch (why) {
      this.tell(why);
      return false;
    }
  }

  /** Adds a step that was offered. */
  take_offer(step: Step): Promise<boolean> {
    return this.set([...this.draft, step]);
  }

  /** One piece does something to another: the step becomes the draft's next, and the pair is remembered to be shown. */
  async strike(strike: Strike): Promise<void> {
    // A draft that cannot go on is another shot that was thought of before.
    if (this.draft.length > 0 && this.options.steps.length === 0) await this.dropDraft();
    if (await this.take_offer(strike.step)) this.struck = strike;
  }

  take_plan(plan: Plan): Promise<boolean> {
    if (this.selected !== null && !plan.pieces.includes(this.selected)) void this.select(null);
    return this.set([...this.draft, ...plan.steps]);
  }

  /** Takes one step back, with every later one that cannot stand without it. */
  async remove(index: number): Promise<void> {
    await this.keep(without(this.draft, index));
  }

  async reorder(from: number, to: number): Promise<void> {
    await this.set(moved(this.draft, from, to));
  }

  async takeBack(): Promise<void> {
    if (this.replay) return;
    this.hand.putBack();
    await this.keep(this.draft.slice(0, -1));
  }

  async dropDraft(): Promise<void> {
    await this.keep([]);
  }

  private async keep(steps: Step[]): Promise<void> {
    this.refusals = [];
    this.trouble = "";
    this.hand.drop();
    this.struck = undefined;
    try {
      const left = await kept(steps, this.judge);
      this.draft = left.steps;
      this.judged = left.judged;
      this.hand.taken = undefined;
      this.lookAgain();
      void this.refresh();
    } catch (why) {
      this.tell(why);
    }
  }

  /** Plays the draft whole. */
  async play(): Promise<void> {
    // What is in hand belongs to it; if it is not legal, nothing is played.
    if (this.hand.ghost) {
      await this.hand.release();
      if (this.refusals.length > 0) return;
    } else this.hand.putBack();
    const prompt = this.prompt;
    if (!prompt || this.busy || !this.complete) return;
    this.busy = true;
    const since = this.log.at(-1)?.number ?? 0;
    try {
      const choice = randomHex(8);
      this.heard = since;
      this.choices++;
      this.played = true;
      this.take(await this.ask<View>("play", { prompt: prompt.id, steps: this.draft, choice, since }), true);
    } catch (why) {
      this.tell(why);
    } finally {
      this.busy = false;
    }
  }

  async undo(): Promise<void> {
    try {
      const view = await this.ask<View>("undo", { since: 0 });
      this.log = [];
      this.take(view);
    } catch (why) {
      this.tell(why);
    }
  }

  async close(): Promise<void> {
    try {
      this.take(await this.ask<View>("close", { since: this.log.at(-1)?.number ?? 0 }));
    } catch (why) {
      this.tell(why);
    }
  }

  // ---- looking ----------------------------------------------------------------------------------------------------

  async select(piece: number | null): Promise<void> {
    const back = piece !== this.selected && this.hand.putBack();
    this.selected = piece;
    this.inspection = undefined;
    this.refusals = [];
    this.takeTool(piece === null ? (this.only ?? null) : this.firstPlace(piece));
    if (back) await this.refresh();
    if (piece !== null) await this.inspect(piece);
  }

  /** The further numbers of a place: what was chosen, or the first of each. */
  fieldsOf(place: Place | undefined): number[] {
    return (place?.fields ?? []).map((field, i) => this.fields[i] ?? field.values[0]?.[0] ?? 0);
  }

  /** Takes a kind of move, or something to lay down, in hand. */
  takeTool(id: number | null): void {
    this.tool = id;
    this.fields = [];
    this.hand.drop();
  }

  /** Looks at a piece as it would stand after steps of a draft. The newest question wins. */
  private async inspect(piece: number, draft: Step[] = this.draft): Promise<void> {
    const look = ++this.looks;
    try {
      const steps = this.mine && draft.length > 0 ? { draft } : {};
      const found = await this.client.ask<Inspection>({ do: "inspect", viewer: this.bare ? "all" : this.viewer(), piece, ...steps });
      if (look === this.looks && this.selected === piece) this.inspection = found;
    } catch {
      if (look === this.looks && this.selected === piece) this.inspection = undefined;
    }
  }

  /** Looks at the chosen piece anew. */
  lookAgain(draft: Step[] = this.draft): void {
    if (this.selected !== null) void this.inspect(this.selected, draft);
  }

  /** Shows the battle as it was when a line had just been told; `null` goes back to now. */
  async showAt(line: number | null): Promise<void> {
    const asked = ++this.backs;
    if (line === null) {
      this.replay = undefined;
      return;
    }
    try {
      const viewer = this.view?.closed ? "all" : this.viewer();
      const found = await this.client.ask<View>({ do: "view", viewer, at: line, since: line });
      if (asked === this.backs) this.replay = found;
    } catch (why) {
      this.tell(why);
    }
  }

  // ---- the hand ---------------------------------------------------------------------------------------------------

  place(id: number | null): Place | undefined {
    return this.options.places.find((place) => place.id === id);
  }

  /**
   * Makes a piece ready to be moved by hand and gives the place to draw: what it was ordered is taken back until the
   * hand has let go, and a piece that waits for its formation to be activated brings it along.
   */
  async grab(piece: number): Promise<Place | undefined> {
    // What is offered is of the draft as it was until it has been asked anew.
    await this.asking;
    if (!this.mine) return undefined;
    if (this.placesOf(piece).length === 0) {
      const last = this.entries.filter((entry) => entry.piece === piece).at(-1);
      const plan = this.draft.length === 0 ? this.hints.plans.find((one) => one.pieces.includes(piece)) : undefined;
      const before = { steps: this.draft, judged: this.judged };
      if (last) {
        await this.keep(without(this.draft, last.index));
        this.hand.taken = before;
      } else if (plan) await this.set(plan.steps);
      else return undefined;
      await this.refresh();
    }
    const places = this.placesOf(piece);
    if (places.length === 0) this.hand.putBack();
    return places.find((place) => place.id === this.tool) ?? places.find((p) => p.input === "pose") ?? places[0];
  }
}
