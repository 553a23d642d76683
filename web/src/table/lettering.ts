// Letters on a card: as large as they may be, never too small to be read, never beyond the card's edge.

/** A line, and the width that it is pressed into if it would not fit by itself. */
export type Lettered = { words: string; pressed: number | undefined };
/** Lines of words at one size. */
export type Lettering = { lines: Lettered[]; size: number };

/** How wide a bold letter is, in sizes: in the widest of the page's faces. */
const LETTER = 0.74;
/** Letters may be pressed together so far. */
const TIGHT = 0.68;

/** Words for a room so wide: at the most size, smaller down to the least, then pressed together, then on two lines, then cut. */
export function lettering(words: string, room: number, most: number, least: number): Lettering {
  const size = Math.min(most, Math.max(least, room / (LETTER * Math.max(1, words.length))));
  const fits = Math.floor(room / (LETTER * size * TIGHT));
  const lined = (...lines: string[]) => lines.map((line) => ({ words: line, pressed: LETTER * line.length * size > room * 1.001 ? room : undefined }));
  if (words.length <= fits) return { lines: lined(words), size };
  const [first, second] = halves(words);
  if (second && Math.max(first.length, second.length) <= fits) return { lines: lined(first, second), size };
  return { lines: lined(`${words.slice(0, Math.max(1, fits - 1))}…`), size };
}

/** Two parts of about the same length, cut at a blank or a hyphen; one part if there is none. */
function halves(words: string): [string, string] {
  const cuts = [...words.matchAll(/[ -]/g)].map((cut) => cut.index + 1);
  const from = (cut: number) => Math.abs(cut - words.length / 2);
  const best = cuts.sort((a, b) => from(a) - from(b))[0];
  return best === undefined ? [words, ""] : [words.slice(0, best).trim(), words.slice(best)];
}
