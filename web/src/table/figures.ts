// The figures that games make their signs of, drawn around the origin: in a box `a` to either hand and `b` up and
// down, or in a disc. Front is up.
import type { Figure, Overlay } from "../protocol/types";
import { circle, n } from "./geometry";

/** What is drawn with a line, and what is filled. */
export type Drawn = { line: string; solid: string };

const line = (d: string): Drawn => ({ line: d, solid: "" });
const solid = (d: string): Drawn => ({ line: "", solid: d });
const ball = (x: number, y: number, r: number) => circle({ x, y }, r);
const NONE: Drawn = { line: "", solid: "" };

/** Is an overlay a further one of its kind? It is drawn in another manner than the first. */
export function again(overlays: Overlay[], index: number): boolean {
  return overlays.slice(0, index).some((one) => one.tone === overlays[index]?.tone && one.shapes.length > 0);
}

/** Points around the origin, the first straight up. */
function around(count: number, far: (i: number) => number): [number, number][] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [Math.sin(angle) * far(i), -Math.cos(angle) * far(i)];
  });
}
const path = (points: [number, number][], end = "Z") => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}${end}`;

const DRAW: Record<Figure, (a: number, b: number) => Drawn> = {
  cross: (a, b) => line(`${path([[-a, -b], [a, b]], "")}${path([[-a, b], [a, -b]], "")}`),
  slash: (a, b) => line(path([[-a, b], [a, -b]], "")),
  half: (a, b) => solid(path([[-a, b], [a, -b], [a, b]])),
  ball: (_, b) => solid(ball(0, 0, 0.54 * b)),
  balls: (a, b) => solid(ball(-0.36 * a, 0, 0.44 * Math.min(a, b)) + ball(0.36 * a, 0, 0.44 * Math.min(a, b))),
  dots: (a, b) => solid([[-0.66, 0], [0.66, 0], [0, -0.66], [0, 0.66]].map(([x, y]) => ball((x ?? 0) * a, (y ?? 0) * b, Math.max(1.4, 0.19 * b))).join("")),
  pennon: (a, b) => ({ line: path([[-0.5 * a, b], [0.2 * a, -b]], ""), solid: path([[0.2 * a, -b], [0.9 * a, -0.55 * b], [0, -0.3 * b]]) }),
  bar: (a, b) => solid(path([[-a, -b], [-0.7 * a, -b], [-0.7 * a, b], [-a, b]])),
  wheel: (_, b) => line(ball(0, 0, 0.86 * b) + around(6, () => 0.86 * b).map((p) => path([[0, 0], p], "")).join("")),
  star: (_, b) => solid(path(around(10, (i) => (i % 2 === 0 ? b : 0.42 * b)))),
  chevron: (a, b) => line([-0.45, 0.3].map((y) => path([[-0.75 * a, (y + 0.35) * b], [0, (y - 0.35) * b], [0.75 * a, (y + 0.35) * b]], "")).join("")),
  shield: (a, b) => solid(`M${n(-0.75 * a)} ${n(-0.85 * b)}H${n(0.75 * a)}V0Q${n(0.7 * a)} ${n(0.65 * b)} 0 ${n(b)}Q${n(-0.7 * a)} ${n(0.65 * b)} ${n(-0.75 * a)} 0Z`),
  burst: (_, b) => solid(path(around(16, (i) => (i % 2 === 0 ? b : 0.45 * b)))),
  arrow: (a, b) => ({ line: path([[0, b], [0, -0.2 * b]], ""), solid: path([[0, -b], [0.65 * a, 0.05 * b], [-0.65 * a, 0.05 * b]]) }),
  ring: (_, b) => line(ball(0, 0, 0.7 * b)),
  swords: (a, b) => line(`${path([[-0.8 * a, -0.9 * b], [0.7 * a, 0.9 * b]], "")}${path([[0.8 * a, -0.9 * b], [-0.7 * a, 0.9 * b]], "")}${path([[0.2 * a, 0.9 * b], [0.9 * a, 0.3 * b]], "")}${path([[-0.2 * a, 0.9 * b], [-0.9 * a, 0.3 * b]], "")}`),
  arch: (a, b) => line(`M${n(-0.9 * a)} ${n(-0.45 * b)}H${n(0.9 * a)}M${n(-0.7 * a)} ${n(0.8 * b)}A${n(0.7 * a)} ${n(0.9 * b)} 0 0 1 ${n(0.7 * a)} ${n(0.8 * b)}`),
  // These three are no figures in a box: the card draws them around it.
  frame: () => NONE,
  flag: () => NONE,
  fade: () => NONE,
};

/** Several figures over one another. */
export function drawn(figures: Figure[], a: number, b: number): Drawn {
  const all = figures.map((one) => DRAW[one](a, b));
  return { line: all.map((one) => one.line).join(""), solid: all.map((one) => one.solid).join("") };
}

/** Is a badge drawn as a small sign of its own? */
export const isSign = (figure: Figure | null | undefined) => figure == null || !["frame", "flag", "fade"].includes(figure);
