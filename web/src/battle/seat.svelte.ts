// A chair whose viewer is asked: the draft of his answer, and what the umpire says to it.
import { Refused } from "../protocol/client";
import type { Hints, Inspection, Judged, Odds, Options, Place, Plan, Strike, View } from "../protocol/types";
import { randomHex } from "./chairs";
import { kept, moved, same, without, type Step } from "./draft";
import { Hand } from "./hand.svelte";
import { keepNews, keptNews, newsElsewhere, recallNews, type News } from "./news";
import { aloneIn, NO_HINTS, NO_OPTIONS, ShownStore } from "./shown.svelte";
import { keepDraft, recallDraft, tableOf, type Kept } from "./unplayed";

export class SeatStore extends ShownStore {
  readonly hand = new Hand(this);
  private edition = 0;
  /** The newest question about the draft, until it is answered. */
  asking = Promise.resolve();
  private looks = 0;
  private played = false;
  /** The formation of the last piece that was taken up from beside the table. */
  private formation = "";
  /** Turn and phase of the last question. */
  private phase = "";
  private readonly deafen = newsElsewhere(this.battle, () => this.seat, () => this.hearElsewhere());

  override stop(): void {
    this.deafen();
    super.stop();
  }

  // ---- hearing ------------------------------------------------------------------------------------------------

  /** Takes a new view. A draft stays while its question stands, unless it was played. */
  take(view: View, played = false): void {
    // Lines that begin with the first again are all there are: the archive has lost some that were told.
    const anew = view.lines[0]?.number === 1;
    const last = anew ? 0 : this.last;
    const news = view.lines.filter((line) => line.number > last);
    if (news.length > 0) this.log = anew ? news : [...this.log, ...news];
    const first = this.view === undefined;
    if (first) {
      ({ heard: this.heard, read: this.read, choices: this.choices } = recallNews(this.battle, this.seat, this.log));
      this.fresh = !this.log.some(({ line }) => line.pieces.length > 0);
    } else this.hearElsewhere();
    [this.heard, this.read] = [Math.min(this.heard, this.last), Math.min(this.read, this.last)];
    // What takes the place of lines that were lost is news again.
    if (anew && !first) this.hear({});
    const asked = this.view?.prompt?.id;
    const changed = played || first || asked !== view.prompt?.id || view.outcome !== null;
    const elsewhere = this.isElsewhere(view);
    this.begun = true;
    this.waiting = [];
    this.view = view;
    if (changed) {
      this.clear();
      if (elsewhere) void this.select(null);
      void this.refresh().then(() => this.restore()).then(() => this.lookAway());
    } else if (news.length > 0 && !this.busy) {
      // Others have acted, and may have taken a choice back: what was drafted is judged by how things stand now.
      void this.judging.inTurn(() => (this.draft.length > 0 ? this.keep(this.draft, { laid: this.laid, struck: this.struck }) : this.refresh()));
    }
    if (view.closed) void this.layOpen();
    if (this.selected !== null && !this.pieceOf(this.selected)) void this.select(null);
    else if (this.selected !== null) void this.inspect(this.selected);
  }

  /** How far it was read is kept. */
  hear(news: Partial<News>): void {
    keepNews(this.battle, this.seat, Object.assign(this, news));
  }

  /** What was played or read from this chair in another page is no news in this one. */
  private hearElsewhere(): void {
    const kept = keptNews(this.battle, this.seat);
    if (kept) ({ heard: this.heard, read: this.read, choices: this.choices } = kept);
  }

  /** Does a view ask in another phase than the question before it, or end the battle? Then nothing stays chosen. */
  private isElsewhere(view: View): boolean {
    if (view.outcome) return !this.view?.outcome;
    if (!view.prompt) return false;
    const before = this.phase;
    this.phase = view.scene.clock;
    return before !== "" && before !== this.phase;
  }

  /** Takes up the draft that was under way when the page was loaded anew, or the question was taken away for a while. */
  private async restore(): Promise<void> {
    const { prompt, scene } = this.view ?? {};
    const left = prompt ? recallDraft(this.battle, this.seat, prompt.id, tableOf(scene)) : undefined;
    if (!left || left.steps.length === 0) return;
    await this.judging.inTurn(async () => {
      if (this.draft.length > 0) return;
      this.drawn = left.drawn ?? [];
      await this.keep(left.steps, left);
    });
  }

  /** How what is drafted was laid or struck. */
  noted({ laid, struck }: Pick<Kept, "laid" | "struck">): void {
    this.laid = laid;
    this.struck = struck;
    this.keepSteps();
  }

  /** What is drafted outlasts the page. */
  private keepSteps(): void {
    const { prompt, scene } = this.view ?? {};
    const drawn = this.drawn.filter((one) => this.draft.some((step) => same(step, one.step)));
    if (prompt) keepDraft(this.battle, this.seat, { prompt: prompt.id, table: tableOf(scene), steps: this.draft, laid: this.laid, struck: this.struck, drawn });
  }

  private clear(): void {
    this.striker = undefined;
    this.struck = undefined;
    this.pointed = undefined;
    this.laid = undefined;
    this.drawn = [];
    this.draft = [];
    this.judged = undefined;
    this.options = NO_OPTIONS;
    this.hints = NO_HINTS;
    this.sole = undefined;
    this.odds = [];
    this.refusals = [];
    this.trouble = "";
    this.hand.drop();
    this.hand.taken = undefined;
    this.hand.settling = undefined;
    this.tool = null;
    this.edition++;
    this.judging.beginAnew();
  }

  // ---- asking -------------------------------------------------------------------------------------------------

  judge = (draft: Step[]) => this.ask<Judged>("judge", { draft });

  /** Options, hints and odds of the draft as it stands. The newest question wins. */
  refresh(): Promise<void> {
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
      const sole = draft.length === 0 ? aloneIn(options, hints, this.view.prompt.fallback) : undefined;
      // What shows the enemy something is not played by one click.
      const warned = sole && (await this.ask<Hints>("hints", { draft: [sole.step] })).gives_away;
      if (edition !== this.edition) return;
      this.options = options;
      this.offered = draft;
      this.hints = hints;
      this.sole = warned ? undefined : sole;
      this.odds = odds;
      if (this.tool !== null && !options.places.some((place) => place.id === this.tool)) {
        [this.tool, this.fields] = [null, []];
        this.hand.drop();
      }
      this.takeUp();
    } catch (why) {
      if (edition === this.edition) this.tell(why);
    }
  }

  /** The piece beside the table that comes next: of the formation that was set up last, as long as there is one. */
  private get next(): number | undefined {
    const same = this.tray.find((place) => this.pieceOf(place.piece ?? null)?.banner === this.formation);
    return (same ?? this.tray[0])?.piece ?? undefined;
  }

  /** A question that only one piece can answer takes it up; the chosen piece keeps a kind of move in hand. */
  private takeUp(): void {
    const alone = this.next ?? (this.able.size === 1 ? [...this.able][0] : undefined);
    const taken = this.tray.some((place) => place.piece === this.selected);
    if (taken && this.tool === null) this.tool = this.firstPlace(this.selected ?? -1);
    else if (this.draft.length === 0 && alone !== undefined && this.selected !== alone && !taken) void this.select(alone, false);
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

  // ---- the draft ------------------------------------------------------------------------------------------------

  /** Changes the draft when its turn comes, unless it is being played. What was refused before is forgotten. */
  async change<T>(make: () => Promise<T>): Promise<T | undefined> {
    if (this.busy) return undefined;
    this.refusals = [];
    this.trouble = "";
    return this.judging.inTurn(make);
  }

  /** Is what is offered that of another draft, until it has been asked anew? */
  get stale(): boolean {
    return this.judging.under > 0 || this.offered !== this.draft;
  }

  async set(draft: Step[], judged?: Judged, laid?: Kept["laid"]): Promise<boolean> {
    const { round } = this.judging;
    try {
      const found = judged ?? (draft.length > 0 ? await this.judge(draft) : undefined);
      if (round !== this.judging.round) return false;
      this.adopt(found?.steps ?? [], found, laid);
      return true;
    } catch (why) {
      if (round === this.judging.round) this.tell(why);
      return false;
    }
  }

  private adopt(steps: Step[], judged: Judged | undefined, laid?: Kept["laid"]): void {
    this.draft = steps;
    this.judged = judged;
    this.hand.taken = undefined;
    this.laid = laid;
    this.keepSteps();
    this.lookAgain();
    void this.refresh();
  }

  /** Adds a step that was offered. If one piece does something to another by it, the pair is remembered to be shown. */
  async take_offer(step: Step): Promise<boolean> {
    const struck = this.strikeOf(step);
    const pieces = this.options.steps.flatMap((one) => (same(one.step, step) ? (one.piece ?? []) : []));
    this.pointed = undefined;
    return (await this.change(() => this.add([step], pieces, struck))) ?? false;
  }

  private async add(steps: Step[], pieces: number[], struck?: Strike): Promise<boolean> {
    // A button that was pressed twice before the umpire had answered.
    const again = this.offered !== this.draft && steps.every((one) => this.draft.some((step) => same(one, step)));
    if (again) return true;
    this.letGoUnless(pieces);
    const taken = await this.set([...this.draft, ...steps]);
    if (taken && struck) this.noted({ struck });
    return taken;
  }

  private strikeOf(step: Step | undefined): Strike | undefined {
    return this.hints.strikes.find((one) => same(one.step, step));
  }

  /** A button that stands for a step is pointed at, or no longer. */
  pointAt(step?: Step): void {
    this.pointed = this.strikeOf(step);
  }

  /** One piece does something to another: the step becomes the draft's next. */
  async strike(strike: Strike): Promise<void> {
    this.pointed = undefined;
    await this.change(async () => {
      if (this.offered !== this.draft) await this.asking;
      // What takes the place of the draft is another shot than was thought of before.
      if (this.hints.instead.some(({ step }) => same(step, strike.step))) await this.keep([]);
      await this.add([strike.step], [strike.piece], strike);
    });
  }

  /** A piece that was to strike another strikes this one instead, if it can; says whether it does. */
  async strikeInstead(piece: number, target: number): Promise<boolean> {
    const done = await this.change(async () => {
      const entry = this.entries.filter((one) => one.piece === piece).at(-1);
      if (!entry) return false;
      const rest = without(this.draft, entry.index);
      const { strikes } = await this.ask<Hints>("hints", { draft: rest });
      const strike = strikes.find((one) => one.piece === piece && one.target === target);
      // What was to do something else does it still.
      if (!strike || !strikes.some((one) => same(one.step, entry.step))) return false;
      const taken = await this.set([...rest, strike.step]);
      if (taken) this.noted({ struck: strike });
      return taken;
    });
    return done ?? false;
  }

  async take_plan(plan: Plan): Promise<boolean> {
    const taken = await this.change(() => {
      if (this.selected !== null && !plan.pieces.includes(this.selected)) void this.select(null);
      return this.add(plan.steps, plan.pieces);
    });
    return taken ?? false;
  }

  /** What keys hold has its order again, unless it is one of the pieces that get another. */
  private letGoUnless(pieces: number[]): void {
    const piece = this.hand.held?.place.piece;
    if (piece == null || !pieces.includes(piece)) this.hand.letGo();
  }

  /** Takes one step back, with every later one that cannot stand without it. */
  async remove(index: number): Promise<void> {
    const step = this.draft[index];
    await this.change(async () => {
      const [now = -1] = this.numbersOf(step);
      if (now >= 0) await this.keep(without(this.draft, now));
    });
  }

  async reorder(from: number, to: number): Promise<void> {
    const steps = [this.draft[from], this.draft[to]];
    await this.change(async () => {
      const [first = -1, second = -1] = this.numbersOf(...steps);
      if (first >= 0 && second >= 0) await this.set(moved(this.draft, first, second));
    });
  }

  /** What is in hand has its order again before others are changed: gives the numbers that steps have then. */
  private numbersOf(...steps: Step[]): number[] {
    this.hand.letGo();
    return steps.map((step) => this.draft.findIndex((one) => same(one, step)));
  }

  /** Takes back what came last: a corner of the way in hand, what keys hold, or a step. What a pointer pulls is let be. */
  async takeBack(): Promise<void> {
    if (this.replay) return;
    await this.change(async () => {
      if (this.hand.straighten() || this.hand.pulled) return;
      if (this.hand.held) this.hand.letGo();
      else await this.keep(this.draft.slice(0, -1));
    });
  }

  async dropDraft(): Promise<void> {
    await this.change(() => this.keep([]));
  }

  async keep(steps: Step[], how: Pick<Kept, "laid" | "struck"> = {}): Promise<void> {
    const { round } = this.judging;
    this.hand.drop();
    this.struck = undefined;
    try {
      const left = await kept(steps, this.judge);
      if (round !== this.judging.round) return;
      this.adopt(left.steps, left.judged);
      if (left.steps.length === steps.length) this.noted(how);
    } catch (why) {
      if (round === this.judging.round) this.tell(why);
    }
  }

  /** Answers with the one thing that can be done, at once. */
  async playSole(): Promise<void> {
    const [prompt, sole] = [this.prompt, this.sole];
    if (prompt && sole && !this.busy) await this.send(prompt.id, [sole.step]);
  }

  /** Plays the draft whole. */
  async play(): Promise<void> {
    if (this.busy) return;
    // What is in hand belongs to it; if it is not legal, nothing is played.
    if (this.hand.ghost) void this.hand.release();
    if (this.judging.under > 0 && !(await this.settled())) return;
    this.hand.putBack();
    const prompt = this.prompt;
    if (!prompt || !this.complete) return;
    await this.send(prompt.id, this.draft);
  }

  /** Waits until the draft is judged whole; says whether nothing of it was refused. */
  private async settled(): Promise<boolean> {
    const { round } = this.judging;
    this.busy = true;
    await this.judging.over();
    this.busy = false;
    return round === this.judging.round && this.refusals.length === 0 && this.trouble === "";
  }

  private async send(prompt: number, steps: Step[]): Promise<void> {
    this.busy = true;
    const since = this.last;
    try {
      const choice = randomHex(8);
      this.hear({ heard: since, choices: this.choices + 1 });
      this.played = true;
      const view = await this.ask<View>("play", { prompt, steps, choice, since });
      keepDraft(this.battle, this.seat, { prompt, table: "", steps: [] });
      this.take(view, true);
    } catch (why) {
      this.tell(why);
    } finally {
      this.busy = false;
    }
  }

  async undo(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const view = await this.ask<View>("undo", { since: 0 });
      this.log = [];
      this.take(view);
      // What was taken back is no news.
      this.hear({ heard: this.last });
    } catch (why) {
      this.tell(why);
    } finally {
      this.busy = false;
    }
  }

  // ---- looking ----------------------------------------------------------------------------------------------------

  async select(piece: number | null, chosen = true): Promise<void> {
    const back = this.hand.putBack();
    this.noteStriker(piece);
    [this.selected, this.chosen] = [piece, chosen];
    this.formation = this.aside.get(piece ?? -1)?.banner ?? this.formation;
    this.inspection = undefined;
    this.refusals = [];
    this.takeTool(piece === null ? (this.only ?? null) : this.firstPlace(piece));
    if (back) await this.refresh();
    if (piece !== null) await this.inspect(piece);
  }

  /** Whoever is left for another piece may be the one that was to strike it. */
  private noteStriker(next: number | null): void {
    const { barred, title } = this.inspection ?? {};
    if (barred) this.striker = { name: title ?? "", barred };
    if (!this.striker?.barred.some(({ piece }) => piece === next)) this.striker = undefined;
  }

  /** The further numbers of a place: what was chosen, or the first of each. */
  fieldsOf(place: Place | undefined): number[] {
    return (place?.fields ?? []).map((field, i) => this.fields[i] ?? field.values[0]?.[0] ?? 0);
  }

  /** Takes a kind of move, or something to lay down, in hand. What was in it lies where it lay before. */
  takeTool(id: number | null): void {
    this.hand.letGo();
    [this.tool, this.fields] = [id, []];
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

  // ---- the hand ---------------------------------------------------------------------------------------------------

  place(id: number | null): Place | undefined {
    return this.options.places.find((place) => place.id === id);
  }
}
