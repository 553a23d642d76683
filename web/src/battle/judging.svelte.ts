// Changes of a draft that the umpire is still judging: what is played waits for them.
export class Judging {
  /** How many there are. */
  under = $state(0);

  async during<T>(judged: Promise<T>): Promise<T> {
    this.under++;
    try {
      return await judged;
    } finally {
      this.under--;
    }
  }

  /** Waits until all are judged. */
  async over(): Promise<void> {
    while (this.under > 0) await new Promise((wake) => setTimeout(wake, 4));
  }
}
