// Terrain as a map of its time draws it: hills with hachures, woods of trees, furrows, water, roads, red roofs.
// It knows kinds of terrain by their words alone.
import type { Point, Shape, Terrain } from "../protocol/types";
import { Sheet, through, uneven, n, UNIT, type Spot } from "./geometry";

export type Manner =
  | "hill" | "other" | "ploughed" | "marsh" | "rocky" | "wood" | "water" | "road" | "crossing" | "crest" | "houses";

const WORDS: [Manner, string[]][] = [
  ["crest", ["crest"]],
  ["hill", ["hill", "ridge", "height"]],
  ["wood", ["wood", "forest", "orchard"]],
  ["rocky", ["rock", "rough", "broken"]],
  ["marsh", ["marsh", "swamp", "bog"]],
  ["ploughed", ["plough", "field", "crop", "vineyard"]],
  ["crossing", ["crossing", "bridge", "ford"]],
  ["water", ["river", "stream", "water", "lake", "brook"]],
  ["road", ["road", "track"]],
  ["houses", ["urban", "village", "town", "city", "farm", "building"]],
];

/** Those further on lie above the others. */
const ORDER: Manner[] =
  ["hill", "other", "ploughed", "marsh", "rocky", "wood", "water", "road", "crossing", "crest", "houses"];

export function mannerOf(kind: string): Manner {
  return WORDS.find(([, words]) => words.some((word) => kind.includes(word)))?.[0] ?? "other";
}

export type Drawn = { manner: Manner; title: string; outline: string; strokes: string; fine: string; signs: Spot[]; roofs: Roof[] };
export type Roof = { whole: string; shade: string };
export type Name = { text: string; manner: Manner; x: number; y: number; degrees: number; size: number };

/** All terrain, lowest first. */
export function drawn(sheet: Sheet, terrain: Terrain[]): Drawn[] {
  const pieces = terrain.map((piece) => draw(sheet, piece));
  return pieces.sort((a, b) => ORDER.indexOf(a.manner) - ORDER.indexOf(b.manner));
}

function draw(sheet: Sheet, piece: Terrain): Drawn {
  const manner = mannerOf(piece.kind);
  const outline = sheet.shape(piece.shape);
  const area = "area" in piece.shape ? piece.shape.area.map((p) => sheet.place(p)) : [];
  const path = "path" in piece.shape ? piece.shape.path.map((p) => sheet.place(p)) : [];
  const base: Drawn = {
    manner,
    title: piece.name && piece.name.toLowerCase() !== piece.kind ? `${piece.name} (${piece.kind})` : piece.kind,
    outline: manner === "wood" || manner === "hill" || manner === "marsh" ? rounded(area) : outline,
    strokes: "",
    fine: "",
    signs: [],
    roofs: [],
  };
  if (manner === "hill") return { ...base, ...hachures(area) };
  if (manner === "crest") return { ...base, strokes: crest(path) };
  if (manner === "wood") return { ...base, signs: scattered(area, 25, 13) };
  if (manner === "rocky") return { ...base, signs: scattered(area, 36, 15) };
  if (manner === "houses") return { ...base, roofs: houses(area) };
  return base;
}

/** An outline whose corners are a little rounded; the straight sides stay where they are. */
function rounded(area: Spot[]): string {
  if (area.length < 3) return through(area, true);
  const at = (i: number) => area[(i + area.length) % area.length] as Spot;
  const parts = area.map((corner, i) => {
    const [before, after] = [at(i - 1), at(i + 1)];
    const a = towards(corner, before, Math.min(0.3, 22 / Math.max(1, distance(corner, before))));
    const b = towards(corner, after, Math.min(0.3, 22 / Math.max(1, distance(corner, after))));
    return `${i === 0 ? "M" : "L"}${n(a.x)} ${n(a.y)}Q${n(corner.x)} ${n(corner.y)} ${n(b.x)} ${n(b.y)}`;
  });
  return `${parts.join("")}Z`;
}

const towards = (a: Spot, b: Spot, t: number): Spot => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
const distance = (a: Spot, b: Spot) => Math.hypot(a.x - b.x, a.y - b.y);

function unit(v: Spot): Spot | undefined {
  const length = Math.hypot(v.x, v.y);
  return length > 1e-9 ? { x: v.x / length, y: v.y / length } : undefined;
}

/** How deep a spot lies inside an area; below zero outside. */
export function depth(area: Spot[], p: Spot): number {
  let inside = false;
  let nearest = Infinity;
  for (let i = 0, j = area.length - 1; i < area.length; j = i++) {
    const [a, b] = [area[i] as Spot, area[j] as Spot];
    if (a.y > p.y !== b.y > p.y && p.x < ((b.x - a.x) * (p.y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
    nearest = Math.min(nearest, offEdge([a, b], p));
  }
  return inside ? nearest : -nearest;
}

type Edge = readonly [Spot, Spot];

/** How far a spot lies from a straight edge. */
function offEdge([a, b]: Edge, p: Spot): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const t = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/** Strokes down the slope: a long row at the foot and a short one above it where there is room. */
function hachures(area: Spot[]): { strokes: string; fine: string } {
  const edges = area.map((a, i) => [a, area[(i + 1) % area.length] as Spot] as const);
  const inward = edges.map(([a, b]) => {
    const along = unit({ x: b.x - a.x, y: b.y - a.y }) ?? { x: 1, y: 0 };
    const right = { x: -along.y, y: along.x };
    const middle = towards(a, b, 0.5);
    const inside = depth(area, { x: middle.x + right.x, y: middle.y + right.y }) > 0;
    return inside ? right : { x: -right.x, y: -right.y };
  });
  let [low, high, count] = ["", "", 0];
  edges.forEach(([a, b], i) => {
    const [here, before, after] = [inward[i], inward.at(i - 1), inward[(i + 1) % edges.length]] as [Spot, Spot, Spot];
    const strokes = Math.max(1, Math.min(400, Math.floor(distance(a, b) / 7)));
    for (let k = 0; k < strokes; k++) {
      const t = (k + 0.5) / strokes;
      const from = { x: before.x + here.x, y: before.y + here.y };
      const to = { x: here.x + after.x, y: here.y + after.y };
      const [foot, up] = [towards(a, b, t), unit(towards(from, to, t))];
      if (!up) continue;
      count++;
      const stroke = (start: number, end: number) => {
        const ends = [start, end].map((far) => ({ x: foot.x + up.x * far, y: foot.y + up.y * far })) as [Spot, Spot];
        return depth(area, ends[1]) > 0.55 * end ? through(ends, false) : "";
      };
      low += stroke(4, 26 + 6 * uneven(count));
      if (count % 2 === 0) high += stroke(36, 54 + 6 * uneven(count + 7));
    }
  });
  return { strokes: low, fine: high };
}

/** A crest: short strokes to both hands. */
function crest(path: Spot[]): string {
  let ticks = "";
  path.slice(1).forEach((b, i) => {
    const a = path[i] as Spot;
    const along = unit({ x: b.x - a.x, y: b.y - a.y });
    if (!along) return;
    const strokes = Math.max(1, Math.min(400, Math.floor(distance(a, b) / 12)));
    for (let k = 0; k < strokes; k++) {
      const foot = towards(a, b, (k + 0.5) / strokes);
      const [dx, dy] = [-along.y * 9, along.x * 9];
      ticks += through([{ x: foot.x - dx, y: foot.y - dy }, { x: foot.x + dx, y: foot.y + dy }], false);
    }
  });
  return ticks;
}

/** Where a sign stands again and again over an area, not closer than `margin` to its edge. */
function scattered(area: Spot[], spacing: number, margin: number): Spot[] {
  const [xs, ys] = [area.map((p) => p.x), area.map((p) => p.y)];
  const [left, right, top, foot] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  // Over a great area the signs stand further apart, so that there are not too many of them.
  const most = 220;
  const step = Math.max(spacing, Math.sqrt(((right - left) * (foot - top)) / most));
  const spots: Spot[] = [];
  let count = 0;
  for (let row = 0; top + row * step <= foot + step; row++) {
    for (let column = 0; left + column * step <= right + step; column++) {
      count += 2;
      const shift = row % 2 === 0 ? 0 : 0.5;
      const x = left + (column + shift + 0.18 * uneven(count)) * step;
      const y = top + (row * 0.9 + 0.18 * uneven(count + 1)) * step;
      if (depth(area, { x, y }) > margin) spots.push({ x, y });
    }
  }
  return spots;
}

/** West, north, east, south in parts of a base. */
const PLAN: [number, number, number, number][] = [
  [0.08, 0.08, 0.36, 0.26], [0.46, 0.07, 0.62, 0.32], [0.7, 0.1, 0.93, 0.28], [0.07, 0.4, 0.25, 0.64],
  [0.68, 0.42, 0.93, 0.6], [0.1, 0.74, 0.42, 0.92], [0.58, 0.72, 0.9, 0.91],
];

/** Houses with red roofs on a base of four corners. */
function houses(area: Spot[]): Roof[] {
  const [a, b, c, d] = area;
  if (!a || !b || !c || !d) return [];
  const at = (s: number, t: number) => towards(towards(a, b, s), towards(d, c, s), t);
  return PLAN.map(([w, s, e, north]) => {
    const wide = e - w > north - s;
    const ridge = wide ? (s + north) / 2 : (w + e) / 2;
    const shade = wide
      ? [at(w, s), at(e, s), at(e, ridge), at(w, ridge)]
      : [at(ridge, s), at(e, s), at(e, north), at(ridge, north)];
    return { whole: through([at(w, s), at(e, s), at(e, north), at(w, north)], true), shade: through(shade, true) };
  });
}

const FONTS: Partial<Record<Manner, [number, number]>> =
  { houses: [30, 84], crossing: [20, 40], water: [24, 8], road: [21, 7], hill: [26, 48] };

/** Names of places, each once in the middle of all that bears it and touches; rivers and roads are written along. */
export function names(sheet: Sheet, terrain: Terrain[]): Name[] {
  const places: { text: string; manner: Manner; shapes: Shape[] }[] = [];
  for (const piece of terrain) {
    const manner = mannerOf(piece.kind);
    if (!piece.name || manner === "crest") continue;
    // It may join places that were apart before it.
    const joined = places.filter((one) => one.manner === manner && one.text === piece.name && one.shapes.some((shape) => touch(sheet, shape, piece.shape)));
    const [first, ...others] = joined;
    if (first) first.shapes.push(piece.shape, ...others.flatMap((one) => one.shapes));
    else places.push({ text: piece.name, manner, shapes: [piece.shape] });
    for (const one of others) places.splice(places.indexOf(one), 1);
  }
  return places.map(({ text, manner, shapes }) => {
    const spots = shapes.map((shape) => middle(sheet, shape));
    let x = spots.reduce((sum, s) => sum + s.x, 0) / spots.length;
    let y = spots.reduce((sum, s) => sum + s.y, 0) / spots.length;
    let degrees = 0;
    const stretches = manner === "water" || manner === "road" ? shapes.flatMap((shape) => stretch(sheet, shape) ?? []) : [];
    const along = stretches.toSorted((a, b) => b.far - a.far)[0];
    if (along) {
      [x, y] = [along.at.x, along.at.y];
      degrees = along.degrees > 90 ? along.degrees - 180 : along.degrees <= -90 ? along.degrees + 180 : along.degrees;
    }
    const [size, below] = FONTS[manner] ?? [25, 8];
    const angle = (degrees * Math.PI) / 180;
    return { text, manner, x: x - below * Math.sin(angle), y: y + below * Math.cos(angle), degrees, size };
  });
}

/** What lies no further apart than this touches: the eye sees no ground between. */
const CLOSE = UNIT / 20;

/** Do two shapes touch, or does one lie over the other? */
function touch(sheet: Sheet, one: Shape, other: Shape): boolean {
  const [a, b] = [edges(sheet, one), edges(sheet, other)];
  const room = CLOSE + radius(sheet, one) + radius(sheet, other);
  if (a.some((edge) => b.some((far) => between(edge, far) <= room))) return true;
  const holds = (shape: Shape, [edge]: Edge[]) => "area" in shape && edge !== undefined && depth(shape.area.map((p) => sheet.place(p)), edge[0]) > 0;
  return holds(one, b) || holds(other, a);
}

/** The straight edges of a shape; a point, or the middle of a disc, is one without length. */
function edges(sheet: Sheet, shape: Shape): Edge[] {
  const spots = points(shape).map((p) => sheet.place(p));
  const ends = "area" in shape ? [...spots, ...spots.slice(0, 1)] : spots;
  return ends.length === 1 ? ends.map((spot) => [spot, spot]) : ends.slice(1).map((to, i) => [ends[i] as Spot, to]);
}

const radius = (sheet: Sheet, shape: Shape) => ("disc" in shape ? sheet.length(shape.disc.radius) : 0);

/** How far two straight edges lie apart: nothing where they cross, otherwise from the nearest end. */
function between(one: Edge, other: Edge): number {
  const hand = ([a, b]: Edge, p: Spot) => Math.sign((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x));
  const parts = (edge: Edge, [a, b]: Edge) => hand(edge, a) * hand(edge, b) < 0;
  if (parts(one, other) && parts(other, one)) return 0;
  return Math.min(...other.map((end) => offEdge(one, end)), ...one.map((end) => offEdge(other, end)));
}

function points(shape: Shape): Point[] {
  if ("area" in shape) return shape.area;
  if ("path" in shape) return shape.path;
  return ["point" in shape ? shape.point : shape.disc.centre];
}

function middle(sheet: Sheet, shape: Shape): Spot {
  const spots = points(shape).map((p) => sheet.place(p));
  const sum = spots.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / spots.length, y: sum.y / spots.length };
}

/** The middle and direction of the longest straight stretch of a band: along one bank and back along the other. */
function stretch(sheet: Sheet, shape: Shape): { at: Spot; degrees: number; far: number } | undefined {
  if (!("area" in shape)) return undefined;
  const spots = shape.area.map((p) => sheet.place(p));
  const half = Math.floor(spots.length / 2);
  const line = spots.slice(0, half).map((s, i) => towards(s, spots[spots.length - 1 - i] as Spot, 0.5));
  let best: { at: Spot; degrees: number; far: number } | undefined;
  line.slice(1).forEach((b, i) => {
    const a = line[i] as Spot;
    const far = distance(a, b);
    if (far > (best?.far ?? UNIT)) {
      best = { at: towards(a, b, 0.5), degrees: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI, far };
    }
  });
  return best;
}
