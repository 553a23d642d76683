import { expect, test } from "vitest";
import type { Figure } from "../src/protocol/types";
import { drawn, isSign } from "../src/table/figures";
import { band, local } from "../src/table/geometry";
import { lettering } from "../src/table/lettering";
import { byName, coloursOf, flagsOf, PALETTE } from "../src/table/nations";

/** The contrast of two colours by the formula of WCAG 2. */
function contrast(a: string, b: string): number {
  const [x, y] = [a, b].map((colour) => {
    const [r, g, blue] = [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  }) as [number, number];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

test("contrast is as WCAG says: black on white is 21, #777 on white is 4.48", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test("every nation's ink can be read on its card and on white, and white on it", () => {
  for (const { ink, tint } of PALETTE) {
    for (const paper of [tint, "#fffdf6"]) expect(contrast(ink, paper), `${ink} on ${paper}`).toBeGreaterThan(4.5);
    expect(contrast("#20180e", tint), `words on ${tint}`).toBeGreaterThan(7);
    expect(contrast("#4a3a26", tint), `the formation on ${tint}`).toBeGreaterThan(4.5);
    // Against the ground of the map a card needs the contrast of a thing, not of a text.
    expect(contrast(ink, "#f1e6c8"), `${ink} on the map`).toBeGreaterThan(3);
  }
});

test("a flag gives the colours of its nation, any other those of the side", () => {
  expect(coloursOf("Austrian", 0)).toBe(coloursOf("Austrians", 1));
  expect(coloursOf("France", 1)).toBe(coloursOf("French", 0));
  expect(coloursOf("Prussian", 1)).not.toBe(coloursOf("Russian", 1));
  expect(coloursOf("Blue", 0).ink).not.toBe(coloursOf("Blue", 1).ink);
});

test("a side has the flag that most of its pieces carry", () => {
  const piece = (side: number, flag: string) => ({ side, flag });
  const pieces = [piece(1, "Dutch"), piece(1, "British"), piece(1, "British"), piece(0, "French")];
  expect(flagsOf(pieces)).toEqual(new Map([[1, "British"], [0, "French"]]));
  // Before any piece is seen the side's name stands for it; a piece that is seen goes before it.
  expect(flagsOf(byName([{ side: 1, name: "Prussians" }]))).toEqual(new Map([[1, "Prussians"]]));
  expect(flagsOf([piece(1, "Saxon"), ...byName([{ side: 1, name: "Allies" }])])).toEqual(new Map([[1, "Saxon"]]));
});

/** All coordinates of a path that has only absolute points. */
const spots = (d: string) => [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

test("figures fill their box and do not leave it", () => {
  expect(spots(drawn(["cross"], 20, 12).line)).toEqual([[-20, -12], [20, 12], [-20, 12], [20, -12]]);
  expect(spots(drawn(["half"], 20, 12).solid)).toEqual([[-20, 12], [20, -12], [20, 12]]);
  for (const one of ["cross", "slash", "half", "pennon", "bar", "star", "chevron", "burst", "arrow", "swords", "wheel"] as Figure[]) {
    const { line, solid } = drawn([one], 20, 12);
    expect(line + solid, one).not.toBe("");
    for (const [x, y] of spots(line + solid)) expect(Math.abs(x ?? 99) <= 20.01 && Math.abs(y ?? 99) <= 12.01, `${one} ${x} ${y}`).toBe(true);
  }
});

test("several figures lie over one another", () => {
  const both = drawn(["slash", "half"], 20, 12);
  expect([both.line, both.solid]).toEqual([drawn(["slash"], 20, 12).line, drawn(["half"], 20, 12).solid]);
  expect(drawn(["frame", "flag", "fade"], 20, 12)).toEqual({ line: "", solid: "" });
  expect([isSign("frame"), isSign("shield"), isSign(undefined)]).toEqual([false, true, true]);
});

test("each side's band has a shape of its own, as wide as the card", () => {
  const bands = [0, 1, 2, 3].map((side) => band(side, 100, -50, 10));
  expect(new Set(bands).size).toBe(4);
  for (const one of bands) expect(one.startsWith("M50 -50H-50V-40")).toBe(true);
  // Toothed: ten teeth, each 10 wide and half as deep as the band.
  expect(bands[1]?.match(/l5 5l5 -5/g)?.length).toBe(10);
});

test("a spot before a card that faces east is up in its own frame", () => {
  const frame = { x: 100, y: 200, width: 100, depth: 100, degrees: 90, turned: false };
  const at = local(frame, { x: 150, y: 200 });
  expect(at.x).toBeCloseTo(0);
  expect(at.y).toBeCloseTo(-50);
});

test("names on a card stay readable and inside it", () => {
  const name = (words: string) => lettering(words, 88, 18.5, 14.5);
  const one = (words: string, pressed: number | undefined) => [{ words, pressed }];
  expect(name("Pajol")).toEqual({ lines: one("Pajol", undefined), size: 18.5 });
  // 88 / (0.74 × 7): smaller, and not yet too small.
  expect(name("Homburg").size).toBeCloseTo(16.99, 2);
  expect(name("Destabenrath")).toEqual({ lines: one("Destabenrath", 88), size: 14.5 });
  expect(name("Prinz von Hessen").lines).toEqual([{ words: "Prinz", pressed: undefined }, { words: "von Hessen", pressed: 88 }]);
  expect(name("Schwarzenbergwald")).toEqual({ lines: one("Schwarzenbe…", 88), size: 14.5 });
  for (const words of ["A", "Wartensleben", "Prinz von Hessen", "Schwarzenbergwald", "Hessen-Homburg Philipsthal", ""]) {
    const { lines, size } = name(words);
    expect(size).toBeGreaterThanOrEqual(14.5);
    // Letters are never pressed below 0.68 of their width.
    for (const line of lines) expect(line.words.length * 0.74 * size * 0.68, words).toBeLessThanOrEqual(88);
  }
});

test("long names that begin alike are told apart by what is not cut away", () => {
  const shown = (names: string[], words: string) => lettering(words, 88, 18.5, 14.5, names).lines.map((line) => line.words);
  const alike = (...names: string[]) => names.map((words) => shown(names, words));
  // The beginnings differ: they are enough.
  expect(alike("1st Brigade of the Young Guard Division", "2nd Brigade of the Young Guard Division")).toEqual([["1st Brigade…"], ["2nd Brigade…"]]);
  // The ends do, or only something in the middle.
  expect(alike("Young Guard Division, the 1st Brigade", "Young Guard Division, the 2nd Brigade")).toEqual([["Young Guard…", "1st Brigade"], ["Young Guard…", "2nd Brigade"]]);
  expect(alike("Landwehr Regiment 12 of the Elbe country", "Landwehr Regiment 13 of the Elbe country")).toEqual([["Landwehr Re…", "12 of the E…"], ["Landwehr Re…", "13 of the E…"]]);
  expect(alike("Schwarzenbergwald", "Schwarzenbergfeld")).toEqual([["Schwarzenbe…", "…zenbergwald"], ["Schwarzenbe…", "…zenbergfeld"]]);
  expect(alike("Schwarzenbergerwaldregimenter", "Schwarzenbergermoorregimenter")[0]).not.toEqual(alike("Schwarzenbergerwaldregimenter", "Schwarzenbergermoorregimenter")[1]);
  // Two that bear the same name can be told apart by nothing.
  expect(alike("Schwarzenbergwald", "Schwarzenbergwald")).toEqual([["Schwarzenbe…"], ["Schwarzenbe…"]]);
  const many = ["Erste", "Zweite", "Dritte"].flatMap((which) => ["Elbe", "Oder", "Rhein"].map((river) => `Brandenburgische Landwehr, ${which} Brigade an der ${river}`));
  const all = alike(...many);
  expect(new Set(all.map((lines) => lines.join("|"))).size).toBe(9);
  for (const line of all.flat()) expect(line.length).toBeLessThanOrEqual(12);
});
