// Where one looks from: a shift in pixels and a scale in pixels for a unit of the picture.
import type { Spot } from "./geometry";

export type Camera = { x: number; y: number; scale: number };
export type Room = { width: number; height: number };
/** So many pixels of the room are taken by something else. */
export type Clear = { left: number; foot: number };

const NEAREST = 6;

/** The whole picture in the room, with a margin, and clear of what lies over its left side or its foot. */
export function fit(sheet: Room, room: Room, clear: Clear = { left: 0, foot: 0 }): Camera {
  const margin = 26;
  const [width, height] = [room.width - clear.left, room.height - clear.foot];
  const scale = Math.max(0.05, Math.min((width - margin) / sheet.width, (height - margin) / sheet.height));
  // In the middle of the whole room, if it is clear there.
  const middle = (size: number, space: number, from: number, to: number) =>
    Math.max(from + margin / 2, Math.min(to - margin / 2 - size, (space - size) / 2));
  const [wide, high] = [sheet.width * scale, sheet.height * scale];
  return { x: middle(wide, room.width, clear.left, room.width), y: middle(high, room.height, 0, height), scale };
}

/** Nearer or farther, with the spot under the hand staying where it is. */
export function zoom(camera: Camera, by: number, at: Spot, sheet: Room, room: Room): Camera {
  const farthest = fit(sheet, room).scale * 0.7;
  const scale = Math.max(farthest, Math.min(NEAREST, camera.scale * by));
  const part = scale / camera.scale;
  return kept({ x: at.x - (at.x - camera.x) * part, y: at.y - (at.y - camera.y) * part, scale }, sheet, room);
}

export function pan(camera: Camera, dx: number, dy: number, sheet: Room, room: Room): Camera {
  return kept({ ...camera, x: camera.x + dx, y: camera.y + dy }, sheet, room);
}

/** The picture never leaves the room altogether. */
function kept(camera: Camera, sheet: Room, room: Room): Camera {
  const held = (at: number, size: number, space: number) =>
    Math.max(space * 0.25 - size, Math.min(space * 0.75, at));
  return {
    scale: camera.scale,
    x: held(camera.x, sheet.width * camera.scale, room.width),
    y: held(camera.y, sheet.height * camera.scale, room.height),
  };
}

/** From pixels of the room to the picture. */
export function toSheet(camera: Camera, at: Spot): Spot {
  return { x: (at.x - camera.x) / camera.scale, y: (at.y - camera.y) / camera.scale };
}

/** From the picture to pixels of the room. */
export function toRoom(camera: Camera, at: Spot): Spot {
  return { x: camera.x + at.x * camera.scale, y: camera.y + at.y * camera.scale };
}

/** A camera that shows these spots with room around them; never nearer than `most`. */
export function around(spots: Spot[], sheet: Room, room: Room, most: number): Camera {
  if (spots.length === 0) return fit(sheet, room);
  const [xs, ys] = [spots.map((s) => s.x), spots.map((s) => s.y)];
  const [left, right, top, foot] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(most, room.width / (right - left + 400), room.height / (foot - top + 400));
  return kept(
    { scale, x: room.width / 2 - ((left + right) / 2) * scale, y: room.height / 2 - ((top + foot) / 2) * scale },
    sheet,
    room,
  );
}

/** The line a hand drew, with the points that matter: none is farther than `slack` from what was drawn. */
export function simplified(points: Spot[], slack: number): Spot[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) return points;
  const [dx, dy] = [last.x - first.x, last.y - first.y];
  const length = Math.hypot(dx, dy) || 1;
  let [far, at] = [0, 0];
  points.forEach((p, i) => {
    const away = Math.abs((p.x - first.x) * dy - (p.y - first.y) * dx) / length;
    if (away > far) [far, at] = [away, i];
  });
  if (far <= slack) return [first, last];
  return [...simplified(points.slice(0, at + 1), slack).slice(0, -1), ...simplified(points.slice(at), slack)];
}
