// Drafts that outlast a reload of the page: for the question they answer, in this tab, until they are played. Where the
// browser keeps nothing, neither are they.
import type { Step } from "./draft";

/** The question, and the last line that was told before: a question that is asked again after an undo has its number. */
type Kept = { prompt: number; line: number; steps: Step[] };
const key = (battle: string, seat: number | null) => `grognard.draft.${battle}.${seat}`;

export function keepDraft(battle: string, seat: number | null, kept: Kept): void {
  try {
    if (kept.steps.length > 0) sessionStorage.setItem(key(battle, seat), JSON.stringify(kept));
    else sessionStorage.removeItem(key(battle, seat));
  } catch {
    // Then it lives as long as the page.
  }
}

/** The draft that was left unplayed when this question was asked before, and nothing has been told since. */
export function recallDraft(battle: string, seat: number | null, prompt: number, line: number): Step[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(battle, seat)) ?? "null") as Kept | null;
    return kept?.prompt === prompt && kept.line === line && Array.isArray(kept.steps) ? kept.steps : [];
  } catch {
    return [];
  }
}
