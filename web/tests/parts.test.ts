import { expect, test } from "vitest";
import { luck } from "../src/battle/luck";
import { commitmentOf } from "../src/battle/proof";
import { linked, parts } from "../src/parts/rule";

test("a rule's text falls into what it says, what it refuses and an example", () => {
  const text = "(l.1280) Each unit is near another. *Refuse:* one that is not. *Test:* gap 1.01 refused.";
  expect(parts(text)).toEqual({ says: "Each unit is near another.", refuses: "one that is not.", example: "gap 1.01 refused." });
  expect(parts("Only this. *Test:* so.")).toEqual({ says: "Only this.", refuses: "", example: "so." });
});

test("ids of rules in a text are found", () => {
  expect(linked("see BL-ACT-07, and more").filter((part) => part.rule).map((part) => part.text)).toEqual(["BL-ACT-07"]);
});

test("dice are counted by the side that threw them, rolled again or not", () => {
  const die = (face: number, struck = false) => ({ face, sides: 6, struck });
  const line = (piece: number, dice: ReturnType<typeof die>[]) => ({ number: 1, line: { sentence: "", rule: null, dice, pieces: [piece] } });
  const found = luck([line(1, [die(6), die(2, true)]), line(2, [die(1)]), line(9, [die(4)])], (piece) => ({ 1: 0, 2: 1 })[piece]);
  expect(found).toEqual([
    { side: 0, dice: 2, mean: 4, expected: 3.5, faces: [0, 1, 0, 0, 0, 1] },
    { side: 1, dice: 1, mean: 1, expected: 3.5, faces: [1, 0, 0, 0, 0, 0] },
  ]);
});

test("the commitment is the hash that the dice crate's golden value says", async () => {
  // SHA-256 of the words of the promise and 32 zero bytes, worked out with sha256sum.
  expect(await commitmentOf("00".repeat(32))).toBe(ZERO);
});
const ZERO = "26a4d85f07e53d03a75d7f44e2f36792bf6c8e1db76e58c9df4cd04d64c936f0";
