// The ruler: measures anything at any time, by hand or by keys.
import type { Spot } from "./geometry";

export class Ruler {
  on = $state(false);
  /** What is measured, in units of the picture. */
  tape = $state.raw<{ from: Spot; to: Spot } | undefined>();

  /** Takes the ruler up or puts it away. Taken up at a spot, it begins there. */
  toggle(at?: Spot): void {
    this.on = !this.on;
    this.tape = this.on && at ? { from: at, to: at } : undefined;
  }

  begin(at: Spot): void {
    this.tape = { from: at, to: at };
  }

  /** Pulls the end of the tape to a spot; a tape that lies nowhere yet begins there. */
  pull(to: Spot): void {
    this.tape = { from: this.tape?.from ?? to, to };
  }

  /** The key of the ruler: takes it up, measures on from where the tape ends, or puts it away. */
  next(at: Spot | undefined): void {
    const tape = this.tape;
    if (this.on && tape && (tape.from.x !== tape.to.x || tape.from.y !== tape.to.y)) this.begin(tape.to);
    else this.toggle(at);
  }
}
