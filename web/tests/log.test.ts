// What a chair keeps of what it was told.
import { expect, test } from "vitest";
import { seenAt } from "../src/battle/sides.svelte";
import { SeatStore } from "../src/battle/seat.svelte";
import type { View } from "../src/protocol/types";
import { FakeWire } from "./wire";

const SCENE = { clock: "Turn 1", pieces: [], markers: [], gauges: [], aside: [], terrain: [] };
const line = (number: number, sentence: string) => ({ number, moment: number, line: { sentence, rule: null, dice: [], pieces: [] } });
const view = (...lines: ReturnType<typeof line>[]): View =>
  ({ viewer: "public", scene: SCENE, prompt: null, awaited: [], lines, outcome: null, may_undo: false, no_undo: null, closed: false }) as unknown as View;

test("lines that begin with the first again take the place of those that were told before", () => {
  const seat = new SeatStore("b", "token", () => new FakeWire());
  const told = () => seat.log.map((one) => `${one.number} ${one.line.sentence}`);
  seat.take(view(line(1, "dawn"), line(2, "a march")));
  seat.take(view(line(3, "a charge"), line(4, "a rout")));
  expect(told()).toEqual(["1 dawn", "2 a march", "3 a charge", "4 a rout"]);
  // A line that has come already is not told twice.
  seat.take(view(line(4, "a rout"), line(5, "dusk")));
  expect(told().at(-1)).toBe("5 dusk");
  seat.heard = seat.last;
  // The end was cut off, and something else has happened since.
  seat.take(view(line(1, "dawn"), line(2, "a march"), line(3, "a halt")));
  expect(told()).toEqual(["1 dawn", "2 a march", "3 a halt"]);
  expect([seat.last, seat.heard]).toEqual([3, 3]);
  seat.take(view(line(4, "rain")));
  expect(told().at(-1)).toBe("4 rain");
  expect(seat.heard).toBe(3);
  seat.stop();
});

test("a lost piece is looked for where the log first tells of it, and before it last does", () => {
  const told = (number: number, moment: number, ...pieces: number[]) => ({ number, moment, line: { sentence: "", rule: null, dice: [], pieces } });
  const story = [told(1, 1), told(2, 2, 7), told(3, 3, 8), told(4, 4, 8), told(5, 5, 7), told(6, 5, 7, 8)];
  expect(seenAt(story, 7)).toEqual([2, 4]);
  expect(seenAt(story, 8)).toEqual([3, 4]);
  // It is first told of when it is lost: only before that it can be there.
  expect(seenAt([told(1, 1), told(2, 2, 9)], 9)).toEqual([2, 1]);
  expect(seenAt([told(1, 1, 9)], 9)).toEqual([1]);
});
