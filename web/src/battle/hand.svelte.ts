// The hand over the table: what it draws, what the umpire says to it, and what becomes of it when it lets go.
import type { Aimed, Drag, Judged, Options, Place, Point, Refusal, Shape } from "../protocol/types";
import { without, type Step } from "./draft";
import type { SeatStore } from "./seat.svelte";
import type { Spot } from "../table/geometry";

/** So long a hand is still before what it holds is looked at, in milliseconds. */
const REST = 90;

/** What a hand is drawing: where the umpire would put the piece, or why it would not. A ready one was not drawn. */
export type Ghost = { place: Place; piece: number | null; drag: Drag; aimed: Aimed | undefined; ready?: true };
type Laid = { place: Place; drag: Drag };

/** What keys hold: a place to draw in, where they have moved it, and which of its exact steps was tried last. */
export type Held = { place: Place; at: Spot; heading: number | undefined; snap: number };

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
  held: Held | undefined;
  /** The pointer that carries a piece from beside the table to it. */
  carrier: number | undefined;
  /** The draft with the order of the piece in hand, which stands again unless another takes its place. */
  taken: { steps: Step[]; judged: Judged | undefined; laid?: Laid | undefined } | undefined;
  private aiming: { drag: Drag; place: Place } | undefined;
  private aimUnderWay = false;
  /** How often the hand was emptied: what was asked before that is no longer wanted. */
  private emptied = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly seat: SeatStore) {}

  /** Terrain and markers that the ghost would lay down. */
  lays = $derived.by<Shape[]>(() => this.newIn(this.ghost?.aimed?.judged));

  /** What the draft would lack by the ghost; what it lacked before is not the fault of the piece in hand. */
  faults = $derived.by<Refusal[]>(() => {
    const before = new Set((this.seat.judged?.missing ?? []).map((one) => `${one.rule} ${one.sentence}`));
    const missing = this.ghost?.aimed?.judged?.missing ?? [];
    return missing.filter((one) => !before.has(`${one.rule} ${one.sentence}`));
  });

  private newIn(judged: Judged | undefined | null): Shape[] {
    const terrain = this.seat.judged?.terrain ?? this.seat.view?.scene.terrain ?? [];
    const there = new Set([...terrain, ...this.seat.markers].map((one) => JSON.stringify(one.shape)));
    const shapes = [...(judged?.terrain ?? []), ...(judged?.markers ?? [])].map((one) => one.shape);
    return shapes.filter((shape) => !there.has(JSON.stringify(shape)));
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
    const known = this.ghost?.place.id === place.id ? this.ghost.aimed : undefined;
    this.ghost = { place, piece: place.piece ?? null, drag, aimed: known };
    this.aiming = { place, drag };
    if (!this.aimUnderWay) void this.aimOn();
  }

  private async aimOn(): Promise<void> {
    this.aimUnderWay = true;
    try {
      while (this.aiming) {
        const { place, drag } = this.aiming;
        this.aiming = undefined;
        const aimed = await this.seat.ask<Aimed>("aim", { draft: this.seat.draft, place: place.id, drag }).catch(() => undefined);
        // A ready one that is shown meanwhile was not drawn.
        if (this.ghost?.place.id === place.id && !this.ghost.ready) this.ghost = { ...this.ghost, aimed };
      }
      this.rest();
    } finally {
      this.aimUnderWay = false;
    }
  }

  /** When the hand rests, arcs and sight are shown from where the ghost stands. */
  private rest(): void {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      const ghost = this.ghost;
      if (ghost?.aimed?.judged && ghost.piece === this.seat.selected) this.seat.lookAgain(ghost.aimed.judged.steps);
    }, REST);
  }

  /** The hand lets go: what is legal becomes a step of the draft, what is not is explained. */
  async release(): Promise<void> {
    while (this.aimUnderWay) await new Promise((wake) => setTimeout(wake, 4));
    const { aimed, place, drag } = this.ghost ?? {};
    this.held = undefined;
    this.ghost = undefined;
    if (!aimed) return void this.putBack();
    if (aimed.judged) {
      const done = await this.seat.set(aimed.judged.steps, aimed.judged);
      if (done && place && drag && place.piece == null && this.seat.draft.length === 1) this.seat.noted({ laid: { place, drag } });
    } else {
      this.putBack();
      this.seat.refusals = aimed.refused;
      this.seat.lookAgain();
    }
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
    if (taken) void this.seat.set(taken.steps, taken.judged).then(() => taken.laid && this.seat.noted({ laid: taken.laid }));
    return taken !== undefined;
  }

  /**
   * Makes a piece ready to be moved by hand and gives the place to draw: what it was ordered is taken back until the
   * hand has let go, and a piece that waits to be activated, alone or with its formation, is.
   */
  async grab(piece: number): Promise<Place | undefined> {
    // What is offered is of the draft as it was until it has been asked anew.
    await this.seat.asking;
    if (!this.seat.mine) return undefined;
    if (this.seat.placesOf(piece).length === 0) {
      const last = this.seat.entries.filter((entry) => entry.piece === piece).at(-1);
      const begun = await this.beginning(piece);
      const before = { steps: this.seat.draft, judged: this.seat.judged };
      if (last) {
        await this.seat.keep(without(this.seat.draft, last.index));
        this.taken = before;
      } else if (begun) await this.seat.set(begun);
      else return undefined;
      await this.seat.refresh();
    }
    const places = this.seat.placesOf(piece);
    if (places.length === 0) this.putBack();
    return places.find((place) => place.id === this.seat.tool) ?? places.find((p) => p.input === "pose") ?? places[0];
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

  /** Lays the only thing of the draft somewhere else; where that is refused it stays. */
  async layAgain(at: Point): Promise<void> {
    const laid = this.seat.laid;
    if (!laid) return;
    const drag = { ...laid.drag, points: [at] };
    try {
      const aimed = await this.seat.ask<Aimed>("aim", { draft: [], place: laid.place.id, drag });
      if (this.seat.laid !== laid) return;
      this.seat.refusals = aimed.refused;
      if (aimed.judged && (await this.seat.set(aimed.judged.steps, aimed.judged))) this.seat.noted({ laid: { place: laid.place, drag } });
    } catch (why) {
      this.seat.tell(why);
    }
  }

  /** Takes what was laid last in hand again; it lies there still if the hand lets go of it. */
  async lift(): Promise<Laid | undefined> {
    const { seat } = this;
    const { laid, draft: steps, judged } = seat;
    if (!laid || seat.busy) return undefined;
    await seat.dropDraft();
    await seat.asking;
    if (!seat.place(laid.place.id)) return undefined;
    seat.takeTool(laid.place.id);
    seat.fields = laid.drag.fields ?? [];
    this.taken = { steps, judged, laid };
    return laid;
  }

  /** Shows what an exact step would do, as a ghost. */
  async tryStep(place: Place, step: Step): Promise<void> {
    const emptied = this.emptied;
    try {
      const judged = await this.seat.judge([...this.seat.draft, step]);
      if (emptied !== this.emptied) return;
      const at = judged.pieces.find((one) => one.id === place.piece)?.pose.at ?? centre(this.newIn(judged)[0]);
      const drag: Drag = { points: at ? [at] : [] };
      this.ghost = { place, piece: place.piece ?? null, drag, aimed: { step, judged, refused: [], instead: [] }, ready: true };
      this.rest();
    } catch (why) {
      this.seat.tell(why);
    }
  }
}
