// A battle of the list in which one goes on, in words.
import type { Chair } from "../battle/chairs";
import { titled } from "../battle/names";
import type { Standing } from "../protocol/server";

/** The row of a battle: what is fought, who against whom, how far it is, whose turn it is, when it was last played. */
export type Row = { title: string; who: string; far: string; turn: string; yours: boolean; last: string };

/** `held`: the chairs of this battle that this browser has. */
export function row(standing: Standing, held: Chair[], now: Date): Row {
  const { seats, awaited, begun, outcome, closed, clock, title } = standing;
  const mine = seats.filter((seat) => held.some((chair) => chair.seat === seat.seat));
  const others = seats.filter((seat) => !mine.includes(seat));
  const waits = (list: typeof seats) => list.some((seat) => awaited.includes(seat.seat));
  const player = (seat: (typeof seats)[number]) => (seat.by === "computer" ? `the computer, ${titled(seat.level)}` : "a friend");
  const against = others.map((seat) => `${seat.name} (${player(seat)})`).join(" and ");
  const own = mine.map((seat) => seat.name).join(" and ");
  const yours = !outcome && begun && waits(mine);
  return {
    title,
    who: mine.length === 0 ? `You look on: ${seats.map((seat) => seat.name).join(" against ")}`
      : others.length === 0 ? `${own}, both at this screen`
        : `${own} (you) against ${against}`,
    far: outcome ? outcome.sentence : begun ? (clock ?? "") : "Not begun",
    turn: outcome ? (closed || mine.length === 0 ? "Finished" : "Finished, not closed")
      : !begun ? (waits(others) ? "Waiting for your friend" : "Ready to begin")
        : mine.length === 0 ? "" : !yours ? "The enemy's turn" : others.length === 0 ? `Next: ${mine.filter((seat) => awaited.includes(seat.seat)).map((seat) => seat.name).join(" and ")}` : "Your turn",
    yours,
    last: when(new Date(standing.last), now),
  };
}

/** A moment as one speaks of it: "today, 20:14", "yesterday, 09:03", "12 Nov 2026, 18:00". */
export function when(then: Date, now: Date): string {
  const time = then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  const day = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((day(now) - day(then)) / 86_400_000);
  if (days === 0) return `today, ${time}`;
  if (days === 1) return `yesterday, ${time}`;
  return `${then.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" })}, ${time}`;
}
