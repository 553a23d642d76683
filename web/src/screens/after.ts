// What a battle cost, unit by unit.
import type { Numbered, Piece } from "../protocol/types";

/** A unit: is it gone, what of it is lost, and how it ended. */
export type Loss = { piece: Piece; gone: boolean; lost: string; ended: string };

/** What became of the units that stood at the start, by those that stand at the end and what was told of the others. */
export function losses(start: Piece[], end: Piece[], lines: Numbered[]): Loss[] {
  const now = new Map(end.map((piece) => [piece.id, piece]));
  return start.map((piece) => {
    const there = now.get(piece.id);
    if (!there) return { piece, gone: true, lost: "all", ended: lastWords(piece, lines) };
    const track = there.tracks[0];
    const lost = !track ? "" : track.struck === 0 ? "nothing" : `${track.struck} of ${track.boxes.length} ${track.name}`;
    return { piece, gone: false, lost, ended: "on the table" };
  });
}

/** What the dice brought above or below what was expected, as that is told to a tenth; nothing is neither. */
export function surplus(got: number, expected: number): string {
  const tenths = got * 10 - Math.round(expected * 10);
  return `${tenths > 0 ? "+" : tenths < 0 ? "−" : "±"}${(Math.abs(tenths) / 10).toFixed(1)}`;
}

/** The last that was told of a unit, without its name, and when. */
function lastWords({ id, name }: Piece, lines: Numbered[]): string {
  const last = lines.findLastIndex(({ line }) => line.pieces.includes(id));
  const sentence = lines[last]?.line.sentence.replace(/\.$/, "") ?? "";
  const said = name && sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence;
  const heading = lines.slice(0, last + 1).findLast(({ line }) => line.heading)?.line.sentence.split(":")[0];
  return heading ? `${said}, ${heading.replace(/^./, (c) => c.toLowerCase())}` : said;
}
