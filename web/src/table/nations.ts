// The colours of nations: what a card of each looks like, and its flag. Flags that are not known here have the colour
// of their side. Which side a card belongs to is always told by its front edge as well.
/** Stripes from the hoist or from the top, or a cross on a field. */
export type Cloth = { way: "down" | "across" | "cross"; colours: string[] };
/** Ink to draw and write with, the card's paper, and the flag. */
export type Colours = { ink: string; tint: string; cloth: Cloth };

const down = (...colours: string[]): Cloth => ({ way: "down", colours });
const across = (...colours: string[]): Cloth => ({ way: "across", colours });
const cross = (...colours: string[]): Cloth => ({ way: "cross", colours });

const [WHITE, RED, BLUE, YELLOW, BLACK, GREEN] = ["#fffdf6", "#c2342b", "#2a4fa0", "#f0c23c", "#1d1d1f", "#3f8a4a"];

/** How the word of a flag begins, and its colours. */
const NATIONS: [RegExp, Colours][] = [
  [/^(french|france)/, { ink: "#2c4a85", tint: "#e9eef7", cloth: down(BLUE, WHITE, RED) }],
  [/^austria/, { ink: "#84610a", tint: "#fffdf4", cloth: across(BLACK, YELLOW) }],
  [/^prussia/, { ink: "#23272f", tint: "#e4e7ec", cloth: across(BLACK, WHITE) }],
  [/^russia/, { ink: "#2b5d34", tint: "#e6f0e2", cloth: across(WHITE, BLUE, RED) }],
  [/^(british|britain|england|english|anglo)/, { ink: "#9a2f27", tint: "#f8e9e3", cloth: cross(BLUE, WHITE, RED) }],
  [/^(spain|spanish)/, { ink: "#8a4708", tint: "#fbf0dd", cloth: across(RED, YELLOW, RED) }],
  [/^portug/, { ink: "#0f5a60", tint: "#e2f1f1", cloth: down(BLUE, WHITE) }],
  [/^bavaria/, { ink: "#1a6490", tint: "#e5f1f8", cloth: across(WHITE, "#6fa8d8") }],
  [/^saxon/, { ink: "#56641c", tint: "#f0f3dd", cloth: across(WHITE, GREEN) }],
  [/^(dutch|netherlands)/, { ink: "#a3420d", tint: "#fdeee0", cloth: across(RED, WHITE, BLUE) }],
  [/^(polish|poland)/, { ink: "#8a1d4c", tint: "#f8e6ee", cloth: across(WHITE, RED) }],
  [/^(italian|italy)/, { ink: "#1f6b48", tint: "#e3f3ea", cloth: down(GREEN, WHITE, RED) }],
  [/^(swedish|sweden)/, { ink: "#1d5484", tint: "#fbf3d4", cloth: cross(BLUE, YELLOW) }],
  [/^(danish|denmark)/, { ink: "#8f2430", tint: "#f9e7e6", cloth: cross(RED, WHITE) }],
];

const plain = (ink: string, tint: string): Colours => ({ ink, tint, cloth: down(WHITE) });
const SIDES = [plain("#2c4a85", "#e9eef7"), plain("#9a2f27", "#f8e9e3"), plain("#3c6b3a", "#e6f0e2"), plain("#7a5a1e", "#f5ecd6")];

export function coloursOf(flag: string, side: number): Colours {
  const word = flag.toLowerCase();
  return NATIONS.find(([begins]) => begins.test(word))?.[1] ?? (SIDES[side % SIDES.length] as Colours);
}

/** All colours there are, to be checked. */
export const PALETTE: Colours[] = [...NATIONS.map(([, colours]) => colours), ...SIDES];

/** Something that carries a flag: a piece, or a seat by its side's name. */
export type Carrier = { side: number; flag: string };
export const byName = (seats: { side: number; name: string }[]): Carrier[] => seats.map(({ side, name }) => ({ side, flag: name }));

/** The flag that most of each side carry; of several the first. */
export function flagsOf(pieces: Carrier[]): Map<number, string> {
  const counts = new Map<number, Map<string, number>>();
  for (const { side, flag } of pieces) {
    const of = counts.get(side) ?? new Map<string, number>();
    counts.set(side, of.set(flag, (of.get(flag) ?? 0) + 1));
  }
  return new Map([...counts].map(([side, of]) => [side, [...of].reduce((a, b) => (b[1] > a[1] ? b : a))[0]]));
}

/** Gives an element the colours of the sides: `--side-0`, `--side-1` … A side without any keeps what it had. */
export function dressed(node: HTMLElement | SVGElement, pieces: Carrier[]) {
  const update = (now: Carrier[]) => {
    for (const [side, flag] of flagsOf(now)) node.style.setProperty(`--side-${side}`, coloursOf(flag, side).ink);
  };
  update(pieces);
  return { update };
}
