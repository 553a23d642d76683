// The chairs of one battle that this browser holds: one, or two people's at one screen with a curtain between them.
import type { Wire } from "../protocol/client";
import { SeatStore } from "./seat.svelte";
import { keep, ofBattle, type Chair } from "./chairs";

export function dial(): Wire {
  const address = new URL("/api/socket", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(address) as unknown as Wire;
}

export class Session {
  readonly seats: SeatStore[];
  readonly chairs: Chair[];
  /** Whose view is on the screen. */
  shown = $state(0);
  /** Who is to sit down before anything is shown. */
  curtain = $state<number | null>(null);
  /** Has anybody sat down yet? */
  private sat = false;

  constructor(readonly battle: string, token: string | undefined, wire: () => Wire = dial) {
    if (token && !ofBattle(battle).some((chair) => chair.token === token)) {
      keep({ battle, token, seat: null, name: "", scenario: "", opened: Date.now(), invites: [] });
    }
    // Whoever plays here does not look on from the public's bench besides, unless he followed its link.
    const all = ofBattle(battle);
    this.chairs = all.filter((chair) => chair.seat !== null || all.length === 1 || chair.token === token);
    this.seats = this.chairs.map((chair) => new SeatStore(battle, chair.token, wire));
    if (this.seats.length > 1) this.curtain = 0;
  }

  seat = $derived.by(() => this.seats[this.shown]);

  /** Draws the curtain when the other person at this screen is asked. */
  watch(): void {
    if (this.seats.length < 2) return;
    const view = this.seats.find((one) => one.view)?.view;
    if (!view || view.outcome || (this.sat && this.curtain !== null)) return;
    const newest = this.seats[this.shown]?.view ?? view;
    const next = this.seats.findIndex((one) => one.seat !== null && newest.awaited.includes(one.seat));
    if (next >= 0 && (next !== this.shown || !this.sat)) this.curtain = next;
  }

  sitDown(index: number): void {
    this.sat = true;
    this.shown = index;
    this.curtain = null;
  }

  /** What is learnt by joining is kept with the chair, for the list of battles to resume. */
  remember(): void {
    this.seats.forEach((seat, i) => {
      const chair = this.chairs[i];
      if (!chair || seat.scenario === "") return;
      const name = seat.seats.find((one) => one.seat === seat.seat)?.name ?? "";
      if (chair.seat === seat.seat && chair.name === name) return;
      const known = { ...chair, seat: seat.seat, name, scenario: seat.scenario };
      this.chairs[i] = known;
      keep(known);
    });
  }

  stop(): void {
    for (const seat of this.seats) seat.stop();
  }
}
