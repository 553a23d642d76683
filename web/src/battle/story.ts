// What of a battle's story still holds.
import type { Numbered } from "../protocol/types";

/** The numbers of lines that no longer hold: their choice was taken back. */
export const takenBack = (story: Numbered[]): ReadonlySet<number> =>
  new Set(story.flatMap(({ number, line }) => (line.takes_back ?? []).map((far) => number - far)));

/** The moments of which something holds, in their order: not what was taken back, nor that it was. */
export function lasting(story: Numbered[]): number[] {
  const undone = takenBack(story);
  const holds = story.filter(({ number, line }) => !undone.has(number) && (line.takes_back ?? []).length === 0);
  return [...new Set(holds.map(({ moment }) => moment))];
}
