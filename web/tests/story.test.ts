import { expect, test } from "vitest";
import { lasting, takenBack } from "../src/battle/story";

test("of a story the moments last of which something holds: not what was taken back, nor that it was", () => {
  const told = (number: number, moment: number, takes_back: number[] = []) => ({ number, moment, line: { sentence: "", rule: null, dice: [], pieces: [], takes_back } });
  const story = [told(1, 1), told(2, 2), told(3, 3), told(4, 3), told(5, 4, [1, 2]), told(6, 5), told(7, 5)];
  expect([...takenBack(story)].sort()).toEqual([3, 4]);
  expect(lasting(story)).toEqual([1, 2, 5]);
  expect(lasting([])).toEqual([]);
});
