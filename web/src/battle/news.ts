// How far somebody has read what he was told of a battle, from his chair. It outlasts the page: what happened while it was
// closed is news.
import type { Numbered } from "../protocol/types";
import * as storage from "./storage";

export type News = {
  /** The last line before the chair's last choice. */
  heard: number;
  /** The last line that was told when the news were folded away. */
  read: number;
  /** How many choices were played from it. */
  choices: number;
};
const key = (battle: string, seat: number | null) => `grognard.news.${battle}.${seat}`;

export function keepNews(battle: string, seat: number | null, { heard, read, choices }: News): void {
  storage.keep(key(battle, seat), JSON.stringify({ heard, read, choices }));
}

/** What was kept, by whichever page of this browser: what was played from the chair in another one is no news here. */
export function keptNews(battle: string, seat: number | null): News | null {
  try {
    const kept = JSON.parse(storage.recall(key(battle, seat)) ?? "null") as News | null;
    return kept && [kept.heard, kept.read, kept.choices].every(Number.isInteger) ? kept : null;
  } catch {
    return null;
  }
}

/** Calls `act` when another page of this browser has kept something for the chair. Gives what ends that. */
export function newsElsewhere(battle: string, seat: () => number | null, act: () => void): () => void {
  return storage.keptElsewhere((kept) => {
    if (kept === key(battle, seat())) act();
  });
}

/** What was kept. If nothing was, all but the beginning is new to whoever comes in the first two turns; who comes later has
 *  played elsewhere. What a battle goes on from belongs to its beginning. */
export function recallNews(battle: string, seat: number | null, log: Numbered[]): News {
  const begun = log.findLast(({ moment }) => moment === log[0]?.moment)?.number ?? 0;
  const early = log.filter(({ number, line }) => number > begun && line.heading).length <= 1;
  return keptNews(battle, seat) ?? { heard: early ? begun : (log.at(-1)?.number ?? 0), read: 0, choices: 0 };
}
