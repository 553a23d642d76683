// What a chair shows whose viewer is asked: the table as his draft would have it, and what can be done next.
import type { Barred, Drag, Gauge, Hints, Inspection, Judged, Marker, Odds, Offer, Options, Piece, Place, Refusal, Strike } from "../protocol/types";
import { ChairStore } from "./chair.svelte";
import { same, type Step } from "./draft";
import { Judging } from "./judging.svelte";
import type { Drawn } from "./unplayed";

export const NO_OPTIONS: Options = { steps: [], places: [] };
export const NO_HINTS: Hints = { about: "", goal: "", guide: "", plans: [], strikes: [], instead: [], kinds: [], barred: [], rare: [], overlays: [], gives_away: "" };

const isRare = (hints: Hints, offer: Offer) => hints.rare.some((step) => same(step, offer.step));
const generalIn = ({ steps }: Options, hints: Hints) =>
  steps.filter((offer) => offer.piece == null && !hints.plans.some((plan) => same(plan.steps[0], offer.step)) && !isRare(hints, offer));

/** The one answer there is, if it is also the answer of those who want none. */
export function aloneIn(options: Options, hints: Hints, fallback: Step[] | null | undefined): Offer | undefined {
  const [offer, more] = generalIn(options, hints);
  if (!offer || more || options.places.length > 0 || hints.plans.length > 0) return undefined;
  const alone = options.steps.every((one) => one === offer || isRare(hints, one));
  return alone && same(fallback, [offer.step]) ? offer : undefined;
}

export abstract class ShownStore extends ChairStore {
  // ---- the draft ----
  draft = $state.raw<Step[]>([]);
  judged = $state.raw<Judged | undefined>();
  options = $state.raw<Options>(NO_OPTIONS);
  /** The draft whose options these are: those of another one are no longer, or not yet, to be had. */
  offered = $state.raw<Step[]>([]);
  hints = $state.raw<Hints>(NO_HINTS);
  odds = $state.raw<Odds[]>([]);
  refusals = $state.raw<Refusal[]>([]);
  trouble = $state("");
  busy = $state(false);
  readonly judging = new Judging();

  // ---- what the person looks at ----
  selected = $state<number | null>(null);
  /** Did the person choose it, and not the question that it alone can answer? */
  chosen = $state(false);
  inspection = $state.raw<Inspection | undefined>();
  /** Who was chosen to strike, and whom it cannot strike: told at each of those who is looked at next. */
  striker = $state.raw<{ name: string; barred: Barred[] } | undefined>();
  tool = $state<number | null>(null);
  fields = $state.raw<number[]>([]);
  /** The strike that was drafted last. */
  struck = $state.raw<Strike | undefined>();
  /** The strike whose button is pointed at, so that its target can be told from others of the same name. */
  pointed = $state.raw<Strike | undefined>();
  /** How the only thing of the draft was laid on the table, so that it can be laid elsewhere. */
  laid = $state.raw<{ place: Place; drag: Drag } | undefined>();
  /** How steps were drawn that are in the draft, or were: only the umpire understands the steps themselves. */
  drawn = $state.raw<Drawn[]>([]);

  // ---- what is shown ----------------------------------------------------------------------------------------

  /** The pieces as the ghost, the draft or the view would have them. */
  pieces = $derived.by<Piece[]>(() => {
    if (this.past) return this.past.scene.pieces;
    return this.judged?.pieces ?? this.view?.scene.pieces ?? [];
  });
  markers = $derived.by<Marker[]>(() => {
    if (this.past) return this.past.scene.markers;
    return this.judged?.markers ?? this.view?.scene.markers ?? [];
  });
  gauges = $derived.by<Gauge[]>(() => {
    if (this.past) return this.past.scene.gauges;
    return this.judged?.gauges ?? this.view?.scene.gauges ?? [];
  });
  /** Where a piece is meant to go, before the draft: its place in the view. */
  before = $derived(new Map((this.view?.scene.pieces ?? []).map((piece) => [piece.id, piece])));
  byId = $derived(new Map(this.pieces.map((piece) => [piece.id, piece])));
  /** Pieces beside the table. */
  aside = $derived(new Map((this.view?.scene.aside ?? []).map((piece) => [piece.id, piece])));
  prompt = $derived(this.replay ? null : (this.view?.prompt ?? null));
  mine = $derived(this.prompt !== null && this.prompt !== undefined);
  complete = $derived(this.judged !== undefined && this.judged.missing.length === 0);
  barred = $derived(new Map(this.hints.barred.map((one) => [one.piece, one.refused])));
  kinds = $derived(new Map(this.hints.kinds.map((kind) => [kind.place, kind])));

  /** Steps of the draft with their words, and the piece of each. */
  entries = $derived.by(() =>
    this.draft.map((step, index) => {
      const words = this.judged?.words[index];
      return { step, index, label: words?.label ?? "", piece: words?.piece ?? null };
    }),
  );

  /** How the last step of a piece was drawn, if it was. */
  ways = $derived(new Map(this.entries.flatMap(({ piece, step }) => (piece === null ? [] : [[piece, this.drawn.findLast((one) => same(one.step, step))] as const]))));

  /** Pieces that take part in the draft. */
  drafted = $derived(new Set(this.past ? [] : this.entries.flatMap((entry) => (entry.piece === null ? [] : [entry.piece]))));

  /** Pieces that can act now. */
  able = $derived.by(() => {
    const able = new Set<number>();
    if (!this.mine) return able;
    for (const offer of this.options.steps) if (offer.piece != null) able.add(offer.piece);
    for (const place of this.options.places) if (place.piece != null) able.add(place.piece);
    for (const plan of this.hints.plans) for (const piece of plan.pieces) able.add(piece);
    return able;
  });

  /** Steps that bring a further piece into what is drafted. */
  joins = $derived.by(() => {
    if (this.draft.length === 0) return [];
    return this.options.steps.filter((offer) => offer.piece != null && !this.drafted.has(offer.piece));
  });

  /** What the chosen piece can be struck at. */
  targets = $derived.by(() => {
    const strikes = [...this.hints.strikes, ...this.hints.instead].filter((one) => this.selected === null || one.piece === this.selected);
    return new Map(strikes.map((strike) => [strike.target, strike]));
  });

  offersOf(piece: number): Offer[] {
    return this.options.steps.filter((offer) => offer.piece === piece);
  }

  placesOf(piece: number): Place[] {
    return this.options.places.filter((place) => place.piece === piece);
  }

  /** Has anything on the table another place by the draft? */
  stirs = $derived.by(() => {
    if (!this.judged) return false;
    const still = (piece: Piece) => same(this.before.get(piece.id)?.pose, piece.pose);
    return this.judged.pieces.length !== this.before.size || !this.judged.pieces.every(still);
  });

  /** Places that put something on the table which is no piece of one's own. */
  freePlaces = $derived(this.options.places.filter((place) => place.piece == null));

  /** Places of pieces that are still beside the table, by formation. */
  tray = $derived.by(() => {
    const waiting = this.options.places.filter((place) => place.piece != null && !this.byId.has(place.piece) && this.aside.has(place.piece));
    const banner = (place: Place) => this.pieceOf(place.piece ?? null)?.banner ?? "";
    const formations = [...new Set(waiting.map(banner))].sort();
    return formations.flatMap((formation) => waiting.filter((place) => banner(place) === formation));
  });
  /** What is in hand to be laid on the table: a marker, a piece of terrain, a unit from beside it. */
  laying = $derived(this.offered === this.draft ? [...this.freePlaces, ...this.tray].find((place) => place.id === this.tool) : undefined);

  pieceOf(id: number | null): Piece | undefined {
    return id === null ? undefined : (this.byId.get(id) ?? this.aside.get(id));
  }

  /** Offers that are about no piece; one that a plan begins with is not said twice. */
  general = $derived(generalIn(this.options, this.hints));
  /** The one answer there is, if it needs no second click. */
  sole = $state.raw<Offer | undefined>();
  /** What the draft as it stands costs, by the numbers that everybody follows. */
  cost = $derived.by(() => {
    const spent = (this.judged?.gauges ?? []).flatMap((gauge) => {
      const was = this.view?.scene.gauges.find((one) => one.name === gauge.name && one.side === gauge.side);
      return was && was.value !== gauge.value ? [`${Math.abs(gauge.value - was.value)} ${gauge.name}`] : [];
    });
    return spent.join(", ");
  });
  /** Those that are seldom wanted. */
  rarely = $derived(this.options.steps.filter((offer) => isRare(this.hints, offer)));
  /** The pieces of the plan whose button is pointed at. */
  planned = $state.raw<number[]>([]);
}
