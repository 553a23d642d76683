// What the own last choice brought, what others did since, and what of it is worth a line.
import type { News } from "../battle/news";
import { takenBack } from "../battle/story";
import type { Numbered } from "../protocol/types";

/** So many lines are told, if there are so many, and more only of losses and of what became of units of one's own. */
const MOST = 6;
const MOST_NEAR = 10;

/** The lines of what others did: all after the moment of the own last choice, which begins after line `heard`, without
 *  the headings of turns, without what no longer holds, and without the word that it does not, unless it was told before. */
export function others(log: Numbered[], heard: number, chosen: boolean): Numbered[] {
  const news = log.filter(({ number }) => number > heard);
  const own = chosen ? (news[0]?.moment ?? 0) : 0;
  const later = news.filter(({ moment }) => moment > own);
  const since = later[0]?.number ?? 0;
  const back = ({ number, line }: Numbered) => (line.takes_back ?? []).map((far) => number - far);
  const undone = new Set(news.flatMap(back));
  return later.filter((one) => !one.line.heading && !undone.has(one.number) && (back(one).length === 0 || back(one).some((number) => number < since)));
}

/** What is told of others to whoever is asked: until he folds it away. */
export const since = ({ log, heard, read, choices }: News & { log: Numbered[] }) => others(log, Math.max(heard, read), choices > 0 && read <= heard);

/** Of these, in their order: every loss, then what became of units `near` to the reader, then dice that brought something,
 *  then his other lines and dice, then the rest. What was said before in the same words is not said again. */
export function chosenOf(lines: Numbered[], lost: (one: Numbered) => boolean, near: (one: Numbered) => boolean): Numbered[] {
  const rank = (one: Numbered) => {
    const { dice, scored } = one.line;
    if (lost(one)) return 0;
    if (near(one) && dice.length === 0) return 1;
    if ((scored?.got ?? 0) > 0) return 2;
    return near(one) || dice.length > 0 ? 3 : 4;
  };
  const fresh = lines.filter((one, i) => rank(one) < 4 || lines.findIndex(({ line }) => line.sentence === one.line.sentence) === i);
  // Of what became of a unit the end tells most.
  const first = fresh.toSorted((a, b) => rank(a) - rank(b) || (rank(a) === 1 ? b.number - a.number : 0));
  return first.filter((one, i) => i < (rank(one) === 1 ? MOST_NEAR : MOST) || rank(one) === 0).sort((a, b) => a.number - b.number);
}

/** The lines of the own last choice, which begins after line `heard`, if dice were thrown by it. */
export function brought(log: Numbered[], heard: number): Numbered[] {
  const [undone, own] = [takenBack(log), log.find(({ number }) => number > heard)?.moment];
  const lines = log.filter(({ number, moment, line }) => number > heard && moment === own && !line.heading && !undone.has(number));
  return lines.some(({ line }) => line.dice.length > 0) ? lines : [];
}

/** So many of them as stand for all: lines with dice, in their order, those of units `near` to the reader before others. */
export function rolled(lines: Numbered[], near: (one: Numbered) => boolean, most: number): Numbered[] {
  const dice = lines.filter(({ line }) => line.dice.length > 0);
  return dice.toSorted((a, b) => Number(near(b)) - Number(near(a))).slice(0, most).sort((a, b) => a.number - b.number);
}

/** A sentence without what it says in brackets: the reasons stand in the log. */
export const briefly = (sentence: string) => sentence.replace(/ ?\([^()]*\)/g, "");
