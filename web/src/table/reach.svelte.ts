// Where the chosen piece may go by each kind of move: in the draft as it stands or, before one is begun, with the plan
// that would take the piece along.
import { untrack } from "svelte";
import type { SeatStore } from "../battle/seat.svelte";
import type { Hints, Options, Place, Plan } from "../protocol/types";

/** A kind of move, how its reach is drawn, and whether it is the one in hand. */
export type Way = { place: Place; word: string; manner: number; held: boolean };
type Ahead = { piece: number; plan: Plan; places: Place[]; words: Map<number, string> };

export const MANNERS = 4;

export class Reach {
  private ahead = $state.raw<Ahead | undefined>();
  private asked = 0;
  /** A kind of move is drawn in the same manner for the whole battle. */
  private manners = new Map<string, number>();

  constructor(private readonly seat: SeatStore) {
    $effect(() => {
      const { selected, mine, draft, hints } = seat;
      const waits = selected !== null && mine && draft.length === 0 && seat.placesOf(selected).length === 0;
      const plan = waits ? hints.plans.find((one) => one.pieces.includes(selected)) : undefined;
      const ask = ++this.asked;
      this.ahead = undefined;
      if (plan && selected !== null) untrack(() => void this.look(selected, plan, ask));
    });
  }

  private async look(piece: number, plan: Plan, ask: number): Promise<void> {
    const draft = plan.steps;
    try {
      const [options, hints] = await Promise.all([this.seat.ask<Options>("options", { draft }), this.seat.ask<Hints>("hints", { draft })]);
      if (ask !== this.asked) return;
      const words = new Map(hints.kinds.map((kind) => [kind.place, kind.word]));
      this.ahead = { piece, plan, places: options.places.filter((place) => place.piece === piece), words };
    } catch {
      // It is only for looking at; what is played is judged anew.
    }
  }

  /** What has to be begun first, if anything. */
  with = $derived(this.ahead?.plan.label ?? "");

  ways = $derived.by<Way[]>(() => {
    const seat = this.seat;
    if (seat.replay || !seat.mine) return [];
    const drawn = seat.hand.ghost?.place.id;
    const laid = seat.laying ? [seat.laying] : [];
    const own = seat.selected === null ? [] : seat.placesOf(seat.selected);
    const places = laid.length > 0 ? laid : own.length > 0 ? own : (this.ahead?.places ?? []);
    return places
      .map((place) => ({ place, word: seat.kinds.get(place.id)?.word ?? this.ahead?.words.get(place.id) ?? place.label }))
      .map((one) => ({ ...one, manner: this.manner(one.word, one.place), held: one.place.id === (drawn ?? seat.tool) }))
      // While the hand draws, only what it draws by is of use.
      .filter((way) => way.place.region.length > 0 && (drawn === undefined || way.held));
  });

  private manner(word: string, place: Place): number {
    // Of whom it is said makes it no other kind.
    const kind = word.replace(this.seat.pieceOf(place.piece ?? null)?.name ?? "", "");
    const known = this.manners.get(kind) ?? this.manners.size % MANNERS;
    this.manners.set(kind, known);
    return known;
  }
}
