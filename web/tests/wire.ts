// A wire that a test holds the other end of.
import type { Wire } from "../src/protocol/client";

export class FakeWire implements Wire {
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
