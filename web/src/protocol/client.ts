// One chair's socket: asks and is answered, is pushed views, and comes back by itself after a lost connection.
import type { Joined, Push } from "./server";
import type { Refusal } from "./types";

/** The umpire or the server said no. Nothing was changed. */
export class Refused extends Error {
  constructor(
    readonly refusals: Refusal[],
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

export type Line = "joining" | "open" | "lost" | "gone";

type Waiting = {
  text: string;
  since: number;
  again: boolean;
  yes: (said: unknown) => void;
  no: (why: Refused) => void;
};

/** What the client needs of a socket, so that tests can bring their own. */
export type Wire = {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
};

export type Chair = { battle: string; token: string };

export type Ears = {
  /** The chair was taken, for the first time or again. */
  joined(said: Joined): void;
  pushed(push: Push): void;
  line(state: Line, why?: string): void;
  /** The last line that is known, to be told the rest. */
  since(): number;
};

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;
/** A connection may break without anybody telling the browser. The server beats every 30 seconds: so long a silence
 *  means that two beats are missing … */
const SILENCE = 75_000;
/** … and so long a question does not wait while nothing at all is heard. */
const PATIENCE = 20_000;
const LOOK = 2000;

export class Client {
  private wire: Wire | undefined;
  private open = false;
  private stopped = false;
  private next = 1;
  private pause = FIRST_PAUSE;
  private waiting = new Map<number, Waiting>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly watch: ReturnType<typeof setInterval>;
  /** When the wire last said anything, or was dialled. */
  private heard = 0;

  constructor(
    readonly chair: Chair,
    private readonly bytes: string,
    private readonly ears: Ears,
    private readonly dial: () => Wire,
  ) {
    this.connect();
    this.watch = setInterval(() => this.listen(), LOOK);
  }

  /** Asks. What changes something is sent again after a lost connection only if it carries the name of its choice. */
  ask<T>(request: Record<string, unknown>): Promise<T> {
    const id = this.next++;
    const changes = ["undo", "close"].includes(String(request["do"]));
    const text = JSON.stringify({ id, battle: this.chair.battle, ...request });
    return new Promise<T>((yes, no) => {
      this.waiting.set(id, { text, since: Date.now(), again: !changes, yes: yes as (said: unknown) => void, no });
      if (this.open) this.wire?.send(text);
    });
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    this.wire?.close();
  }

  /** Is the line dead, though nobody has said so? Then it is cut, and dialled anew. */
  private listen(): void {
    const wire = this.wire;
    if (!wire) return;
    const now = Date.now();
    const asked = this.open ? Math.min(...[...this.waiting.values()].map((one) => one.since)) : this.heard;
    const waits = now - Math.max(this.heard, asked);
    if (now - this.heard < SILENCE && !(waits >= PATIENCE)) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
    this.lost();
  }

  private connect(): void {
    this.ears.line("joining");
    const wire = this.dial();
    this.wire = wire;
    this.heard = Date.now();
    wire.onopen = () => {
      const { battle, token } = this.chair;
      const join = { id: 0, do: "join", battle, token, bytes: this.bytes, since: this.ears.since() };
      wire.send(JSON.stringify(join));
    };
    wire.onmessage = (event) => {
      this.heard = Date.now();
      this.hear(event.data);
    };
    wire.onclose = () => this.lost();
  }

  private hear(text: string): void {
    const said = JSON.parse(text) as Record<string, unknown>;
    if ("push" in said) {
      const push = said as Push;
      if (push.push === "bye" && push.error.code !== "going_away") this.gone(push.error.sentence);
      else this.ears.pushed(push);
      return;
    }
    if (said["id"] === 0) {
      if ("ok" in said) this.joined(said["ok"] as Joined);
      else this.gone(refused(said).message);
      return;
    }
    const waiting = this.waiting.get(said["id"] as number);
    this.waiting.delete(said["id"] as number);
    if ("ok" in said) waiting?.yes(said["ok"]);
    else waiting?.no(refused(said));
  }

  private joined(said: Joined): void {
    this.open = true;
    this.pause = FIRST_PAUSE;
    this.ears.joined(said);
    this.ears.line("open");
    for (const waiting of this.waiting.values()) {
      waiting.since = Date.now();
      this.wire?.send(waiting.text);
    }
  }

  private lost(): void {
    this.open = false;
    this.wire = undefined;
    if (this.stopped) return;
    for (const [id, waiting] of this.waiting) {
      if (waiting.again) continue;
      this.waiting.delete(id);
      waiting.no(new Refused([], "lost", "The connection was lost."));
    }
    this.ears.line("lost");
    this.timer = setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  private gone(why: string): void {
    this.ears.line("gone", why);
    this.stop();
  }
}

function refused(said: Record<string, unknown>): Refused {
  const list = said["refused"] as Refusal[] | undefined;
  if (list) return new Refused(list, "refused", list[0]?.sentence ?? "refused");
  const error = said["error"] as { code: string; sentence: string } | undefined;
  return new Refused([], error?.code ?? "error", error?.sentence ?? "The server gave no answer.");
}
