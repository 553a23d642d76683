// The server's HTTP interface.
import type { Army, BattleOpened, GameListed, Intent, Mine, Rule, ScenarioShown, Sitter } from "./server";
import type { Journal } from "./types";

export class HttpError extends Error {}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new HttpError("The server does not answer. Is it running?");
  }
  const said: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const sentence = (said as { error?: { sentence?: string } } | undefined)?.error?.sentence;
    throw new HttpError(sentence ?? `The server answered ${response.status}.`);
  }
  return said as T;
}

const part = encodeURIComponent;

export const games = () => ask<GameListed[]>("/api/games");
export const scenario = (game: string, name: string) =>
  ask<ScenarioShown>(`/api/games/${part(game)}/scenarios/${part(name)}`);
export const armies = (game: string, name: string) =>
  ask<Army[]>(`/api/games/${part(game)}/scenarios/${part(name)}/armies`);
export const open = (order: { game: string; scenario?: string; from?: { battle: string; line: number }; seats: Sitter[] }) =>
  ask<BattleOpened>("/api/battles", order);
export const mine = (chairs: { battle: string; token: string }[]) => ask<Mine[]>("/api/battles/mine", { chairs });
export const intents = (battle: string) => ask<Intent[]>(`/api/battles/${part(battle)}/intents`);
export const journal = (battle: string) => ask<Journal>(`/api/battles/${part(battle)}/journal`);
/** The rule with this id, if it stands in a book. It is searched for: what has no book is no error. */
export const rule = async (id: string) => (await ask<Rule[]>(`/api/rules?words=${part(id)}`)).find((one) => one.id === id);
export const book = (game: string) => ask<Rule[]>(`/api/games/${part(game)}/book`);
