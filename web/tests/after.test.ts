import { expect, test } from "vitest";
import type { Numbered, Piece } from "../src/protocol/types";
import { lastSeen, losses, mustered, surplus } from "../src/screens/after";

const piece = (id: number, name: string, struck = 0, track = "elan"): Piece => ({
  id, side: 0, name, kind: "infantry", flag: "French", banner: "", label: name, pose: { at: { x: 0, y: 0 }, heading: 0 }, stands: [], figures: [], badges: [],
  tracks: [{ name: track, boxes: [3, 2, 1], struck, round: false }],
});
let number = 0;
const line = (sentence: string, pieces: number[] = [], heading = false): Numbered => ({ number: ++number, moment: 0, line: { sentence, rule: null, dice: [], pieces, heading } });

test("losses tell what is worn, who is gone, how and when", () => {
  const lines = [
    line("Turn 5: French.", [], true), line("Pajol shoots at Riese: 1 hit.", [1, 9]), line("Turn 6: Austrians.", [], true),
    line("Pajol takes 1 fatigue.", [1]), line("Pajol is broken.", [1]), line("Turn 7: French.", [], true), line("Guiot: simple move, 1.00 BW.", [2]),
  ];
  const found = losses([piece(1, "Pajol"), piece(2, "Guiot"), piece(3, "Smola")], [piece(2, "Guiot", 2), piece(3, "Smola", 0, "ammunition")], lines);
  expect(found.map(({ gone, lost, ended }) => [gone, lost, ended])).toEqual([
    [true, "all", "broken, turn 6"],
    [false, "2 of 3 elan", "on the table"],
    [false, "nothing", "on the table"],
  ]);
});

test("whoever stood at the start or at the first heading took part, as he stood first", () => {
  const found = mustered([[piece(1, "Pajol"), piece(2, "Guiot")], [piece(2, "Guiot", 1), piece(3, "Smola")]]);
  expect(found.map(({ name, tracks: [track] }) => [name, track?.struck])).toEqual([["Pajol", 0], ["Guiot", 0], ["Smola", 0]]);
});

test("luck is told to a tenth, and nothing as nothing", () => {
  expect([[7, 4.5], [2, 3.3], [4, 4], [4, 4.04], [4, 3.96], [4, 3.94], [0, 0.75]].map(([got, mean]) => surplus(got as number, mean as number))).toEqual(["+2.5", "−1.3", "±0.0", "±0.0", "±0.0", "+0.1", "−0.8"]);
});

test("whoever left the table by himself has lost what was struck, and no more", () => {
  const told = (at: number, moment: number, sentence: string, pieces: number[] = [], heading = false): Numbered => ({ number: at, moment, line: { sentence, rule: null, dice: [], pieces, heading } });
  const lines = [
    told(1, 1, "Turn 1: French.", [], true), told(2, 2, "Guiot retires from the table.", [2]), told(3, 3, "Pajol takes 1 fatigue.", [1]), told(4, 4, "Turn 3: French.", [], true),
    told(5, 5, "Pajol: simple move, 1.00 BW.", [1]), told(6, 5, "Pajol is hit more than once and retires from the table.", [1]),
  ];
  const start = [piece(1, "Pajol"), piece(2, "Guiot"), piece(3, "Smola")];
  const end = [piece(3, "Smola")];
  // Each is looked for at the end of the moment before the one in which it left.
  expect([...lastSeen(start, end, lines)]).toEqual([[4, [1]], [1, [2]]]);
  const seen = new Map([[1, piece(1, "Pajol", 1)], [2, piece(2, "Guiot")]]);
  expect(losses(start, end, lines, seen).map(({ gone, lost, ended }) => [gone, lost, ended])).toEqual([
    [true, "1 of 3 elan", "hit more than once and left the table, turn 3"],
    [true, "nothing", "left the table, turn 1"],
    [false, "nothing", "on the table"],
  ]);
});
