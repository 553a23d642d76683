import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Client, Refused, type Ears } from "../src/protocol/client";
import { FakeWire } from "./wire";

const wire = (i: number) => FakeWire.all.at(i) as FakeWire;
const JOINED = { battle: "b", game: "g", scenario: "s", viewer: { seat: 0 }, begun: true, commitment: "", seats: [] };

function client(since = () => 0) {
  const heard: unknown[] = [];
  const ears: Ears = {
    joined: () => heard.push("joined"),
    pushed: (push) => heard.push(push),
    line: (state, why) => heard.push(why ? `${state}: ${why}` : state),
    since,
  };
  return { heard, one: new Client({ battle: "b", token: "t" }, "5eed", ears, () => new FakeWire()) };
}
const join = (i: number) => {
  wire(i).onopen?.();
  wire(i).say({ id: 0, ok: JOINED });
};

beforeEach(() => {
  FakeWire.all = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("it joins first, with its token, its bytes and the last line it knows", () => {
  client(() => 7);
  wire(0).onopen?.();
  expect(wire(0).sent).toEqual([{ id: 0, do: "join", battle: "b", token: "t", bytes: "5eed", since: 7 }]);
});

test("questions wait for the chair, and answers find their question", async () => {
  const { one } = client();
  const [first, second] = [one.ask<string>({ do: "view" }), one.ask<string>({ do: "options" })];
  expect(wire(0).sent).toEqual([]);
  join(0);
  const [a, b] = wire(0).sent.slice(1);
  expect([a?.["do"], b?.["do"]]).toEqual(["view", "options"]);
  wire(0).say({ id: b?.["id"], ok: "two" });
  wire(0).say({ id: a?.["id"], ok: "one" });
  expect(await Promise.all([first, second])).toEqual(["one", "two"]);
});

test("a refusal comes with every reason", async () => {
  const { one } = client();
  join(0);
  const asked = one.ask({ do: "judge" });
  const reasons = [{ rule: "BL-MOV-15", step: 2, sentence: "two units overlap", numbers: [], places: [] }];
  wire(0).say({ id: wire(0).sent.at(-1)?.["id"], refused: reasons });
  const why = await asked.catch((e: unknown) => e);
  expect(why).toBeInstanceOf(Refused);
  expect((why as Refused).refusals).toEqual(reasons);
});

test("after a lost connection it joins again and asks again, but does not undo twice", async () => {
  const { heard, one } = client(() => 3);
  join(0);
  const played = one.ask<string>({ do: "play", choice: "c1" });
  const undone = one.ask({ do: "undo" }).catch((e: unknown) => (e as Refused).code);
  wire(0).onclose?.();
  expect(await undone).toBe("lost");
  expect(heard).toContain("lost");
  vi.advanceTimersByTime(300);
  expect(FakeWire.all.length).toBe(2);
  join(1);
  expect(wire(1).sent.map((one) => one["do"])).toEqual(["join", "play"]);
  expect(wire(1).sent[1]?.["choice"]).toBe("c1");
  wire(1).say({ id: wire(1).sent[1]?.["id"], ok: "done" });
  expect(await played).toBe("done");
});

test("it waits longer each time, and at most four seconds", () => {
  client();
  for (let i = 0; i < 10; i++) {
    wire(-1).onclose?.();
    vi.advanceTimersByTime(4000);
  }
  expect(FakeWire.all.length).toBe(11);
});

test("a chair that is not ours is not asked for again", () => {
  const { heard } = client();
  wire(0).onopen?.();
  wire(0).say({ id: 0, error: { code: "not_for_you", sentence: "not your chair" } });
  vi.advanceTimersByTime(60_000);
  expect(FakeWire.all.length).toBe(1);
  expect(heard).toContain("gone: not your chair");
});

test("a server that goes away is looked for again", () => {
  const { heard } = client();
  join(0);
  wire(0).say({ push: "bye", error: { code: "going_away", sentence: "the server stops" } });
  wire(0).onclose?.();
  vi.advanceTimersByTime(300);
  expect(FakeWire.all.length).toBe(2);
  expect(heard.some((one) => typeof one === "string" && one.startsWith("gone"))).toBe(false);
});

/** What a server that lives says every 30 seconds. */
const beat = (i: number) => wire(i).say({ push: "beat" });

test("a silent line is cut and dialled anew, a beating one is not", () => {
  const { heard } = client();
  join(0);
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(30_000);
    beat(0);
  }
  expect([FakeWire.all.length, heard.includes("lost")]).toEqual([1, false]);
  // Two beats are missing.
  vi.advanceTimersByTime(74_000);
  expect(FakeWire.all.length).toBe(1);
  vi.advanceTimersByTime(4000);
  expect([FakeWire.all.length, heard.at(-1)]).toEqual([2, "joining"]);
  expect(heard).toContain("lost");
  // What the dead wire says after all is heard by nobody.
  expect([wire(0).onmessage, wire(0).onclose]).toEqual([null, null]);
});

test("a question that nobody answers is asked again on a new line", async () => {
  const { one } = client();
  join(0);
  vi.advanceTimersByTime(5000);
  const asked = one.ask<string>({ do: "options" });
  vi.advanceTimersByTime(18_000);
  expect(FakeWire.all.length).toBe(1);
  vi.advanceTimersByTime(6000);
  expect(FakeWire.all.length).toBe(2);
  join(1);
  expect(wire(1).sent.map((sent) => sent["do"])).toEqual(["join", "options"]);
  wire(1).say({ id: wire(1).sent[1]?.["id"], ok: "yes" });
  expect(await asked).toBe("yes");
});

test("a slow answer is waited for while the line lives", () => {
  const { one } = client();
  join(0);
  void one.ask({ do: "play", choice: "c" });
  for (let i = 0; i < 8; i++) {
    vi.advanceTimersByTime(15_000);
    beat(0);
  }
  expect(FakeWire.all.length).toBe(1);
});

test("a line on which nobody opens the door is dialled anew", () => {
  client();
  vi.advanceTimersByTime(26_000);
  expect(FakeWire.all.length).toBe(2);
});
