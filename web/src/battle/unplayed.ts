// Drafts that outlast a reload of the page: for the question they answer, in this tab, until they are played. Where the
// browser keeps nothing, neither are they.
import type { Drag, Input, Place, Strike } from "../protocol/types";
import type { Step } from "./draft";

/** How a step of the draft was drawn: by which kind of move, and what; and whether it can be turned where it ends. */
export type Drawn = { step: Step; label: string; input: Input; drag: Drag; turns?: boolean };

/** The question and the table it was asked of: after an undo another question may have its number, or the same come again. */
export type Kept = {
  prompt: number;
  table: string;
  steps: Step[];
  /** How the only thing of it was laid on the table, and the strike that was drafted last. */
  laid?: { place: Place; drag: Drag } | undefined;
  struck?: Strike | undefined;
  drawn?: Drawn[];
};
const key = (battle: string, seat: number | null) => `grognard.draft.${battle}.${seat}`;

/** A table in few letters, so that it can be known again. */
export function tableOf(scene: unknown): string {
  let hash = 0;
  const text = JSON.stringify(scene);
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return `${text.length}.${hash}`;
}

export function keepDraft(battle: string, seat: number | null, kept: Kept): void {
  try {
    if (kept.steps.length > 0) sessionStorage.setItem(key(battle, seat), JSON.stringify(kept));
    else sessionStorage.removeItem(key(battle, seat));
  } catch {
    // Then it lives as long as the page.
  }
}

/** The draft that was left unplayed when this question was asked before of the same table. */
export function recallDraft(battle: string, seat: number | null, prompt: number, table: string): Kept | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(battle, seat)) ?? "null") as Kept | null;
    return kept?.prompt === prompt && kept.table === table && Array.isArray(kept.steps) ? kept : undefined;
  } catch {
    return undefined;
  }
}
