// Opening a battle and sitting down.
import * as http from "../protocol/http";
import type { SeatTaken, Sitter } from "../protocol/server";
import { keep, ofBattle } from "./chairs";

/** Who sits in a chair: me or a friend at this screen, a friend who gets a link, or the computer. */
export type Sits = { who: "here" } | { who: "link" } | { who: "computer"; level: string };

/** Where another battle is to be taken up: when everybody had been told so many lines. */
export type Moment = { battle: string; line: number };

/** Opens a battle of a scenario, or one that goes on from a moment of another of the same scenario. */
export async function openBattle(game: string, scenario: string, sits: Sits[], from?: Moment): Promise<string> {
  const seats: Sitter[] = sits.map((one) => (one.who === "computer" ? { by: "computer", level: one.level } : { by: "person" }));
  const opened = await http.open({ game, seats, ...(from ? { from } : { scenario }) });
  const here = opened.seats.filter((_, i) => sits[i]?.who === "here");
  const invites = opened.seats
    .filter((_, i) => sits[i]?.who === "link")
    .map((seat) => ({ name: seat.name, link: new URL(seat.link ?? "", location.href).href }));
  const bench = new URL(opened.public.link, location.href).href;
  for (const { seat, name, token } of here) {
    const commitment = opened.commitment;
    if (token) keep({ battle: opened.battle, token, seat, name, scenario, opened: Date.now(), invites, bench, commitment });
  }
  return opened.battle;
}

/** Who sits where if a battle is fought again: the same, with this browser's people at this screen. */
export function sameSits(battle: string, seats: SeatTaken[]): Sits[] {
  const mine = ofBattle(battle).map((chair) => chair.seat);
  return seats.map((one) => {
    if (one.by === "computer") return { who: "computer", level: one.level };
    return mine.includes(one.seat) ? { who: "here" } : { who: "link" };
  });
}
