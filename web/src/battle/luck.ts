// What the dice brought, beside what was to be expected of them when they fell.
import type { Numbered } from "../protocol/types";

export type Luck = { side: number; what: string; dice: number; got: number; expected: number; /** The first rule that they were thrown by. */ rule?: string | undefined };

/** By side and by what was counted. The game says with each line what its dice could bring; here it is only summed. */
export function luck(lines: Numbered[], sideOf: (piece: number) => number | undefined): Luck[] {
  const rows: Luck[] = [];
  for (const { line } of lines) {
    const side = sideOf(line.pieces[0] ?? -1);
    const scored = line.scored;
    if (side === undefined || !scored) continue;
    let row = rows.find((one) => one.side === side && one.what === scored.what);
    if (!row) rows.push((row = { side, what: scored.what, dice: 0, got: 0, expected: 0, rule: line.rule ?? undefined }));
    row.dice += line.dice.length;
    row.got += scored.got;
    row.expected += scored.num / scored.den;
  }
  return rows.sort((a, b) => a.side - b.side || a.what.localeCompare(b.what));
}
