// Letters on a card: as large as they may be, never too small to be read, never beyond the card's edge.

/** Lines of words at one size; `squeezed` is the width that a line is pressed into, if it would not fit by itself. */
export type Lettering = { lines: string[]; size: number; squeezed: number | undefined; whole: boolean };

/** How wide a bold letter is, in sizes: the widest of the page's faces. */
const LETTER = 0.66;
/** Letters may be pressed together so far. */
const TIGHT = 0.72;

/** Words for a room so wide: at the most size, smaller down to the least, then pressed together, then on two lines, then cut. */
export function lettering(words: string, room: number, most: number, least: number): Lettering {
  const length = Math.max(1, words.length);
  const size = Math.min(most, Math.max(least, room / (LETTER * length)));
  const wide = LETTER * length * size;
  if (wide <= room * 1.001) return { lines: [words], size, squeezed: undefined, whole: true };
  if (wide * TIGHT <= room) return { lines: [words], size, squeezed: room, whole: true };
  const fits = Math.floor(room / (LETTER * size * TIGHT));
  const [first, second] = halves(words);
  if (second && Math.max(first.length, second.length) <= fits) {
    const longest = Math.max(first.length, second.length) * LETTER * size;
    return { lines: [first, second], size, squeezed: longest > room ? room : undefined, whole: true };
  }
  return { lines: [`${words.slice(0, Math.max(1, fits - 1))}…`], size, squeezed: room, whole: false };
}

/** Two parts of about the same length, cut at a blank or a hyphen; one part if there is none. */
function halves(words: string): [string, string] {
  const cuts = [...words.matchAll(/[ -]/g)].map((cut) => cut.index + 1);
  const from = (cut: number) => Math.abs(cut - words.length / 2);
  const best = cuts.sort((a, b) => from(a) - from(b))[0];
  return best === undefined ? [words, ""] : [words.slice(0, best).trim(), words.slice(best)];
}
