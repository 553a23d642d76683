// Changes of a draft, one after the other: each is made on the draft that the one before it has left, and none is lost.
// What is played waits for them.
export class Judging {
  /** How many are not yet judged. */
  under = $state(0);
  /** How often a draft was begun anew: what was to change the one before is no longer wanted. */
  round = 0;
  private last: Promise<unknown> = Promise.resolve();

  /** Makes a change when its turn comes. */
  async inTurn<T>(change: () => Promise<T>): Promise<T | undefined> {
    const round = this.round;
    const made = this.last.then(() => (round === this.round ? change() : undefined));
    this.last = made.catch(() => undefined);
    this.under++;
    try {
      return await made;
    } finally {
      if (round === this.round) this.under--;
    }
  }

  /** Another draft is begun: nothing waits for the changes of this one. */
  beginAnew(): void {
    this.round++;
    this.under = 0;
    this.last = Promise.resolve();
  }

  /** Waits until all are judged. */
  async over(): Promise<void> {
    while (this.under > 0) await new Promise((wake) => setTimeout(wake, 4));
  }
}
