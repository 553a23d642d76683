// Opening a battle and sitting down.
import * as http from "../protocol/http";
import type { Sitter } from "../protocol/server";
import { keep } from "./chairs";

/** Who sits in a chair: me or a friend at this screen, a friend who gets a link, or the computer. */
export type Sits = { who: "here" } | { who: "link" } | { who: "computer"; level: string };

export async function openBattle(game: string, scenario: string, sits: Sits[]): Promise<string> {
  const seats: Sitter[] = sits.map((one) => (one.who === "computer" ? { by: "computer", level: one.level } : { by: "person" }));
  const opened = await http.open({ game, scenario, seats });
  const here = opened.seats.filter((_, i) => sits[i]?.who === "here");
  const invites = opened.seats
    .filter((_, i) => sits[i]?.who === "link")
    .map((seat) => ({ name: seat.name, link: new URL(seat.link ?? "", location.href).href }));
  const bench = new URL(opened.public.link, location.href).href;
  for (const { seat, name, token } of here) {
    if (token) keep({ battle: opened.battle, token, seat, name, scenario, opened: Date.now(), invites, bench });
  }
  return opened.battle;
}
