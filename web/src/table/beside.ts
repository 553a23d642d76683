// Where a note is written, so that it hides nothing of what it is about.
import type { Room } from "./camera";
import type { Spot } from "./geometry";

export type Box = { left: number; top: number; right: number; bottom: number };
/** Where it begins, and at which side: above, left, right, below of the hand, then of what the hand holds. */
export type Written = { left: number; top: number; side: number };

const GAP = 14;
const MARGIN = 8;

/** How much of two boxes lies in both. */
export function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high);
}

/** The first side with room enough at which neither the hand nor what it holds is hidden; it stays at the `last` one
 *  while it can. If there is none it is the one that hides least. */
export function beside(at: Spot, size: Room, room: Room, held: Box | undefined, last = 0): Written {
  const within = (x: number, length: number, space: number) => Math.max(MARGIN, Math.min(space - MARGIN - length, x));
  const across = within(at.x - size.width / 2, size.width, room.width);
  const along = within(at.y - size.height / 2, size.height, room.height);
  const sides = (of: Box): Spot[] => [
    { x: across, y: of.top - GAP - size.height }, { x: of.left - GAP - size.width, y: along },
    { x: of.right + GAP, y: along }, { x: across, y: of.bottom + GAP },
  ];
  const hand = { left: at.x - 4, top: at.y - 4, right: at.x + 4, bottom: at.y + 4 };
  const all = [...sides(hand), ...(held ? sides(held) : [])].map(({ x, y }, side) => {
    const [left, top] = [within(x, size.width, room.width), within(y, size.height, room.height)];
    const box = { left, top, right: left + size.width, bottom: top + size.height };
    return { left, top, side, fits: left === x && top === y, hides: overlap(box, hand) + (held ? overlap(box, held) : 0) };
  });
  const free = all.filter((one) => one.fits && one.hides === 0);
  const { left, top, side } = free.find((one) => one.side === last) ?? free[0] ?? all.reduce((best, one) => (one.hides < best.hides ? one : best));
  return { left, top, side };
}
