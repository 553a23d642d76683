import { expect, test } from "vitest";
import type { Chair } from "../src/battle/chairs";
import type { Standing } from "../src/protocol/server";
import { row, when } from "../src/screens/resume";

const NOW = new Date(2026, 10, 15, 20, 0);
const held = (...seats: (number | null)[]): Chair[] => seats.map((seat) => ({ battle: "b", token: "t", seat, name: "", scenario: "learning", opened: 0, invites: [] }));
const french = { seat: 0, side: 0, name: "French", by: "person" as const, joined: true };
const computer = { seat: 1, side: 1, name: "Austrians", by: "computer" as const, level: "sergeant", joined: true };
const friend = { seat: 1, side: 1, name: "Austrians", by: "person" as const, joined: true };
const standing = (more: Partial<Standing>): Standing => ({
  game: "blucher", scenario: "learning", title: "Learning battle", viewer: { seat: 0 }, seats: [french, computer], begun: true,
  awaited: [0], clock: "Turn 3 of 14 (morning), French: fire", closed: false, last: new Date(2026, 10, 15, 9, 5).getTime(), ...more,
});

test("two battles of the same scenario are told apart", () => {
  const one = row(standing({}), held(0), NOW);
  expect(one).toEqual({
    title: "Learning battle", who: "French (you) against Austrians (the computer, Sergeant)", far: "Turn 3 of 14 (morning), French: fire",
    turn: "Your turn", yours: true, last: "today, 09:05",
  });
  const other = row(standing({ seats: [french, friend], awaited: [1], last: new Date(2026, 10, 14, 21, 30).getTime() }), held(0), NOW);
  expect([other.who, other.turn, other.yours, other.last]).toEqual(["French (you) against Austrians (a friend)", "The enemy's turn", false, "yesterday, 21:30"]);
});

test("both at one screen, onlookers, what has not begun and what is over have their own words", () => {
  const both = row(standing({ seats: [french, friend], awaited: [1] }), held(0, 1), NOW);
  expect([both.who, both.turn]).toEqual(["French and Austrians, both at this screen", "Next: Austrians"]);
  const onlooker = row(standing({ viewer: "public" }), held(null), NOW);
  expect([onlooker.who, onlooker.turn, onlooker.yours]).toEqual(["You look on: French against Austrians", "", false]);
  const waiting = row(standing({ seats: [french, friend], begun: false, awaited: [1], clock: null }), held(0), NOW);
  expect([waiting.far, waiting.turn]).toEqual(["Not begun", "Waiting for your friend"]);
  const over = row(standing({ outcome: { winner: 0, rule: "BL-VIC-03", sentence: "Victory for the French: x" }, closed: true, awaited: [] }), held(0), NOW);
  expect([over.far, over.turn]).toEqual(["Victory for the French: x", "Finished"]);
});

test("days are counted by the calendar", () => {
  expect(when(new Date(2026, 10, 14, 23, 59), new Date(2026, 10, 15, 0, 1))).toBe("yesterday, 23:59");
  expect(when(new Date(2026, 10, 12, 18, 0), NOW)).toBe("12 Nov 2026, 18:00");
});
