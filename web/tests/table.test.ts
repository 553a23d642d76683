import { expect, test } from "vitest";
import { beside, overlap } from "../src/table/beside";
import { fit, pan, simplified, toRoom, toSheet, zoom } from "../src/table/camera";
import { frameOf, headingOf, Sheet } from "../src/table/geometry";
import { depth, drawn, mannerOf, names } from "../src/table/ground";
import type { Shape, Terrain } from "../src/protocol/types";

const sheet = new Sheet({ x: 160_000, y: 120_000 });
const room = { width: 1000, height: 700 };

test("north is up, and grains come back as they were", () => {
  expect(sheet.place({ x: 10_000, y: 20_000 })).toEqual({ x: 100, y: 1000 });
  expect(sheet.back(sheet.place({ x: 12_345, y: 67_890 }))).toEqual({ x: 12_345, y: 67_890 });
});

test("headings run clockwise from north", () => {
  const at = { x: 0, y: 0 };
  expect(headingOf(at, { x: 0, y: -5 })).toBe(0);
  expect(headingOf(at, { x: 5, y: 0 })).toBe(90_000);
  expect(headingOf(at, { x: 0, y: 5 })).toBe(180_000);
  expect(headingOf(at, { x: -5, y: 0 })).toBe(270_000);
});

test("a card's frame comes from its corners", () => {
  const stand = [{ x: 35_000, y: 18_000 }, { x: 45_000, y: 18_000 }, { x: 45_000, y: 8000 }, { x: 35_000, y: 8000 }];
  const frame = frameOf(sheet, { at: { x: 40_000, y: 18_000 }, heading: 0 }, [stand]);
  expect(frame.x).toBeCloseTo(400);
  expect(frame.y).toBeCloseTo(1070);
  expect([frame.width, frame.depth, frame.turned]).toEqual([100, 100, false]);
});

test("what is under the hand stays there while zooming", () => {
  const camera = fit(sheet, room);
  const at = { x: 300, y: 200 };
  const under = toSheet(camera, at);
  const nearer = zoom(camera, 1.7, at, sheet, room);
  expect(nearer.scale).toBeCloseTo(camera.scale * 1.7);
  expect(toRoom(nearer, under).x).toBeCloseTo(300);
  expect(toRoom(nearer, under).y).toBeCloseTo(200);
});

test("the whole table is shown clear of the tools, in the middle where they leave it", () => {
  const wide = { width: 1000, height: 400 };
  // So wide a room holds the table (1000 by 700, at 374 / 700) in its middle, tools or not.
  expect(fit({ width: 1000, height: 700 }, wide, { left: 48, foot: 0 })).toEqual(fit({ width: 1000, height: 700 }, wide));
  const beside = fit({ width: 1000, height: 700 }, { width: 600, height: 400 }, { left: 48, foot: 0 });
  expect(beside.scale).toBeCloseTo(0.526);
  expect(beside.x).toBeCloseTo(61);
  const above = fit({ width: 1000, height: 700 }, { width: 600, height: 400 }, { left: 0, foot: 48 });
  expect(above.scale).toBeCloseTo(326 / 700);
  expect(above.y).toBeCloseTo(13);
});

test("the table cannot be pushed out of sight", () => {
  const camera = pan(fit(sheet, room), 1e6, -1e6, sheet, room);
  expect(camera.x).toBe(750);
  expect(camera.y).toBeCloseTo(175 - sheet.height * camera.scale);
});

test("a drawn line keeps its bends and loses its trembling", () => {
  const line = [{ x: 0, y: 0 }, { x: 50, y: 3 }, { x: 100, y: 0 }, { x: 103, y: 50 }, { x: 100, y: 100 }];
  expect(simplified(line, 10)).toEqual([{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }]);
});

test("depth is the distance to the edge, below zero outside", () => {
  const square = [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 10 }, { x: 0, y: 10 }];
  expect(depth(square, { x: 5, y: 2 })).toBe(2);
  expect(depth(square, { x: 13, y: 14 })).toBe(-5);
});

test("terrain is drawn by its words, roads above woods, houses last", () => {
  expect([mannerOf("minor river"), mannerOf("crest"), mannerOf("something")]).toEqual(["water", "crest", "other"]);
  const area = [{ x: 0, y: 0 }, { x: 40_000, y: 0 }, { x: 40_000, y: 40_000 }, { x: 0, y: 40_000 }];
  const one = (kind: string) => ({ kind, name: kind, shape: { area } });
  const order = drawn(sheet, [one("urban"), one("road"), one("wood"), one("hill")]).map((piece) => piece.manner);
  expect(order).toEqual(["hill", "wood", "road", "houses"]);
  const wood = drawn(sheet, [one("wood")])[0];
  expect(wood?.signs.length).toBeGreaterThan(20);
  expect(names(sheet, [one("wood"), one("wood")]).length).toBe(1);
});

test("pieces that touch share one name, and pieces that lie apart do not", () => {
  const BASE = 11_000;
  const square = (x: number, y: number, side = BASE) => ({ area: [{ x, y }, { x: x + side, y }, { x: x + side, y: y + side }, { x, y: y + side }] });
  const village = (shape: Shape, name = "village") => ({ kind: "urban", name, shape });
  const written = (...terrain: Terrain[]) => names(sheet, terrain).map(({ text, x }) => `${text} ${Math.round(x)}`);
  expect(written(village(square(20_000, 0)), village(square(80_000, 0)))).toEqual(["village 255", "village 855"]);
  // A town: two bases with an edge in common, or nearly.
  expect(written(village(square(20_000, 0)), village(square(31_300, 0)))).toEqual(["village 312"]);
  expect(written(village(square(20_000, 0), "Altdorf"), village(square(31_000, 0), "Neudorf"))).toEqual(["Altdorf 255", "Neudorf 365"]);
  // Two that lay apart until a third came between.
  expect(written(village(square(20_000, 0)), village(square(42_000, 0)), village(square(31_000, 0)))).toEqual(["village 365"]);
  // One across the other, and one within the other: no corner of either is near an edge.
  const [across, within] = [[{ x: 0, y: 50_000 }, { x: 100_000, y: 50_000 }, { x: 100_000, y: 51_000 }, { x: 0, y: 51_000 }], square(40_000, 40_000, 5000)];
  const wood = (shape: Shape) => ({ kind: "wood", name: "Wood", shape });
  expect(names(sheet, [wood(square(20_000, 20_000, 60_000)), wood({ area: across })]).length).toBe(1);
  expect(names(sheet, [wood(within), wood(square(20_000, 20_000, 60_000))]).length).toBe(1);
  // Discs by their rims.
  const disc = (x: number) => wood({ disc: { centre: { x, y: 0 }, radius: 10_000 } });
  expect([names(sheet, [disc(20_000), disc(40_000)]).length, names(sheet, [disc(20_000), disc(41_000)]).length]).toEqual([1, 2]);
});

test("a river in several parts is written along its longest stretch, once where they meet", () => {
  const part = (...line: [number, number][]) => {
    const bank = (dy: number) => line.map(([x, y]) => ({ x, y: y + dy }));
    return { kind: "minor_river", name: "Brook", shape: { area: [...bank(1000), ...bank(-1000).reverse()] } };
  };
  const [upper, lower] = [part([0, 60_000], [30_000, 60_000]), part([30_000, 60_000], [90_000, 60_000])];
  expect(names(sheet, [upper, lower]).map(({ text, x }) => `${text} ${x}`)).toEqual(["Brook 600"]);
  expect(names(sheet, [upper, part([40_000, 60_000], [90_000, 60_000])]).map(({ x }) => x)).toEqual([150, 650]);
});

test("a note is written where it hides neither the hand nor what it holds", () => {
  const note = { width: 200, height: 60 };
  // A card held by its middle: above the card, and level with the hand.
  const card = { left: 450, top: 320, right: 550, bottom: 380 };
  expect(beside({ x: 500, y: 350 }, note, room, card)).toEqual({ left: 400, top: 320 - 14 - 60, side: 4 });
  // A move that ends short of the hand leaves room above it: the hand is 8 wide.
  expect(beside({ x: 500, y: 250 }, note, room, card)).toEqual({ left: 400, top: 250 - 4 - 14 - 60, side: 0 });
  // At the upper edge there is none: left of the hand.
  expect(beside({ x: 500, y: 40 }, note, room, undefined)).toEqual({ left: 500 - 4 - 14 - 200, top: 10, side: 1 });
  // In the corner: right of it, and within the room.
  expect(beside({ x: 20, y: 20 }, note, room, undefined)).toEqual({ left: 20 + 4 + 14, top: 8, side: 2 });
  // Where it was written last it stays while it can.
  expect(beside({ x: 500, y: 350 }, note, room, undefined, 3)).toEqual({ left: 400, top: 350 + 4 + 14, side: 3 });
  expect(beside({ x: 500, y: 640 }, note, room, undefined, 3).side).toBe(0);
});

test("where there is no room beside it, a note hides as little as it can", () => {
  const [note, small] = [{ width: 200, height: 60 }, { width: 300, height: 200 }];
  const card = { left: 30, top: 10, right: 290, bottom: 150 };
  const { left, top } = beside({ x: 150, y: 80 }, note, small, card);
  // At the foot 50 are free, less the margin of 8.
  expect(overlap({ left, top, right: left + 200, bottom: top + 60 }, card)).toBe(200 * (60 - 42));
});
