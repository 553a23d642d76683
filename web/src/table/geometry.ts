// From grains on the table to units of the picture, and back. 100 units of the picture are one unit of length; north
// is up.
import type { Drag, Piece, Point, Pose, Scene, Shape } from "../protocol/types";

export const UNIT = 100;
const GRAIN = 10_000 / UNIT;

export type Spot = { x: number; y: number };

export class Sheet {
  readonly width: number;
  readonly height: number;
  constructor(readonly size: Point) {
    this.width = size.x / GRAIN;
    this.height = size.y / GRAIN;
  }
  place(p: Point): Spot {
    return { x: p.x / GRAIN, y: this.height - p.y / GRAIN };
  }
  back(s: Spot): Point {
    return { x: Math.round(s.x * GRAIN), y: Math.round((this.height - s.y) * GRAIN) };
  }
  length(grains: number): number {
    return grains / GRAIN;
  }
  path(points: Point[], closed: boolean): string {
    return through(points.map((p) => this.place(p)), closed);
  }
  shape(shape: Shape): string {
    if ("area" in shape) return this.path(shape.area, true);
    if ("path" in shape) return this.path(shape.path, false);
    if ("point" in shape) return circle(this.place(shape.point), 8);
    return circle(this.place(shape.disc.centre), this.length(shape.disc.radius));
  }
}

export const sheetOf = (scene: Scene) => new Sheet(scene.size);

export function through(spots: Spot[], closed: boolean): string {
  if (spots.length === 0) return "";
  return `M${spots.map((s) => `${n(s.x)} ${n(s.y)}`).join("L")}${closed ? "Z" : ""}`;
}

/** How long a way is. */
export function long(way: Spot[]): number {
  return way.reduce((sum, to, i) => sum + Math.hypot(to.x - (way[i - 1] ?? to).x, to.y - (way[i - 1] ?? to).y), 0);
}

export function circle(at: Spot, r: number): string {
  return `M${n(at.x - r)} ${n(at.y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;
}

export const n = (x: number) => String(Math.round(x * 100) / 100);

/** The direction of a heading in the picture: north is up, angles run clockwise. */
export function direction(heading: number): Spot {
  const angle = (heading / 180_000) * Math.PI;
  return { x: Math.sin(angle), y: -Math.cos(angle) };
}

/** The heading from one spot to another, in grains. */
export function headingOf(from: Spot, to: Spot): number {
  const degrees = (Math.atan2(to.x - from.x, from.y - to.y) * 180_000) / Math.PI;
  return Math.round((degrees + 360_000) % 360_000);
}

/** A card's frame: its middle, its size, and its heading in degrees. */
export type Frame = { x: number; y: number; width: number; depth: number; degrees: number; turned: boolean };

export function frameOf(sheet: Sheet, pose: Pose, stands: Point[][]): Frame {
  const f = direction(pose.heading);
  const r = { x: -f.y, y: f.x };
  const spots = stands.flat().map((p) => sheet.place(p));
  let [left, right, rear, front] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const s of spots) {
    const across = s.x * r.x + s.y * r.y;
    const along = s.x * f.x + s.y * f.y;
    [left, right] = [Math.min(left, across), Math.max(right, across)];
    [rear, front] = [Math.min(rear, along), Math.max(front, along)];
  }
  const [u, v] = [(left + right) / 2, (rear + front) / 2];
  return {
    x: r.x * u + f.x * v,
    y: r.y * u + f.y * v,
    width: right - left,
    depth: front - rear,
    degrees: pose.heading / 1000,
    turned: pose.heading > 90_000 && pose.heading <= 270_000,
  };
}

export const plus = (a: Spot, b: Spot): Spot => ({ x: a.x + b.x, y: a.y + b.y });

/** Does a spot lie on a piece? */
export function over(sheet: Sheet, piece: Piece, spot: Spot): boolean {
  const card = frameOf(sheet, piece.pose, piece.stands);
  const at = local(card, spot);
  return Math.abs(at.y) < card.depth / 2 && Math.abs(at.x) < card.width / 2;
}

/** How far what was drawn ends from where the card lies, if it was drawn at something. */
export function leadOf(sheet: Sheet, lies: Spot, drag: Drag, pointed: (spot: Spot) => boolean): Spot | undefined {
  const end = drag.points.at(-1);
  const spot = end && sheet.place(end);
  return spot && pointed(spot) ? { x: spot.x - lies.x, y: spot.y - lies.y } : undefined;
}

/** A spot of the picture in a card's own frame: its middle is the origin, its front is up. */
export function local(frame: Frame, spot: Spot): Spot {
  const angle = (frame.degrees * Math.PI) / 180;
  const [x, y] = [spot.x - frame.x, spot.y - frame.y];
  return { x: x * Math.cos(angle) + y * Math.sin(angle), y: y * Math.cos(angle) - x * Math.sin(angle) };
}

/** The band along a front edge. Its rear is straight, toothed, stepped or waved: so each side has its own. */
export function band(side: number, width: number, top: number, deep: number): string {
  const [left, count] = [-width / 2, 10];
  const step = width / count;
  const low = top + deep;
  const one = [
    () => `h${n(step)}`,
    () => `l${n(step / 2)} ${n(0.5 * deep)}l${n(step / 2)} ${n(-0.5 * deep)}`,
    () => `v${n(0.35 * deep)}h${n(step / 2)}v${n(-0.35 * deep)}h${n(step / 2)}`,
    () => `q${n(step / 2)} ${n(0.9 * deep)} ${n(step)} 0`,
  ][side % 4] as () => string;
  return `M${n(-left)} ${n(top)}H${n(left)}V${n(low)}${Array.from({ length: count }, one).join("")}Z`;
}

/** Lengths for people: "1.52 BW". */
export const words = (grains: number, unit: string) => `${(grains / 10_000).toFixed(2)} ${unit}`;

/** A repeatable number from -1 to 1, so that trees stand a little unevenly and always in the same way. */
export function uneven(seed: number): number {
  const x = Math.sin(seed * 127.1 + 11.7) * 43758.5453;
  return 2 * (x - Math.floor(x)) - 1;
}
