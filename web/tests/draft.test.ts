import { expect, test } from "vitest";
import { kept, moved, same, without } from "../src/battle/draft";
import { Refused } from "../src/protocol/client";
import type { Judged } from "../src/protocol/types";

const judged = (steps: unknown[]): Judged =>
  ({ steps, words: [], missing: [], last_word: true, doubts: [], pieces: [], markers: [], gauges: [] });

/** A small umpire: a number may follow only a smaller one, and 5 only where 3 came before. */
async function judge(draft: unknown[]): Promise<Judged> {
  draft.forEach((step, i) => {
    const before = draft.slice(0, i) as number[];
    const bad = before.some((one) => one >= (step as number)) || (step === 5 && !before.includes(3));
    if (bad) throw new Refused([{ rule: "XX-YY-01", step: i, sentence: "no", numbers: [], places: [] }], "refused", "no");
  });
  return judged(draft);
}

test("a step that is taken out takes with it what cannot stand without it", async () => {
  const left = await kept(without([1, 3, 4, 5], 1), judge);
  expect(left.steps).toEqual([1, 4]);
  expect(left.judged?.steps).toEqual([1, 4]);
});

test("what can stand stays", async () => {
  expect((await kept(without([1, 3, 4, 5], 2), judge)).steps).toEqual([1, 3, 5]);
});

test("of nothing nothing is left", async () => {
  expect(await kept([], judge)).toEqual({ steps: [], judged: undefined });
  expect((await kept([5], judge)).steps).toEqual([]);
});

test("another trouble is not taken for a refusal", async () => {
  await expect(kept([1], () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
});

test("a step is moved to another place", () => {
  expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a"], 4, 0)).toEqual(["a"]);
});

test("steps are the same whatever the order of their fields", () => {
  expect(same({ step: "join", unit: 3 }, { unit: 3, step: "join" })).toBe(true);
  expect(same({ step: "join", unit: 3 }, { unit: 4, step: "join" })).toBe(false);
  expect(same({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBe(true);
  expect(same({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(same([], {})).toBe(false);
});
