// A draft while others act, and while it is played.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepDraft, recallDraft } from "../src/battle/unplayed";
import { SeatStore } from "../src/battle/seat.svelte";
import { FakeWire } from "./wire";

beforeEach(() => {
  FakeWire.all = [];
});
afterEach(() => vi.unstubAllGlobals());

const line = (number: number) => ({ number, moment: number, line: { sentence: `line ${number}`, pieces: [], dice: [], rule: null } });
const scene = { pieces: [], markers: [], terrain: [], gauges: [], clock: "", size: { x: 1, y: 1 }, unit: "u" };
const view = (...lines: number[]) => ({
  viewer: { seat: 0 }, scene, awaited: [0], lines: lines.map(line), outcome: null, may_undo: false, no_undo: null, closed: false,
  prompt: { id: 2, ask: "What?", answered: false, sealed: false, fallback: null },
});
const asked = (what: string) => (FakeWire.all[0]?.sent ?? []).filter((one) => one["do"] === what);
const answer = (what: string, ok: unknown) => FakeWire.all[0]?.say({ id: asked(what).at(-1)?.["id"], ok });
const judged = { steps: [{ a: 1 }], labels: [], missing: [], pieces: [], markers: [], overlays: [], last_word: false };
const soon = () => new Promise((done) => setTimeout(done, 5));

async function drafting() {
  const seat = new SeatStore("b", "t", () => new FakeWire());
  FakeWire.all[0]?.onopen?.();
  const seats = [0, 1].map((seat) => ({ seat, side: seat, name: "", by: "person", joined: true }));
  FakeWire.all[0]?.say({ id: 0, ok: { battle: "b", game: "g", scenario: "s", viewer: { seat: 0 }, begun: true, commitment: "aa", seats } });
  FakeWire.all[0]?.say({ push: "view", view: view(1) });
  const set = seat.set([{ a: 1 }]);
  await soon();
  answer("judge", judged);
  await set;
  return seat;
}

test("a draft is judged anew when others have acted: the same question may be asked of another table", async () => {
  const seat = await drafting();
  expect([seat.draft.length, asked("judge").length]).toEqual([1, 1]);
  FakeWire.all[0]?.say({ push: "view", view: view(2) });
  await soon();
  expect(asked("judge").length).toBe(2);
  seat.stop();
});

test("what is being played can neither be taken back nor changed", async () => {
  const seat = await drafting();
  void seat.play();
  await soon();
  expect(seat.busy).toBe(true);
  await Promise.all([seat.dropDraft(), seat.takeBack(), seat.remove(0), seat.reorder(0, 0)]);
  expect(seat.draft).toEqual([{ a: 1 }]);
  seat.stop();
});

test("a draft that was left is found again for its question, and not if the table has changed since", () => {
  const all = new Map<string, string>();
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => all.get(key) ?? null, setItem: (key: string, value: string) => all.set(key, value) });
  keepDraft("b", 0, { prompt: 2, table: "5", steps: [{ a: 1 }] });
  expect(recallDraft("b", 0, 2, "5")?.steps).toEqual([{ a: 1 }]);
  expect(recallDraft("b", 0, 3, "5")).toBe(undefined);
  expect(recallDraft("b", 0, 2, "8")).toBe(undefined);
});

test("a draft comes back with its question that somebody else took away for a while", async () => {
  const all = new Map<string, string>();
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => all.get(key) ?? null, setItem: (key: string, value: string) => all.set(key, value), removeItem: (key: string) => all.delete(key) });
  const seat = await drafting();
  FakeWire.all[0]?.say({ push: "view", view: { ...view(2), prompt: null, awaited: [1] } });
  await soon();
  expect(seat.draft).toEqual([]);
  FakeWire.all[0]?.say({ push: "view", view: view(3) });
  await soon();
  for (const what of ["options", "hints"]) answer(what, what === "options" ? { steps: [], places: [] } : { ...HINTS });
  await vi.waitFor(() => expect(asked("judge").length).toBe(2));
  answer("judge", judged);
  await vi.waitFor(() => expect(seat.draft).toEqual([{ a: 1 }]));
  seat.stop();
});

test("a piece keeps its order when the one that a hand draws instead is refused", async () => {
  const seat = await drafting();
  const place = { id: 7, piece: 1, label: "", input: "pose" as const, fields: [], region: [], snaps: [] };
  const refusal = { rule: "BL-SIM-05", step: 0, sentence: "too far", numbers: [], places: [] };
  // The hand has taken the order back while it draws.
  seat.hand.taken = { steps: [{ a: 1 }], judged: seat.judged };
  seat.draft = [];
  const drag = { points: [] };
  seat.hand.ghost = { place, piece: 1, drag, draft: seat.draft, answers: drag, aimed: { step: null, judged: null, refused: [refusal], instead: [] } };
  await seat.hand.release();
  expect([seat.draft, seat.refusals]).toEqual([[{ a: 1 }], [refusal]]);
  seat.stop();
});

test("what is played while an order is judged waits for it, and goes with it", async () => {
  const seat = await drafting();
  const [ordered, played] = [seat.take_offer({ a: 2 }), seat.play()];
  await soon();
  expect([seat.judging.under, seat.busy, asked("play").length]).toEqual([1, true, 0]);
  answer("judge", { ...judged, steps: [{ a: 1 }, { a: 2 }] });
  await ordered;
  await vi.waitFor(() => expect(asked("play").length).toBe(1));
  expect(asked("play")[0]?.["steps"]).toEqual([{ a: 1 }, { a: 2 }]);
  expect(seat.judging.under).toBe(0);
  seat.stop();
  void played;
});

test("what is played while an order is judged is not played if the order is refused", async () => {
  const seat = await drafting();
  const [ordered, played] = [seat.take_offer({ a: 2 }), seat.play()];
  await soon();
  const refusal = { rule: "BL-SIM-05", step: 1, sentence: "too far", numbers: [], places: [] };
  FakeWire.all[0]?.say({ id: asked("judge").at(-1)?.["id"], refused: [refusal] });
  await Promise.all([ordered, played]);
  expect([asked("play").length, seat.refusals.length, seat.busy]).toEqual([0, 1, false]);
  seat.stop();
});

test("each change is made on the draft that the one before it has left", async () => {
  const seat = await drafting();
  const all = Promise.all([seat.take_offer({ a: 2 }), seat.take_offer({ a: 2 }), seat.remove(0)]);
  await soon();
  expect(asked("judge").slice(1).map((one) => one["draft"])).toEqual([[{ a: 1 }, { a: 2 }]]);
  answer("judge", { ...judged, steps: [{ a: 1 }, { a: 2 }] });
  await soon();
  // What was offered twice before it was known to be taken is taken once.
  expect(asked("judge").slice(2).map((one) => one["draft"])).toEqual([[{ a: 2 }]]);
  answer("judge", { ...judged, steps: [{ a: 2 }] });
  await all;
  expect([seat.draft, seat.judging.under]).toEqual([[{ a: 2 }], 0]);
  seat.stop();
});

test("what was to change a draft is forgotten with its question", async () => {
  const seat = await drafting();
  void Promise.all([seat.take_offer({ a: 2 }), seat.take_offer({ a: 3 })]);
  await soon();
  const next = view(2);
  FakeWire.all[0]?.say({ push: "view", view: { ...next, prompt: { ...next.prompt, id: 3 } } });
  answer("judge", { ...judged, steps: [{ a: 1 }, { a: 2 }] });
  await soon();
  expect([seat.draft, seat.judging.under, asked("judge").length]).toEqual([[], 0, 2]);
  seat.stop();
});

test("what was laid, and who was struck, is found again with its draft", async () => {
  const all = new Map<string, string>();
  vi.stubGlobal("sessionStorage", { getItem: (key: string) => all.get(key) ?? null, setItem: (key: string, value: string) => all.set(key, value), removeItem: (key: string) => all.delete(key) });
  const first = await drafting();
  const laid = { place: { id: 7, label: "", input: "point" as const, fields: [], region: [], snaps: [] }, drag: { points: [{ x: 1, y: 2 }] } };
  const struck = { piece: 1, target: 2, step: {} };
  first.noted({ laid, struck });
  first.stop();
  FakeWire.all = [];
  const again = new SeatStore("b", "t", () => new FakeWire());
  FakeWire.all[0]?.onopen?.();
  FakeWire.all[0]?.say({ id: 0, ok: { battle: "b", game: "g", scenario: "s", viewer: { seat: 0 }, begun: true, commitment: "aa", seats: [] } });
  FakeWire.all[0]?.say({ push: "view", view: view(1) });
  for (const what of ["options", "hints"]) answer(what, what === "options" ? { steps: [], places: [] } : { ...HINTS });
  await vi.waitFor(() => expect(asked("judge").length).toBe(1));
  answer("judge", judged);
  await vi.waitFor(() => expect(again.draft.length).toBe(1));
  expect([again.laid, again.struck]).toEqual([laid, struck]);
  again.stop();
});
const HINTS = { about: "", goal: "", guide: "", plans: [], strikes: [], instead: [], kinds: [], barred: [], rare: [], overlays: [], gives_away: "" };
