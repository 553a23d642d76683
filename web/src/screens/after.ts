// What a battle cost, unit by unit.
import type { Numbered, Piece } from "../protocol/types";

/** A unit: is it gone, what of it is lost, and how it ended. */
export type Loss = { piece: Piece; gone: boolean; lost: string; ended: string };

const LEAVES = "retires from the table";

/** All units that stood on the table at any of these times, each as it stood there first. */
export function mustered(times: Piece[][]): Piece[] {
  const all = times.flat();
  return all.filter((piece, i) => all.findIndex(({ id }) => id === piece.id) === i);
}

/** What became of the units that stood at the start, by those that stand at the end and what was told of the others.
 *  `seen`: those that are gone as they were seen last. */
export function losses(start: Piece[], end: Piece[], lines: Numbered[], seen: ReadonlyMap<number, Piece> = new Map()): Loss[] {
  const now = new Map(end.map((piece) => [piece.id, piece]));
  return start.map((piece) => {
    const there = now.get(piece.id);
    if (there) return { piece, gone: false, lost: struckOf(there), ended: "on the table" };
    const [said, when] = lastWords(piece, lines);
    // Whoever left by himself has taken with him what he had.
    const lost = said.endsWith(LEAVES) ? struckOf(seen.get(piece.id) ?? piece) : "all";
    return { piece, gone: true, lost, ended: [happened(said), when].filter(Boolean).join(", ") };
  });
}

function struckOf({ tracks: [track] }: Piece): string {
  if (!track) return "";
  return track.struck === 0 ? "nothing" : `${track.struck} of ${track.boxes.length} ${track.name}`;
}

/** The log's words for what happens, as what has happened: "is broken", "broken". */
const happened = (said: string) => said.replace(/^is /, "").replace(LEAVES, "left the table");

/** The numbers of lines after which units that are gone can be seen for the last time, and of the units. */
export function lastSeen(start: Piece[], end: Piece[], lines: Numbered[]): Map<number, number[]> {
  const there = new Set(end.map((piece) => piece.id));
  const at = new Map<number, number[]>();
  for (const { id } of start) {
    const told = there.has(id) ? undefined : lines.findLast(({ line }) => line.pieces.includes(id));
    const before = told && lines.findLast(({ moment }) => moment < told.moment);
    if (before) at.set(before.number, [...(at.get(before.number) ?? []), id]);
  }
  return at;
}

/** What the dice brought above or below what was expected, as that is told to a tenth; nothing is neither. */
export function surplus(got: number, expected: number): string {
  const tenths = got * 10 - Math.round(expected * 10);
  return `${tenths > 0 ? "+" : tenths < 0 ? "−" : "±"}${(Math.abs(tenths) / 10).toFixed(1)}`;
}

/** The last that was told of a unit, without its name, and when. */
function lastWords({ id, name }: Piece, lines: Numbered[]): [said: string, when: string] {
  const last = lines.findLastIndex(({ line }) => line.pieces.includes(id));
  const sentence = lines[last]?.line.sentence.replace(/\.$/, "") ?? "";
  const said = name && sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence;
  const heading = lines.slice(0, last + 1).findLast(({ line }) => line.heading)?.line.sentence.split(":")[0];
  return [said, heading?.replace(/^./, (c) => c.toLowerCase()) ?? ""];
}
