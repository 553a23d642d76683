// What the dice did, beside what was to be expected of them.
import type { Numbered } from "../protocol/types";

export type Luck = { side: number; dice: number; mean: number; expected: number; faces: number[] };

/** Six-sided dice by the side whose unit threw them. A die that was rolled again counts too: it fell. */
export function luck(lines: Numbered[], sideOf: (piece: number) => number | undefined): Luck[] {
  const sides = new Map<number, number[]>();
  for (const { line } of lines) {
    const side = sideOf(line.pieces[0] ?? -1);
    if (side === undefined) continue;
    for (const die of line.dice) {
      if (die.sides !== 6 || die.face < 1 || die.face > 6) continue;
      const faces = sides.get(side) ?? [0, 0, 0, 0, 0, 0];
      faces[die.face - 1] = (faces[die.face - 1] ?? 0) + 1;
      sides.set(side, faces);
    }
  }
  return [...sides].sort(([a], [b]) => a - b).map(([side, faces]) => {
    const dice = faces.reduce((sum, count) => sum + count, 0);
    const pips = faces.reduce((sum, count, i) => sum + count * (i + 1), 0);
    return { side, dice, mean: pips / dice, expected: 3.5, faces };
  });
}
