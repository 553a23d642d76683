// Drafts that outlast a reload of the page: for the question they answer, in this tab, until they are played. Where the
// browser keeps nothing, neither are they.
import type { Step } from "./draft";

type Kept = { prompt: number; steps: Step[] };
const key = (battle: string, seat: number | null) => `grognard.draft.${battle}.${seat}`;

export function keepDraft(battle: string, seat: number | null, kept: Kept): void {
  try {
    if (kept.steps.length > 0) sessionStorage.setItem(key(battle, seat), JSON.stringify(kept));
    else sessionStorage.removeItem(key(battle, seat));
  } catch {
    // Then it lives as long as the page.
  }
}

/** The draft that was left unplayed when this question was asked before. */
export function recallDraft(battle: string, seat: number | null, prompt: number): Step[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(battle, seat)) ?? "null") as Kept | null;
    return kept?.prompt === prompt && Array.isArray(kept.steps) ? kept.steps : [];
  } catch {
    return [];
  }
}
