// Letters on a card: as large as they may be, never too small to be read, never beyond the card's edge.

/** A line, and the width that it is pressed into if it would not fit by itself. */
export type Lettered = { words: string; pressed: number | undefined };
/** Lines of words at one size. */
export type Lettering = { lines: Lettered[]; size: number };

/** How wide a bold letter is, in sizes: in the widest of the page's faces. */
const LETTER = 0.74;
/** Letters may be pressed together so far. */
const TIGHT = 0.68;

/** Words for a room so wide: at the most size, smaller down to the least, then pressed together, then on two lines, then
 *  cut; so that they are not taken for any of the `others` that begin alike. */
export function lettering(words: string, room: number, most: number, least: number, others: string[] = []): Lettering {
  const size = Math.min(most, Math.max(least, room / (LETTER * Math.max(1, words.length))));
  const fits = Math.floor(room / (LETTER * size * TIGHT));
  const lined = (...lines: string[]) => lines.map((line) => ({ words: line, pressed: LETTER * line.length * size > room * 1.001 ? room : undefined }));
  if (words.length <= fits) return { lines: lined(words), size };
  const [first, second] = halves(words);
  if (second && Math.max(first.length, second.length) <= fits) return { lines: lined(first, second), size };
  return { lines: lined(...toldApart(words, fits, others)), size };
}

/** The beginning of words that do not fit; if others begin alike, below it the part by which they are told apart: the end
 *  if that will do, or else another. Where one part will not do, that part and the end. */
function toldApart(words: string, fits: number, others: string[]): string[] {
  const first = cut(words, fits);
  const rest = others.filter((other) => other !== words);
  const alike = rest.filter((other) => cut(other, fits) === first);
  if (alike.length === 0) return [first];
  const end = ending(words, fits);
  const ends = (other: string) => ending(other, fits) === end;
  if (!alike.some(ends)) return [first, end];
  // What begins with a word is read more easily.
  const places = Array.from({ length: words.length }, (_, at) => at).slice(first.length - 1);
  const starts = [...places.filter((at) => /[ -]/.test(words[at - 1] ?? "")), ...places];
  const has = (part: string) => (other: string) => other.includes(part.replace(/…$/, ""));
  const apart = starts.map((at) => cut(words.slice(at), fits)).find((part) => !alike.some(has(part)));
  if (apart) return [first, apart];
  const besides = starts.map((at) => cut(words.slice(at), fits - 1)).find((part) => !rest.filter(ends).some(has(part)));
  return [besides ? `…${besides}` : first, end];
}

/** As much of the beginning as fits. */
function cut(words: string, fits: number): string {
  return words.length <= fits ? words : `${words.slice(0, Math.max(1, fits - 1)).trimEnd()}…`;
}

/** As many of the last words as fit; of a long last word its end. */
function ending(words: string, fits: number): string {
  const from = words.length - fits;
  const at = from + words.slice(from - 1).search(/[ -]/);
  return at >= from ? words.slice(at) : `…${words.slice(from + 1)}`;
}

/** Two parts of about the same length, cut at a blank or a hyphen; one part if there is none. */
function halves(words: string): [string, string] {
  const cuts = [...words.matchAll(/[ -]/g)].map((cut) => cut.index + 1);
  const from = (cut: number) => Math.abs(cut - words.length / 2);
  const best = cuts.sort((a, b) => from(a) - from(b))[0];
  return best === undefined ? [words, ""] : [words.slice(0, best).trim(), words.slice(best)];
}
