// Editing a draft. A draft is a list of steps that only the umpire understands; taking one out of the middle may make
// later ones illegal, and those go with it.
import { Refused } from "../protocol/client";
import type { Judged } from "../protocol/types";

export type Step = unknown;
export type Judge = (draft: Step[]) => Promise<Judged>;

/** Are two steps the same, whatever the order of their fields? */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}

/** What is left of a draft that is legal, and its judgement; nothing if nothing is left. */
export async function kept(draft: Step[], judge: Judge): Promise<{ steps: Step[]; judged: Judged | undefined }> {
  let steps = draft;
  while (steps.length > 0) {
    try {
      const judged = await judge(steps);
      return { steps: judged.steps, judged };
    } catch (why) {
      const refused = why instanceof Refused ? why.refusals[0] : undefined;
      if (!refused) throw why;
      steps = steps.filter((_, i) => i !== refused.step);
    }
  }
  return { steps: [], judged: undefined };
}

/** A draft without its step number `index`. */
export function without(draft: Step[], index: number): Step[] {
  return draft.filter((_, i) => i !== index);
}

/** A draft with a step moved to another place. */
export function moved(draft: Step[], from: number, to: number): Step[] {
  const step = draft[from];
  if (step === undefined) return draft;
  const rest = without(draft, from);
  return [...rest.slice(0, to), step, ...rest.slice(to)];
}
