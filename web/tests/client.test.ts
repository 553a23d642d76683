import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Client, Refused, type Ears, type Wire } from "../src/protocol/client";

class FakeWire implements Wire {
  static all: FakeWire[] = [];
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    FakeWire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.onclose?.();
  }
  say(what: unknown): void {
    this.onmessage?.({ data: JSON.stringify(what) });
  }
}
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
