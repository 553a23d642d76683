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

  constructor(readonly battle: string, token: string | undefined, wire: () => Wire = dial) {
    if (token && !ofBattle(battle).some((chair) => chair.token === token)) {
      keep({ battle, token, seat: null, name: "", scenario: "", opened: Date.now(), invites: [] });
    }
    const all = ofBattle(battle);
    const linked = token ? all.filter((chair) => chair.token === token) : [];
    this.chairs = linked.length > 0 && all.length > 1 && !all.every((chair) => chair.seat !== null) ? linked : all;
    this.seats = this.chairs.map((chair) => new SeatStore(battle, chair.token, wire));
    if (this.seats.length > 1) this.curtain = 0;
  }

  seat = $derived.by(() => this.seats[this.shown]);

  /** Draws the curtain when the other person at this screen is asked. */
  watch(): void {
    if (this.seats.length < 2) return;
    const now = this.seats[this.shown];
    const view = now?.view;
    if (!view || this.curtain !== null || view.outcome) return;
    const next = this.seats.findIndex((one) => one.seat !== null && view.awaited.includes(one.seat));
    if (next >= 0 && next !== this.shown) this.curtain = next;
  }

  sitDown(index: number): void {
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
