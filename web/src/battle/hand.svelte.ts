// The hand over the table: what it draws, what the umpire says to it, and what becomes of it when it lets go.
import type { Aimed, Drag, Judged, Options, Place, Point, Pose, Refusal, Shape } from "../protocol/types";
import { same, without, type Step } from "./draft";
import type { Drawn } from "./unplayed";
import type { SeatStore } from "./seat.svelte";
import type { Spot } from "../table/geometry";

/** So long a hand is still before what it holds is looked at, in milliseconds. */
const REST = 90;

/** What a hand is drawing, on which draft; where the umpire would put the piece, or why it would not; and which drawing
 *  that answers. A ready one was not drawn. */
export type Ghost = { place: Place; piece: number | null; drag: Drag; draft: Step[]; aimed: Aimed | undefined; answers?: Drag | undefined; ready?: true };
type Laid = { place: Place; drag: Drag };

/** A piece ready to be moved by hand: in which place, where it lay, and how its order was drawn if it had one; or the
 *  order itself, if that was not drawn. */
export type Grip = { place: Place; pose: Pose | undefined; drag: Drag | undefined; step?: Step };

/** What keys hold: a place to draw in, where they have moved it, how far from there an enemy is that it was drawn at, the
 *  corners of its way before that, and which of its exact steps was tried last. */
export type Held = { place: Place; at: Spot; lead?: Spot | undefined; corners: Point[]; heading: number | undefined; snap: number };

/** About where a shape lies. */
function centre(shape: Shape | undefined): Point | undefined {
  if (!shape) return undefined;
  if ("disc" in shape) return shape.disc.centre;
  if ("point" in shape) return shape.point;
  const points = "path" in shape ? shape.path : shape.area;
  const mean = (of: (point: Point) => number) => Math.round(points.reduce((sum, point) => sum + of(point), 0) / Math.max(1, points.length));
  return points.length > 0 ? { x: mean((point) => point.x), y: mean((point) => point.y) } : undefined;
}

export class Hand {
  ghost = $state.raw<Ghost | undefined>();
  held = $state.raw<Held | undefined>();
  /** What the hand has let go of, until it is in the draft or refused. */
  settling = $state.raw<Ghost | undefined>();
  /** Where a pointer has pulled a piece that is not yet taken in hand. */
  pulling = $state.raw<{ piece: number; at: Point } | undefined>();
  /** The pointer that carries a piece from beside the table to it. */
  carrier: number | undefined;
  /** The draft with the order of the piece in hand, which stands again unless another takes its place. */
  taken: { steps: Step[]; judged: Judged | undefined; laid?: Laid | undefined } | undefined;
  private aiming: { drag: Drag; place: Place } | undefined;
  private underWay: { drag: Drag; draft: Step[]; answer: Promise<Aimed> } | undefined;
  /** How often the hand was emptied: what was asked before that is no longer wanted. */
  private emptied = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly seat: SeatStore) {}

  /** The ghost of what is in hand, or was until just now. */
  shown = $derived(this.ghost ?? this.settling);

  /** Terrain and markers that the ghost would lay down. */
  lays = $derived.by<Shape[]>(() => this.newIn(this.shown?.aimed?.judged));

  /** What the draft would lack by the ghost; what it lacked before is not the fault of the piece in hand. */
  faults = $derived.by<Refusal[]>(() => {
    const before = new Set((this.seat.judged?.missing ?? []).map((one) => `${one.rule} ${one.sentence}`));
    const missing = this.shown?.aimed?.judged?.missing ?? [];
    return missing.filter((one) => !before.has(`${one.rule} ${one.sentence}`));
  });

  private newIn(judged: Judged | undefined | null): Shape[] {
    const terrain = this.seat.judged?.terrain ?? this.seat.view?.scene.terrain ?? [];
    const there = new Set([...terrain, ...this.seat.markers].map((one) => JSON.stringify(one.shape)));
    const shapes = [...(judged?.terrain ?? []), ...(judged?.markers ?? [])].map((one) => one.shape);
    return shapes.filter((shape) => !there.has(JSON.stringify(shape)));
  }

  /** Does a pointer pull a piece? */
  get pulled(): boolean {
    if (this.held) return false;
    return this.taken !== undefined || (this.ghost !== undefined && !this.ghost.ready && !this.seat.laying);
  }

  /** Holds nothing more, neither by mouse nor by keys. */
  drop(): void {
    this.emptied++;
    this.aiming = undefined;
    this.held = undefined;
    this.ghost = undefined;
  }

  /** Asks what fits a drawing. One question is under way at a time, and the newest drawing wins. */
  aim(place: Place, drag: Drag): void {
    const { aimed, answers } = this.ghost?.place.id === place.id ? this.ghost : {};
    this.ghost = { place, piece: place.piece ?? null, drag, draft: this.seat.draft, aimed, answers };
    this.aiming = { place, drag };
    if (!this.underWay) void this.aimOn();
  }

  private async aimOn(): Promise<void> {
    try {
      while (this.aiming) {
        const { place, drag } = this.aiming;
        this.aiming = undefined;
        const answer = this.askAim(place, drag);
        this.underWay = { drag, draft: this.seat.draft, answer };
        const aimed = await answer.catch(() => undefined);
        // A ready one that is shown meanwhile was not drawn.
        if (this.ghost?.place.id === place.id && !this.ghost.ready) this.ghost = { ...this.ghost, aimed, answers: drag };
      }
      this.rest();
    } finally {
      this.underWay = undefined;
    }
  }

  private askAim(place: Place, drag: Drag): Promise<Aimed> {
    return this.seat.ask<Aimed>("aim", { draft: this.seat.draft, place: place.id, drag });
  }

  /** What the umpire says to a drawing as it is, on the draft as it stands. */
  private async answerTo({ place, drag, draft, aimed, answers, ready }: Ghost): Promise<Aimed | undefined> {
    if (draft === this.seat.draft && (ready || answers === drag)) return aimed;
    if (ready && aimed) return { ...aimed, judged: await this.seat.judge([...this.seat.draft, aimed.step]) };
    if (this.underWay?.drag === drag && this.underWay.draft === this.seat.draft) return this.underWay.answer;
    return this.askAim(place, drag);
  }

  /** When the hand rests, arcs and sight are shown from where the ghost stands. */
  private rest(): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      const ghost = this.ghost;
      if (ghost?.aimed?.judged && ghost.piece === this.seat.selected) this.seat.lookAgain(ghost.aimed.judged.steps);
    }, REST);
  }

  /**
   * The hand lets go: what is legal becomes a step of the draft, what is not is explained. It is what the hand held then,
   * and where, whatever it does until the umpire has answered.
   */
  async release(): Promise<void> {
    const { seat, ghost, held, taken } = this;
    this.drop();
    this.taken = undefined;
    this.settling = ghost;
    seat.refusals = [];
    await seat.judging.inTurn(() => this.carryOut(ghost, { held, taken }));
  }

  /** Sets down what was let go of before it was taken in hand. It is its turn. */
  async setDown(place: Place, drag: Drag): Promise<void> {
    const { taken } = this;
    this.taken = undefined;
    this.settling = { place, piece: place.piece ?? null, drag, draft: this.seat.draft, aimed: undefined };
    await this.carryOut(this.settling, { held: undefined, taken });
  }

  /** Carries out what the hand has let go of. */
  private async carryOut(ghost: Ghost | undefined, from: Pick<Hand, "held" | "taken">): Promise<void> {
    const { seat } = this;
    const { round } = seat.judging;
    try {
      const aimed = ghost && (await this.answerTo(ghost));
      if (round === seat.judging.round) await this.settle(ghost, aimed, from);
    } catch (why) {
      if (round !== seat.judging.round) return;
      this.backTo(from.taken);
      seat.tell(why);
    } finally {
      if (this.settling === ghost) this.settling = undefined;
    }
  }

  private async settle(ghost: Ghost | undefined, aimed: Aimed | undefined, { held, taken }: Pick<Hand, "held" | "taken">): Promise<void> {
    if (!ghost || !aimed) return this.backTo(taken);
    if (!aimed.judged) {
      // What keys have drawn stays in hand when it is refused: it can be drawn otherwise.
      if (held && !this.ghost) [this.ghost, this.held, this.taken] = [{ ...ghost, aimed, answers: ghost.drag }, held, taken];
      else this.backTo(taken);
      this.seat.refusals = aimed.refused;
      if (!this.held) this.seat.lookAgain();
    } else if (taken?.steps.some((step) => same(step, aimed.judged?.steps.at(-1)))) {
      // The same order again: the draft stands as it was.
      this.backTo(taken);
    } else {
      const { place, drag, ready } = ghost;
      await this.lay(place, ready ? await this.asDrawn(place, drag, aimed.judged) : drag, aimed.judged);
    }
  }

  /** What was drawn becomes the draft. How is remembered, so that it can be drawn on, or laid elsewhere. */
  private async lay(place: Place, drag: Drag, judged: Judged): Promise<void> {
    const { seat } = this;
    const before = seat.draft;
    const drawn: Drawn = { step: judged.steps.at(-1), label: place.label, input: place.input, drag, turns: place.input === "path" };
    seat.drawn = [...seat.drawn, drawn];
    const free = this.isFree(place);
    await seat.set(judged.steps, judged, free && judged.steps.length === 1 ? { place, drag } : undefined);
    if (place.input === "pose" && !free) void this.tryTurns(before, place, drawn, judged);
  }

  /** Is it laid freely, and no piece that stands on the table already? */
  isFree(place: Place): boolean {
    return place.piece == null || this.seat.aside.has(place.piece);
  }

  /** Would something else come of a drawing with another heading? Only the umpire knows. */
  private async tryTurns(draft: Step[], place: Place, drawn: Drawn, judged: Judged): Promise<void> {
    const { seat } = this;
    const heading = judged.pieces.find((one) => one.id === place.piece)?.pose.heading ?? 0;
    for (const turn of [5_000, 355_000]) {
      const turned = { ...drawn.drag, heading: (heading + turn) % 360_000 };
      const aimed = await seat.ask<Aimed>("aim", { draft, place: place.id, drag: turned }).catch(() => undefined);
      if (!aimed?.judged || same(aimed.judged.steps, judged.steps)) continue;
      seat.drawn = seat.drawn.map((one) => (one === drawn ? { ...drawn, turns: true } : one));
      return seat.noted(seat);
    }
  }

  /** A ready step as a hand would have drawn it with the first of all further numbers, if that is how it is. */
  private async asDrawn(place: Place, drag: Drag, judged: Judged): Promise<Drag> {
    const heading = judged.pieces.find((one) => one.id === place.piece)?.pose.heading;
    if (heading === undefined || place.fields.length === 0) return drag;
    const full = { ...drag, heading, fields: place.fields.map((field) => field.values[0]?.[0] ?? 0) };
    const aimed = await this.askAim(place, full).catch(() => undefined);
    return same(aimed?.judged?.steps, judged.steps) ? full : drag;
  }

  letGo(): void {
    if (this.ghost) this.seat.lookAgain();
    this.drop();
    this.putBack();
  }

  /** Gives the piece in hand its old order again; says whether there was one. */
  putBack(): boolean {
    const taken = this.taken;
    this.taken = undefined;
    this.backTo(taken);
    return taken !== undefined;
  }

  private backTo(taken: Hand["taken"]): void {
    if (taken) void this.seat.set(taken.steps, taken.judged, taken.laid);
  }

  /**
   * Makes a piece ready to be moved by hand: what it was ordered is taken back until the hand has let go, and a piece
   * that waits to be activated, alone or with its formation, is. It goes on from where it lies, as it was ordered.
   */
  async grab(piece: number): Promise<Grip | undefined> {
    const { round } = this.seat.judging;
    // What is offered is of the draft as it was until it has been asked anew.
    await this.seat.asking;
    if (!this.seat.mine) return undefined;
    const [pose, drawn] = [this.seat.byId.get(piece)?.pose, this.seat.ways.get(piece)];
    const last = this.seat.entries.filter((entry) => entry.piece === piece).at(-1);
    if (this.seat.placesOf(piece).length === 0) {
      const begun = await this.beginning(piece);
      const before = { steps: this.seat.draft, judged: this.seat.judged, laid: this.seat.laid };
      if (last) {
        await this.seat.keep(without(this.seat.draft, last.index));
        if (round === this.seat.judging.round) this.taken = before;
      } else if (begun) await this.seat.set(begun);
      else return undefined;
      await this.seat.asking;
    }
    // Another question was asked meanwhile.
    if (round !== this.seat.judging.round) return undefined;
    const places = this.seat.placesOf(piece);
    if (places.length === 0) this.putBack();
    const again = this.taken && places.find((place) => place.label === drawn?.label);
    if (again) {
      [this.seat.tool, this.seat.fields] = [again.id, drawn?.drag.fields ?? []];
      return { place: again, pose, drag: drawn?.drag };
    }
    const place = places.find((place) => place.id === this.seat.tool) ?? places.find((p) => p.input === "pose") ?? places[0];
    // What was ordered by a click on an enemy is drawn at him.
    const strike = this.taken && this.seat.hints.strikes.find((one) => same(one.step, last?.step));
    const target = strike && centre({ area: this.seat.byId.get(strike.target)?.stands.flat() ?? [] });
    return place && { place, pose, drag: target && { points: [target] }, step: this.taken && last?.step };
  }

  /** Chooses another kind of move: what keys hold goes on by it from where it is. */
  change(place: Place): void {
    const { seat, held } = this;
    const lies = this.ghost?.aimed?.judged?.pieces.find((one) => one.id === place.piece)?.pose.at;
    const end = (held?.lead && lies) ?? this.ghost?.drag.points.at(-1);
    if (!held || !end) return seat.takeTool(place.id);
    [seat.tool, seat.fields] = [place.id, []];
    this.held = { ...held, place, lead: undefined, corners: [], snap: -1 };
    this.aim(place, { points: [end], ...(held.heading === undefined ? {} : { heading: held.heading }), fields: seat.fieldsOf(place) });
  }

  /** Takes the last corner out of the way that keys hold; says whether there was one. */
  straighten(): boolean {
    const [held, end] = [this.held, this.ghost?.drag.points.at(-1)];
    if (!held || !end || held.corners.length === 0) return false;
    held.corners = held.corners.slice(0, -1);
    this.aim(held.place, { ...this.ghost?.drag, points: [...held.corners, end] });
    return true;
  }

  /** The way a piece faces, as the hand shows it. */
  faces({ piece = null }: Place): number {
    const shown = this.ghost?.aimed?.judged?.pieces.find((one) => one.id === piece);
    return (shown ?? this.seat.pieceOf(piece))?.pose.heading ?? 0;
  }

  /** How a draft begins that lets a piece move: with a plan for it, or with all that is offered to it. */
  private async beginning(piece: number): Promise<Step[] | undefined> {
    const { seat } = this;
    if (seat.draft.length > 0) return undefined;
    const plan = seat.hints.plans.find((one) => one.pieces.includes(piece));
    if (plan) return plan.steps;
    const [offer, more] = seat.offersOf(piece);
    if (!offer || more) return undefined;
    const options = await seat.ask<Options>("options", { draft: [offer.step] }).catch(() => undefined);
    return options?.places.some((place) => place.piece === piece) ? [offer.step] : undefined;
  }

  /** Lays the only thing of the draft somewhere else, or otherwise; where that is refused it stays. */
  async layAgain(change: Partial<Drag>): Promise<void> {
    const { seat } = this;
    await seat.change(async () => {
      const laid = seat.laid;
      if (!laid) return;
      const drag = { ...laid.drag, ...change };
      try {
        const aimed = await seat.ask<Aimed>("aim", { draft: [], place: laid.place.id, drag });
        if (seat.laid !== laid) return;
        seat.refusals = aimed.refused;
        if (aimed.judged) await this.lay(laid.place, drag, aimed.judged);
      } catch (why) {
        seat.tell(why);
      }
    });
  }

  /** Takes what was laid last in hand again; it lies there still if the hand lets go of it. */
  async lift(): Promise<Laid | undefined> {
    const { seat } = this;
    const { laid, draft: steps, judged } = seat;
    if (!laid) return undefined;
    if (laid.place.piece != null) void seat.select(laid.place.piece);
    await seat.keep([]);
    await seat.asking;
    if (!seat.place(laid.place.id)) return undefined;
    seat.takeTool(laid.place.id);
    seat.fields = laid.drag.fields ?? [];
    this.taken = { steps, judged, laid };
    return laid;
  }

  /** Shows what an exact step would do, as a ghost. */
  async tryStep(place: Place, step: Step): Promise<void> {
    const [emptied, draft] = [this.emptied, this.seat.draft];
    try {
      const judged = await this.seat.judge([...draft, step]);
      if (emptied !== this.emptied) return;
      const at = judged.pieces.find((one) => one.id === place.piece)?.pose.at ?? centre(this.newIn(judged)[0]);
      const drag: Drag = { points: at ? [at] : [] };
      this.ghost = { place, piece: place.piece ?? null, drag, draft, aimed: { step, judged, refused: [], instead: [] }, ready: true };
      this.rest();
    } catch (why) {
      this.seat.tell(why);
    }
  }
}
