// What a chair keeps of what it was told.
import { expect, test } from "vitest";
import { seenAt } from "../src/battle/sides.svelte";
import { keepNews, recallNews } from "../src/battle/news";
import { SeatStore } from "../src/battle/seat.svelte";
import type { View } from "../src/protocol/types";
import { briefly, brought, chosenOf, others, rolled } from "../src/parts/meanwhile";
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
  seat.hear({ heard: seat.last });
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
  // If nothing was told before, it can be there at the start.
  expect(seenAt([told(1, 1, 9)], 9)).toEqual([1, 0]);
});

test("meanwhile: what others did since the own choice, with every loss, and the rest as far as there is room", () => {
  const die = { face: 6, sides: 6, struck: false };
  const told = (number: number, moment: number, more = {}) => ({ number, moment, line: { sentence: `line ${number}`, rule: null, dice: [], pieces: [], ...more } });
  const log = [
    told(1, 1), told(2, 2), told(3, 2, { dice: [die] }), told(4, 2, { heading: true }), told(5, 3, { pieces: [7] }), told(6, 3), told(7, 4, { heading: true }), told(8, 4), told(9, 5, { takes_back: [1] }),
  ];
  const numbers = (lines: { number: number }[]) => lines.map((one) => one.number);
  // Moment 2 is what the own choice did; the line before the last was taken back, and neither is told.
  expect(numbers(others(log, 1, true))).toEqual([5, 6]);
  expect(numbers(others(log, 1, false))).toEqual([2, 3, 5, 6]);
  // What was told before is said to be taken back.
  expect(numbers(others(log, 8, false))).toEqual([9]);
  expect(others(log, 9, true)).toEqual([]);
  const long = Array.from({ length: 20 }, (_, i) => told(i + 1, 1, { dice: i % 4 === 3 ? [die] : [], pieces: [i] }));
  const choose = (lines: typeof long) => numbers(chosenOf(lines, ({ line }) => line.pieces[0] === 16, ({ line }) => line.pieces[0] === 9));
  // Dice in 4, 8, 12 and 16, a loss in 17, and the one room that is left is for the unit of one's own.
  expect(choose(long.slice(0, 17))).toEqual([4, 8, 10, 12, 16, 17]);
  expect(choose(long.slice(0, 5))).toEqual([1, 2, 3, 4, 5]);
  expect(choose(long.map((one) => told(one.number, 1, { dice: [die] })))).toEqual([1, 2, 3, 4, 5, 6]);
  // Eight units set up one after the other are told once; their dice would be told each time.
  const same = long.slice(0, 8).map(({ number }) => told(number, 1, { sentence: "A unit is set up.", dice: number > 6 ? [die] : [] }));
  expect(numbers(chosenOf(same, () => false, () => false))).toEqual([1, 7, 8]);
});

test("meanwhile: what became of one's own units comes before dice that brought nothing", () => {
  const die = { face: 6, sides: 6, struck: false };
  const told = (number: number, pieces: number[], got?: number) =>
    ({ number, moment: 1, line: { sentence: `line ${number}`, rule: null, pieces, dice: got === undefined ? [] : [die], scored: got === undefined ? null : { what: "hits", got, num: 1, den: 2 } } });
  const choose = (lines: ReturnType<typeof told>[]) => chosenOf(lines, ({ line }) => line.pieces.includes(99), ({ line }) => line.pieces.some((id) => id < 10)).map((one) => one.number);
  // Eight shots at own units that miss, one that hits, the unit that is worn, goes back and is touched, and one of the enemy that is lost.
  const misses = Array.from({ length: 8 }, (_, i) => told(i + 1, [20, 1], 0));
  expect(choose([...misses, told(9, [21, 2], 3), told(10, [2]), told(11, [20]), told(12, [2]), told(13, [22, 3]), told(14, [99])])).toEqual([1, 9, 10, 12, 13, 14]);
  // There may be more of what became of them, and then the end of it; never less than every loss.
  expect(choose(Array.from({ length: 14 }, (_, i) => told(i + 1, [i < 2 ? 99 : 1])))).toEqual([1, 2, ...Array.from({ length: 8 }, (_, i) => i + 7)]);
  expect(choose(Array.from({ length: 14 }, (_, i) => told(i + 1, [99]))).length).toBe(14);
});

test("what the own last choice brought: its moment if dice fell in it, and of those the own first", () => {
  const die = { face: 6, sides: 6, struck: false };
  const told = (number: number, moment: number, more = {}) => ({ number, moment, line: { sentence: `line ${number}`, rule: null, dice: [], pieces: [], ...more } });
  const numbers = (lines: { number: number }[]) => lines.map((one) => one.number);
  const log = [
    told(1, 1, { dice: [die] }), told(2, 2, { dice: [die], pieces: [20] }), told(3, 2, { dice: [die], pieces: [1] }), told(4, 2, { dice: [die], pieces: [2] }), told(5, 2), told(6, 2, { heading: true }),
    told(7, 3, { dice: [die] }),
  ];
  expect(numbers(brought(log, 1))).toEqual([2, 3, 4, 5]);
  const near = ({ line }: { line: { pieces: number[] } }) => (line.pieces[0] ?? 99) < 10;
  expect([1, 2, 3].map((most) => numbers(rolled(brought(log, 1), near, most)))).toEqual([[3], [3, 4], [2, 3, 4]]);
  // A choice without dice, one that is still under way, and one that was taken back.
  expect(brought([told(1, 1), told(2, 2), told(3, 3, { dice: [die] })], 1)).toEqual([]);
  expect(brought(log, 7)).toEqual([]);
  expect(brought([told(1, 1), told(2, 2, { dice: [die] }), told(3, 3, { takes_back: [1] })], 1)).toEqual([]);
  expect(briefly("Guns shoots at Foot (at artillery: half the dice; short range): 2 hits.")).toBe("Guns shoots at Foot: 2 hits.");
});

test("how far was read is found again; whoever comes first in the first turns is told all but the beginning", () => {
  const told = (number: number, moment: number, heading = false) => ({ number, moment, line: { sentence: "", rule: null, dice: [], pieces: [], heading } });
  const log = [told(1, 1, true), told(2, 1), told(3, 2), told(4, 3, true), told(5, 3)];
  expect(recallNews("n", 0, log)).toEqual({ heard: 2, read: 0, choices: 0 });
  expect(recallNews("n", 0, [])).toEqual({ heard: 0, read: 0, choices: 0 });
  expect(recallNews("n", 0, [...log, told(6, 4, true), told(7, 4)]).heard).toBe(7);
  keepNews("n", 0, { heard: 3, read: 4, choices: 2 });
  expect(recallNews("n", 0, log)).toEqual({ heard: 3, read: 4, choices: 2 });
  expect(recallNews("n", 1, log).heard).toBe(2);
  // What was told then may be lost since.
  keepNews("b", null, { heard: 9, read: 8, choices: 2 });
  const seat = new SeatStore("b", "token", () => new FakeWire());
  seat.take(view(line(1, "dawn"), line(2, "a march")));
  expect([seat.heard, seat.read, seat.choices]).toEqual([2, 2, 2]);
  seat.hear({ read: 1 });
  expect(recallNews("b", null, [])).toEqual({ heard: 2, read: 1, choices: 2 });
  seat.stop();
});

test("what was played or read from a chair in one page is no news in another", () => {
  const [here, there] = [new SeatStore("two", "token", () => new FakeWire()), new SeatStore("two", "token", () => new FakeWire())];
  for (const seat of [here, there]) seat.take(view(line(1, "dawn"), line(2, "a march")));
  here.hear({ heard: here.last, choices: 1 });
  for (const seat of [here, there]) seat.take(view(line(3, "an own charge"), line(4, "a volley")));
  const news = (seat: SeatStore) => others(seat.log, seat.heard, seat.choices > 0).map((one) => one.line.sentence);
  expect([news(here), news(there)]).toEqual([["a volley"], ["a volley"]]);
  for (const seat of [here, there]) seat.stop();
});
