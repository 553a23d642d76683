// Whose chairs are at this screen, what is kept of them, and what is kept where the browser keeps nothing.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { battles, keep, ofBattle, type Chair } from "../src/battle/chairs";
import { Session } from "../src/battle/session.svelte";
import * as storage from "../src/battle/storage";
import { FakeWire } from "./wire";

class FakeStorage {
  all = new Map<string, string>();
  full = false;
  getItem = (key: string) => this.all.get(key) ?? null;
  setItem = (key: string, value: string) => {
    if (this.full) throw new Error("QuotaExceededError");
    this.all.set(key, value);
  };
}
let kept: FakeStorage;
beforeEach(() => {
  kept = new FakeStorage();
  vi.stubGlobal("localStorage", kept);
  FakeWire.all = [];
});
afterEach(() => {
  // What is in memory goes when it can be kept.
  storage.keep("grognard.chairs", "[]");
  vi.unstubAllGlobals();
});

const chair = (token: string, seat: number | null): Chair =>
  ({ battle: "b", token, seat, name: seat === null ? "" : `side ${seat}`, scenario: "learning", opened: 1, invites: [] });
const SEATS = [0, 1].map((seat) => ({ seat, side: seat, name: `side ${seat}`, by: "person", joined: true }));
const sessions: Session[] = [];
function open(token?: string): Session {
  const session = new Session("b", token, () => new FakeWire());
  sessions.push(session);
  return session;
}
afterEach(() => sessions.splice(0).forEach((session) => session.stop()));
function join(i: number, viewer: unknown, commitment = "aa"): void {
  FakeWire.all[i]?.onopen?.();
  FakeWire.all[i]?.say({ id: 0, ok: { battle: "b", game: "g", scenario: "learning", viewer, begun: true, commitment, seats: SEATS } });
}

test("who follows the spectators' link looks on, though he has a chair, which stays his", () => {
  keep(chair("mine", 0));
  const session = open("bench");
  expect(session.seats.map((seat) => seat.token)).toEqual(["bench"]);
  join(0, "public");
  session.remember();
  session.watch();
  expect([session.seats.length, session.curtain, session.seat?.seat]).toEqual([1, null, null]);
  expect(open().seats.map((seat) => seat.token)).toEqual(["mine"]);
  expect(battles().map((one) => one.token)).toEqual(["mine"]);
});

test("who follows the link of the other seat as well plays both at this screen, with the curtain between", () => {
  keep(chair("mine", 0));
  const session = open("other");
  join(0, { seat: 1 });
  session.remember();
  expect(session.seats.map((seat) => seat.token)).toEqual(["mine", "other"]);
  expect(session.curtain).toBe(0);
  // The wire that joined is the same.
  expect(FakeWire.all.length).toBe(2);
});

test("a spectator's chair is kept with the name of its battle", () => {
  const session = open("bench");
  expect(ofBattle("b")[0]?.scenario).toBe("");
  join(0, "public");
  session.remember();
  expect(ofBattle("b")[0]).toMatchObject({ token: "bench", seat: null, scenario: "learning" });
});

test("the first commitment that was heard counts, also after a reload", () => {
  const first = open("mine");
  join(0, { seat: 0 }, "aa");
  first.remember();
  const again = open();
  join(1, { seat: 0 }, "bb");
  again.remember();
  expect(again.seat?.commitment).toBe("aa");
  expect(ofBattle("b")[0]?.commitment).toBe("aa");
});

test("a browser whose storage is full still holds its chairs while the page is open", () => {
  keep(chair("old", 0));
  kept.full = true;
  expect(keep(chair("mine", 1))).toBe(false);
  expect(ofBattle("b").map((one) => one.token)).toEqual(["old", "mine"]);
  expect(open().lasting).toBe(false);
  kept.full = false;
  expect(keep(chair("mine", 1))).toBe(true);
  expect(open().lasting).toBe(true);
});

test("a browser that lets nobody near its storage still holds its chairs while the page is open", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(storage.recall("anything")).toBe(null);
  expect(keep(chair("mine", 0))).toBe(false);
  expect(open().seats.map((seat) => seat.token)).toEqual(["mine"]);
});
