// The hand over the table: what it draws, what the umpire says to it, and what becomes of it when it lets go.
import type { Aimed, Drag, Judged, Place } from "../protocol/types";
import type { Step } from "./draft";
import type { SeatStore } from "./seat.svelte";
import type { Spot } from "../table/geometry";

/** So long a hand is still before what it holds is looked at, in milliseconds. */
const REST = 90;

/** What a hand is drawing: where the umpire would put the piece, or why it would not. */
export type Ghost = { place: Place; piece: number | null; drag: Drag; aimed: Aimed | undefined };

/** What keys hold: a place to draw in, where they have moved it, and which of its exact steps was tried last. */
export type Held = { place: Place; at: Spot; heading: number | undefined; snap: number };

export class Hand {
  ghost = $state.raw<Ghost | undefined>();
  held: Held | undefined;
  /** The draft with the order of the piece in hand, which stands again unless another takes its place. */
  taken: { steps: Step[]; judged: Judged | undefined } | undefined;
  private aiming: { drag: Drag; place: Place } | undefined;
  private aimUnderWay = false;
  /** How often the hand was emptied: what was asked before that is no longer wanted. */
  private emptied = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly seat: SeatStore) {}

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
        if (this.ghost?.place.id === place.id) this.ghost = { ...this.ghost, aimed };
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
      if (done && place && drag && place.piece == null && this.seat.draft.length === 1) this.seat.laid = { place, drag };
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
    if (taken) void this.seat.set(taken.steps, taken.judged);
    return taken !== undefined;
  }

  /** Shows what an exact step would do, as a ghost. */
  async tryStep(place: Place, step: Step): Promise<void> {
    const drag: Drag = { points: [] };
    const emptied = this.emptied;
    try {
      const judged = await this.seat.judge([...this.seat.draft, step]);
      if (emptied !== this.emptied) return;
      this.ghost = { place, piece: place.piece ?? null, drag, aimed: { step, judged, refused: [], instead: [] } };
      this.rest();
    } catch (why) {
      this.seat.tell(why);
    }
  }
}
