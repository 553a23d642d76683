import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { luck } from "../src/battle/luck";
import { Stream } from "../src/battle/chacha";
import { battleSeed, check, commitmentOf } from "../src/battle/proof";
import { sha256 } from "../src/battle/sha256";
import type { Journal, Roll } from "../src/protocol/types";
import { linked, matching, namedIn, sectioned } from "../src/parts/rule";
import { explained } from "../src/parts/terms.svelte";
import type { Term } from "../src/protocol/server";

test("rules are found by all the words that they or their section have", () => {
  const rule = (id: string, section: string, text: string, ruling = "") => ({ id, file: "", line: 1, section, title: "", text, refuses: "", ruling });
  const [pivot, turn, crest] = [rule("BL-CHG-04", "Charge", "Then it may Pivot."), rule("BL-CHG-05", "Charge", "It turns."), rule("BL-AMB-09", "Rulings", "", "A pivot at the crest.")];
  const found = (words: string) => matching([pivot, turn, crest], words).map((one) => one.id);
  expect(found("pivot")).toEqual(["BL-CHG-04", "BL-AMB-09"]);
  expect(found("charge pivot")).toEqual(["BL-CHG-04"]);
  expect(found("bl-chg-05")).toEqual(["BL-CHG-05"]);
  expect(found("pivot cannon")).toEqual([]);
  expect(sectioned([pivot, turn, crest])).toEqual([{ section: "Charge", rules: [pivot, turn] }, { section: "Rulings", rules: [crest] }]);
});

test("the rule whose id is searched for comes first", () => {
  const rule = (id: string, text: string) => ({ id, file: "", line: 1, section: "", title: "", text, refuses: "", ruling: "" });
  const book = [rule("BL-CHG-04", "See BL-AMB-20."), rule("BL-RES-03", "As AMB-20, or amb-204."), rule("BL-AMB-20", "It retreats."), rule("BL-AMB-204", "")];
  const found = (words: string) => matching(book, words).map((one) => one.id);
  expect(found("bl-amb-20")).toEqual(["BL-AMB-20", "BL-CHG-04", "BL-AMB-204"]);
  expect(found(" AMB-20 ")).toEqual(["BL-AMB-20", "BL-CHG-04", "BL-RES-03", "BL-AMB-204"]);
  expect(found("amb 20")).toEqual(["BL-AMB-20", "BL-CHG-04", "BL-RES-03", "BL-AMB-204"]);
  expect(found("bl Amb-20")[0]).toBe("BL-AMB-20");
});

test("only rules that a book holds are linked, also where they are named without it", () => {
  const links = (text: string, own: string, ...known: string[]) => linked(text, own, new Set(known)).flatMap(({ text, rule }) => (rule ? [`${text}=${rule}`] : []));
  const text = "Exceptions BL-RES-23, BL-SUB-34; see VIS-07 and AMB-41, not A4-10.";
  expect(links(text, "BL-RES-04", "BL-RES-23", "BL-VIS-07")).toEqual(["BL-RES-23=BL-RES-23", "VIS-07=BL-VIS-07"]);
  expect(linked(text, "BL-RES-04", new Set()).map((part) => part.text).join("")).toBe(text);
  const rule = { id: "BL-RES-04", file: "", line: 1, section: "", title: "", text, refuses: "as VIS-07", ruling: "" };
  expect(namedIn(rule)).toEqual(["BL-RES-23", "BL-SUB-34", "BL-VIS-07", "BL-AMB-41"]);
});

test("ids of rules in a text are found", () => {
  expect(linked("see BL-ACT-07, and more").filter((part) => part.rule).map((part) => part.text)).toEqual(["BL-ACT-07"]);
});

test("what the dice brought is summed beside what was to be expected, by side", () => {
  const die = { face: 6, sides: 6, struck: false };
  const line = (piece: number, scored?: { what: string; got: number; num: number; den: number }) =>
    ({ number: 1, moment: 1, line: { sentence: "", rule: null, dice: [die, die], pieces: [piece], ...(scored ? { scored } : {}) } });
  const hits = (got: number, num: number, den: number) => ({ what: "hits", got, num, den });
  const found = luck([line(1, hits(2, 1, 2)), line(1, hits(0, 1, 4)), line(2, hits(1, 3, 1)), line(1), line(9, hits(5, 1, 1))], (piece) => ({ 1: 0, 2: 1 })[piece]);
  expect(found).toEqual([
    { side: 0, what: "hits", dice: 4, got: 2, expected: 0.75 },
    { side: 1, what: "hits", dice: 2, got: 1, expected: 3 },
  ]);
});

test("the commitment is the hash that the dice crate's golden value says", async () => {
  // SHA-256 of the words of the promise and 32 zero bytes, worked out with sha256sum.
  expect(await commitmentOf("00".repeat(32))).toBe(ZERO);
});
const ZERO = "26a4d85f07e53d03a75d7f44e2f36792bf6c8e1db76e58c9df4cd04d64c936f0";

test("the stream is ChaCha20's: the key stream of RFC 8439 with a key of zeros", () => {
  // RFC 8439, A.1, test vector 1: 76 b8 e0 ad a0 f1 3d 90 …, read as words, and 2 for the next block: 9f 07 e7 be.
  const stream = new Stream(new Uint8Array(32));
  // A die of 2^32 - 1 sides shows the word plus one, unless the word is the very last.
  expect([stream.die(2 ** 32 - 1), stream.die(2 ** 32 - 1)]).toEqual([0xade0b876 + 1, 0x903df1a0 + 1]);
  expect(new Stream(new Uint8Array(32), 16).die(2 ** 32 - 1)).toBe(0xbee7079f + 1);
});

test("the first hundred dice are those of the dice crate's golden file", () => {
  const text = readFileSync(new URL("../../crates/dice/tests/first_100_d6.txt", import.meta.url), "utf8");
  const golden = text.split("\n").filter((line) => !line.startsWith("#")).join(" ").trim().split(/\s+/).map(Number);
  const stream = new Stream(Uint8Array.from({ length: 32 }, (_, i) => i));
  expect(golden.length).toBe(100);
  expect(golden.map(() => stream.die(6))).toEqual(golden);
});

const SEED = "ab".repeat(32);
async function journal(change: (rolls: Roll[]) => void = () => undefined): Promise<Journal> {
  const stream = new Stream(await battleSeed(SEED, ["00ff", ""]));
  const roll = (count: number, sides: number): Roll => {
    const position = stream.position;
    return { rule: "BL-SHO-03", purpose: "fire", seat: 0, sides, position, faces: Array.from({ length: count }, () => stream.die(sides)) };
  };
  const rolls = [roll(3, 6), roll(4, 10), roll(5, 6)];
  change(rolls);
  const entries = [{ do: "play", seat: 0, prompt: 1, steps: [], rolls: rolls.slice(1), hash: "" }, { do: "undo", seat: 0, hash: "" }];
  return { chance: { dice: "stream", seed: SEED, added: ["00ff", ""] }, commitment: await commitmentOf(SEED), begin: rolls.slice(0, 1), entries, resumed: null } as unknown as Journal;
}

test("every die of a journal is worked out again", async () => {
  const promise = await commitmentOf(SEED);
  expect(await check(await journal(), promise)).toEqual({ dice: 12, rolls: 3, wrong: [] });
  expect((await check(await journal(), "00")).wrong).toEqual(["The seed is not the one that was promised."]);
  const altered = await journal((rolls) => void (rolls[2] as Roll).faces.splice(4, 1, ((rolls[2]?.faces[4] ?? 1) % 6) + 1));
  expect((await check(altered, promise)).wrong).toEqual(["Roll 3 (BL-SHO-03) shows other faces than the seed gives."]);
  const skipped = await journal((rolls) => void rolls.splice(1, 1));
  expect((await check(skipped, promise)).wrong).toEqual(["Roll 2 (BL-SHO-03) does not follow the one before it."]);
});

test("the hash is the same where the browser has none", async () => {
  // FIPS 180-4, example B.1; then every length around the ends of blocks against another maker's.
  expect(Buffer.from(sha256(new TextEncoder().encode("abc"))).toString("hex")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) % 256);
    expect(Buffer.from(sha256(bytes)).equals(createHash("sha256").update(bytes).digest())).toBe(true);
  }
  const own = await commitmentOf(SEED);
  vi.stubGlobal("crypto", {});
  expect(await commitmentOf(SEED)).toBe(own);
  vi.unstubAllGlobals();
});

test("terms are found as whole words where they come first, the longer one before the shorter, whatever their case", () => {
  const term = (...words: string[]): Term => ({ words, means: "", rule: "" });
  const [move, reserve, broken] = [term("move"), term("reserve move", "reserve moves"), term("broken", "breaks")];
  const list = [move, reserve, broken];
  const found = (text: string) => explained(text, list).flatMap(({ text, term }) => (term ? [[text, term] as const] : []));
  expect(found("Reserve moves are long; a move is short.")).toEqual([["Reserve moves", reserve], ["move", move]]);
  expect(found("It breaks, it is broken.")).toEqual([["breaks", broken]]);
  expect(found("Movement, removed, counter-move, unbroken")).toEqual([]);
  expect(explained("It moves. A move.", list).map(({ text }) => text).join("")).toBe("It moves. A move.");
  expect(explained("a move", [])).toEqual([{ text: "a move" }]);
});
