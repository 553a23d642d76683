// What a hand does at the table, by keys: take up, move, turn, try exact steps, measure, look around.
import { same } from "../battle/draft";
import type { SeatStore } from "../battle/seat.svelte";
import type { Place } from "../protocol/types";
import { leadOf, plus, type Sheet, type Spot } from "./geometry";
import type { Lens } from "./lens.svelte";
import type { Ruler } from "./ruler.svelte";

const STEPS: Record<string, [number, number]> =
  { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const moved = (at: Spot, [x, y]: [number, number], finely: boolean): Spot => {
  const far = finely ? 5 : 25;
  return { x: at.x + x * far, y: at.y + y * far };
};

/** What keys need of the hand that draws with a pointer. */
export type Pointer = { turn(by: number): boolean; drop(): void; pointed(place: Place, spot: Spot): boolean };

export class Keys {
  /** Keys that come while a piece is being chosen, taken up or set down wait for it. */
  private taking: Promise<boolean | void> | undefined;

  constructor(
    private readonly seat: SeatStore,
    private readonly ruler: Ruler,
    private readonly lens: Lens,
    private readonly sheet: () => Sheet | undefined,
    private readonly pointer: Pointer,
  ) {}

  /** Keys that come while a piece is being chosen are meant for it. */
  after(choice: Promise<void>): void {
    this.taking = choice;
  }

  async key(pressed: string, finely: boolean): Promise<void> {
    if (!this.sheet()) return;
    const { seat, ruler, lens } = this;
    const arrow = STEPS[pressed];
    if (pressed === "Escape") return this.escape();
    if (pressed === "r") return ruler.next(this.chosenAt());
    if (ruler.on && arrow) return ruler.pull(moved(ruler.tape?.to ?? lens.middle(), arrow, finely));
    const turned = pressed === "q" ? -5000 : pressed === "e" ? 5000 : 0;
    if (turned && this.pointer.turn(turned)) return;
    await this.taking;
    if (pressed === "m" && !seat.hand.held && (await (this.taking = this.takeUp()))) return seat.hand.ghost ? undefined : this.ask();
    if ((pressed === "n" || pressed === "p") && (seat.selected !== null || seat.laying)) {
      if (!seat.hand.held && !(await (this.taking = this.takeUp()))) return;
      return this.trySnap(pressed === "n" ? 1 : -1);
    }
    const held = seat.hand.held;
    if (held && arrow) {
      held.at = moved(held.at, arrow, finely);
      return this.ask();
    }
    if (held?.place.input === "path" && pressed === "c") {
      const corner = this.sheet()?.back(held.at);
      if (corner && !same(corner, held.corners.at(-1))) held.corners = [...held.corners, corner];
      return this.ask();
    }
    if (held && turned) {
      const now = held.heading ?? seat.hand.faces(held.place);
      held.heading = (now + turned + 360_000) % 360_000;
      return this.ask();
    }
    if (held && pressed === "Enter") return (this.taking = seat.hand.release());
    if (arrow) lens.panBy(-arrow[0] * 60, -arrow[1] * 60);
    if (pressed === "+" || pressed === "=") lens.zoomBy(1.25);
    if (pressed === "-") lens.zoomBy(0.8);
    if (pressed === "0") lens.showAll();
  }

  private chosenAt(): Spot | undefined {
    const chosen = this.seat.selected === null ? undefined : this.seat.byId.get(this.seat.selected);
    return chosen && this.sheet()?.place(chosen.pose.at);
  }

  private async takeUp(): Promise<boolean> {
    const { seat } = this;
    const sheet = this.sheet();
    const [asked, id] = [seat.prompt?.id, seat.selected];
    if (!sheet || seat.replay || seat.busy) return false;
    if (id === null || seat.laying) return this.takeFree(sheet);
    const grip = await seat.judging.inTurn(() => seat.hand.grab(id));
    if (!grip && seat.laid) return this.takeFree(sheet);
    if (!grip || seat.prompt?.id !== asked || seat.selected !== id) return false;
    const { place, pose, drag, step } = grip;
    const at = pose ? sheet.place(pose.at) : { x: sheet.width / 2, y: sheet.height / 2 };
    const corners = place.input === "path" ? (drag?.points.slice(0, -1) ?? []) : [];
    const lead = drag && leadOf(sheet, at, drag, (spot) => this.pointer.pointed(place, spot));
    seat.hand.held = { place, at, lead, corners, heading: drag?.heading ?? undefined, snap: -1 };
    // It is shown as it was ordered, until a key draws it otherwise.
    if (step) await seat.hand.tryStep(place, step);
    else if (drag) seat.hand.aim(place, drag);
    return true;
  }

  /** Takes up what is in hand to be laid on the table, in the middle of what is seen; or what was laid, where it lies. */
  private async takeFree(sheet: Sheet): Promise<boolean> {
    const { seat } = this;
    // What is offered is of the draft as it was until it has been asked anew.
    await seat.asking;
    const laid = seat.laying ? undefined : await seat.judging.inTurn(() => seat.hand.lift());
    const [place, point] = [seat.laying, laid?.drag.points.at(-1)];
    if (!place) return false;
    seat.hand.held = { place, at: point ? sheet.place(point) : this.lens.middle(), corners: [], heading: laid?.drag.heading ?? undefined, snap: -1 };
    return true;
  }

  /** Asks the umpire what fits where keys have moved what they hold. */
  private ask(): void {
    const held = this.seat.hand.held;
    const sheet = this.sheet();
    if (!held || !sheet) return;
    this.seat.refusals = [];
    const heading = held.heading === undefined ? {} : { heading: held.heading };
    const led = held.lead && plus(held.at, held.lead);
    const end = sheet.back(led && this.pointer.pointed(held.place, led) ? led : held.at);
    // At a corner that was just set nothing has been drawn after it.
    const points = same(held.corners.at(-1), end) ? held.corners : [...held.corners, end];
    this.seat.hand.aim(held.place, { points, ...heading, fields: this.seat.fieldsOf(held.place) });
  }

  /** Shows the next exact step of what keys hold, or the one before. */
  private async trySnap(by: 1 | -1): Promise<void> {
    const held = this.seat.hand.held;
    const count = held?.place.snaps.length ?? 0;
    if (!held || count === 0) return;
    held.snap = held.snap < 0 && by < 0 ? count - 1 : (held.snap + by + count) % count;
    await this.seat.hand.tryStep(held.place, held.place.snaps[held.snap]);
    // What is laid freely goes on from there.
    const at = this.seat.hand.ghost?.drag.points[0];
    if (at && held.place.piece == null) held.at = this.sheet()?.place(at) ?? held.at;
  }

  private async escape(): Promise<void> {
    const { seat, ruler } = this;
    if (seat.laying && !seat.hand.held) seat.tool = null;
    else if (!seat.hand.held && !seat.hand.ghost) {
      if (ruler.on) ruler.toggle();
      else await seat.select(null);
    }
    seat.hand.letGo();
    this.pointer.drop();
  }
}
