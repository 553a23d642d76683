// Drafts that outlast a reload of the page: for the question they answer, in this tab, until they are played. Where the
// browser keeps nothing, neither are they.
import type { Drag, Place, Strike } from "../protocol/types";
import type { Step } from "./draft";

/** The question, and the last line that was told before: a question that is asked again after an undo has its number. */
export type Kept = {
  prompt: number;
  line: number;
  steps: Step[];
  /** How the only thing of it was laid on the table, and the strike that was drafted last. */
  laid?: { place: Place; drag: Drag } | undefined;
  struck?: Strike | undefined;
};
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
export function recallDraft(battle: string, seat: number | null, prompt: number, line: number): Kept | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(battle, seat)) ?? "null") as Kept | null;
    return kept?.prompt === prompt && kept.line === line && Array.isArray(kept.steps) ? kept : undefined;
  } catch {
    return undefined;
  }
}
