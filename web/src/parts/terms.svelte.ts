// Words of the game that a newcomer does not know, as the game explains them.
import * as http from "../protocol/http";
import type { Term } from "../protocol/server";

class Terms {
  /** Of the game that is played. */
  list = $state.raw<Term[]>([]);
  /** The one that is explained over whatever is on the screen. */
  shown = $state.raw<Term | null>(null);
  private game = "";

  /** Fetches those of a game. Nobody needs them to play: where they cannot be had, words are words. */
  async load(game: string): Promise<void> {
    if (game === this.game) return;
    this.game = game;
    this.list = [];
    const games = await http.games().catch(() => []);
    if (game === this.game) this.list = games.find((one) => one.name === game)?.terms ?? [];
  }
}
export const terms = new Terms();

/** A text with its terms apart, each where it comes first. */
export function explained(text: string, list: Term[]): { text: string; term?: Term }[] {
  const words = list.flatMap((term) => term.words);
  if (words.length === 0) return [{ text }];
  // Of two words that begin alike the longer one is meant. No part of a longer word is one, nor of a rule's number.
  const either = words.toSorted((a, b) => b.length - a.length).join("|");
  const seen = new Set<Term>();
  return text.split(new RegExp(`(?<![\\p{L}-])(${either})(?![\\p{L}-])`, "iu")).map((part, i) => {
    const term = i % 2 === 0 ? undefined : list.find((one) => one.words.some((word) => word.toLowerCase() === part.toLowerCase()));
    if (!term || seen.has(term)) return { text: part };
    seen.add(term);
    return { text: part, term };
  });
}
