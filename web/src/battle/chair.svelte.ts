// One chair at one battle: its line to the server, what its viewer was told, and the moment of the battle he looks at.
// It draws nothing and knows no rule.
import { Client, type Line as LineState, type Wire } from "../protocol/client";
import type { Joined, Meaning, Push, SeatTaken } from "../protocol/server";
import type { Numbered, View } from "../protocol/types";
import { randomHex } from "./chairs";
import { takenBack } from "./story";

export abstract class ChairStore {
  // ---- what the server said ----
  line = $state<LineState>("joining");
  gone = $state("");
  seats = $state.raw<SeatTaken[]>([]);
  seat = $state<number | null>(null);
  scenario = $state("");
  game = $state("");
  /** What the server bound its dice to when this seat heard of it first; what it says later changes nothing. */
  commitment = $state("");
  begun = $state(false);
  waiting = $state.raw<number[]>([]);
  view = $state.raw<View | undefined>();
  log = $state.raw<Numbered[]>([]);
  /** How much of its time the computer has used for its turn, in thousandths, while it thinks. */
  thought = $state<number | null>(null);
  /** Everything that was told to anybody, once the battle is closed. */
  whole = $state.raw<Numbered[]>([]);
  /** The last line before this seat's last choice: what came after it is news. */
  heard = $state(0);
  /** The last line that was told when its reader folded the news away. */
  read = $state(0);
  /** The first line of the own choice that was last folded away. */
  folded = $state(0);
  /** How many choices were played from here, and whether nothing had happened before the first. */
  choices = $state(0);
  fresh = $state(false);

  // ---- looking back ----
  replay = $state.raw<View | undefined>();
  /** The table as it stands at the end with nothing concealed, once the battle is closed. */
  bare = $state.raw<View | undefined>();
  /** The moment that is shown, while the battle is stepped through. */
  moment = $state<number | null>(null);
  private backs = 0;

  readonly client: Client;

  constructor(
    readonly battle: string,
    readonly token: string,
    dial: () => Wire,
    promised = "",
  ) {
    this.commitment = promised;
    this.client = new Client({ battle, token }, randomHex(16), {
      joined: (said) => this.joined(said),
      pushed: (push) => this.pushed(push),
      line: (state, why) => {
        this.line = state;
        if (why) this.gone = why;
      },
      since: () => this.last,
    }, dial);
  }

  stop(): void {
    this.client.stop();
  }

  // ---- hearing ------------------------------------------------------------------------------------------------

  private joined(said: Joined): void {
    this.seats = said.seats;
    this.game = said.game;
    this.scenario = said.scenario;
    this.commitment ||= said.commitment;
    this.begun = said.begun;
    this.seat = typeof said.viewer === "object" && "seat" in said.viewer ? said.viewer.seat : null;
  }

  private pushed(push: Push): void {
    if (push.push === "waiting") this.waiting = push.seats;
    if (push.push === "view") this.take(push.view);
    if (push.push === "thinking") this.thought = push.share;
  }

  /** Takes a new view. */
  abstract take(view: View): void;

  /** Says why something did not go through. */
  abstract tell(why: unknown): void;

  /** The number of the last line that was told. */
  get last(): number {
    return this.log.at(-1)?.number ?? 0;
  }

  // ---- asking -------------------------------------------------------------------------------------------------

  ask<T>(what: string, more: Record<string, unknown> = {}): Promise<T> {
    return this.client.ask<T>({ do: what, seat: this.seat, ...more });
  }

  protected viewer(): unknown {
    return this.seat === null ? "public" : { seat: this.seat };
  }

  protected async look(): Promise<void> {
    this.take(await this.client.ask<View>({ do: "view", viewer: this.viewer(), since: this.last }));
  }

  /** Asks the computer to decide at once. */
  async hurry(): Promise<void> {
    await this.client.ask({ do: "hurry" }).catch(() => undefined);
  }

  /** What the computer meant in the turns that are over. */
  meant(): Promise<Meaning[]> {
    return this.client.ask<Meaning[]>({ do: "meant" });
  }

  async close(): Promise<void> {
    try {
      this.take(await this.ask<View>("close", { since: this.last }));
    } catch (why) {
      this.tell(why);
    }
  }

  /** Everything is laid open when a battle is closed, whatever is looked at meanwhile. */
  protected async layOpen(): Promise<void> {
    if (this.bare) return;
    try {
      const view = await this.client.ask<View>({ do: "view", viewer: "all" });
      this.bare = view;
      this.whole = view.lines;
    } catch (why) {
      this.tell(why);
    }
  }

  // ---- looking back ---------------------------------------------------------------------------------------------

  /** What is shown instead of the view: a moment that was, or the end of a closed battle. */
  past = $derived(this.replay ?? this.bare);
  /** Is an answer of this viewer awaited, whatever he looks at? */
  asked = $derived(!!this.view?.prompt && !this.view.prompt.answered && !this.view.outcome);
  /** What can be stepped through: what this viewer was told, and of a closed battle everything. */
  story = $derived(this.view?.closed && this.whole.length > 0 ? this.whole : this.log);
  /** The lines of the moment that is shown. */
  now = $derived(this.moment === null ? [] : this.story.filter((line) => line.moment === this.moment));

  /** The numbers of its lines that no longer hold. */
  undone = $derived(takenBack(this.story));
  /** Was what is shown taken back later? */
  revoked = $derived(this.now.some(({ number }) => this.undone.has(number)));

  /** The battle as it was when a line of its story had just been told. */
  viewAt(line: number): Promise<View> {
    return this.client.ask<View>({ do: "view", viewer: this.view?.closed ? "all" : this.viewer(), at: line, since: line });
  }

  /** Shows the battle as it was at a moment of its story; `null` goes back to now. */
  async showAt(moment: number | null): Promise<void> {
    const asked = ++this.backs;
    this.moment = moment;
    const line = this.now.at(-1)?.number;
    if (line === undefined) {
      this.replay = undefined;
      return;
    }
    try {
      const found = await this.viewAt(line);
      if (asked === this.backs) this.replay = found;
    } catch (why) {
      this.tell(why);
    }
  }
}
