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
  seats = $state.raw<SeatStore[]>([]);
  chairs = $state.raw<Chair[]>([]);
  /** Whose view is on the screen. */
  shown = $state(0);
  /** Who is to sit down before anything is shown. */
  curtain = $state<number | null>(null);
  /** Will this browser still hold its chairs when the page is opened again? */
  readonly lasting: boolean;
  /** Has anybody sat down yet? */
  private sat = false;
  /** A link was followed, and it is not known yet whether to a seat or to the public's bench. */
  private following: boolean;

  constructor(readonly battle: string, token: string | undefined, private readonly wire: () => Wire = dial) {
    const had = ofBattle(battle).find((chair) => chair.token === token);
    if (token && !had) keep({ battle, token, seat: null, name: "", scenario: "", opened: Date.now(), invites: [] });
    const all = ofBattle(battle);
    this.lasting = all.every(keep);
    const followed = all.find((chair) => chair.token === token && chair.seat === null);
    this.following = followed !== undefined;
    // Whoever plays here does not look on from the public's bench besides, unless he followed its link.
    const mine = all.filter((chair) => chair.seat !== null);
    this.chairs = followed ? [followed] : mine.length > 0 ? mine : all.slice(0, 1);
    this.open();
  }

  /** Sits down in every chair that has no store yet. */
  private open(): void {
    const there = new Map(this.seats.map((seat) => [seat.token, seat]));
    const store = (chair: Chair) => new SeatStore(this.battle, chair.token, this.wire, chair.commitment);
    this.seats = this.chairs.map((chair) => there.get(chair.token) ?? store(chair));
    if (this.seats.length > 1) [this.curtain, this.sat] = [0, false];
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

  /** Who at this screen may still take the last choice back, now that the other is to sit down. */
  undoer = $derived.by(() => {
    // After a reload nobody knows who has looked since.
    const found = this.curtain === null || !this.sat ? -1 : this.seats.findIndex((one, i) => i !== this.curtain && one.view?.may_undo);
    return found < 0 ? null : found;
  });

  /** Whoever played last takes his choice back and is asked again; nobody else has sat down yet. Who pressed it is not
   *  known: the table is shown to him behind a curtain of his own. */
  async takeBack(index: number): Promise<void> {
    const seat = this.seats[index];
    await seat?.undo();
    if (seat?.mine) this.curtain = index;
  }

  /** What is learnt by joining is kept with the chair, for the list of battles to resume. */
  remember(): void {
    this.seats.forEach((seat, i) => {
      const chair = this.chairs[i];
      if (!chair || seat.scenario === "") return;
      const name = seat.seats.find((one) => one.seat === seat.seat)?.name ?? "";
      const known = { ...chair, seat: seat.seat, name, scenario: seat.scenario, commitment: seat.commitment };
      if (JSON.stringify(known) === JSON.stringify(chair)) return;
      this.chairs[i] = known;
      keep(known);
    });
    this.followed();
  }

  /** The link led to a seat: other seats that this browser holds are at this screen too. */
  private followed(): void {
    const first = this.seats[0];
    if (!this.following || !first || first.scenario === "") return;
    this.following = false;
    if (first.seat === null) return;
    const mine = ofBattle(this.battle).filter((chair) => chair.seat !== null);
    if (mine.length < 2) return;
    this.chairs = mine;
    this.open();
  }

  stop(): void {
    for (const seat of this.seats) seat.stop();
  }
}
