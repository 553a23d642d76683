// An army as it is mustered.
import type { Army } from "../protocol/server";

type Unit = Army["units"][number];

/** The kinds of units, the most numerous first. */
function kinds(units: Unit[]): [string, number][] {
  const counted = new Map<string, number>();
  for (const { piece } of units) counted.set(piece.kind, (counted.get(piece.kind) ?? 0) + 1);
  return [...counted].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
}

/** The army in good order: by formation, then the kind of which it has most, then by name. */
export function drilled(army: Army): Army {
  const ranks = new Map(kinds(army.units).map(([kind], rank) => [kind, rank]));
  const order = (a: Unit, b: Unit) =>
    a.piece.banner.localeCompare(b.piece.banner) ||
    (ranks.get(a.piece.kind) ?? 0) - (ranks.get(b.piece.kind) ?? 0) ||
    a.piece.name.localeCompare(b.piece.name);
  return { ...army, units: army.units.toSorted(order) };
}

export const formations = (army: Army) => [...new Set(army.units.map((unit) => unit.piece.banner))];

/** How many there are: "8 units: 5 infantry, 2 cavalry, 1 artillery". */
export function told(units: Unit[]): string {
  const list = kinds(units).map(([kind, count]) => `${count} ${kind}`);
  return `${units.length} ${units.length === 1 ? "unit" : "units"}: ${list.join(", ")}`;
}
