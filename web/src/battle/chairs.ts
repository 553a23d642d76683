// The chairs that this browser holds. They stay in its own storage, and nowhere else.
import * as storage from "./storage";

export type Invite = { name: string; link: string };
export type Chair = {
  battle: string;
  token: string;
  seat: number | null;
  name: string;
  scenario: string;
  opened: number;
  /** Links to chairs that friends are to take. */
  invites: Invite[];
  /** The link for those who only look on. */
  bench?: string;
  /** What the server bound its dice to, as this browser heard it first. */
  commitment?: string;
};

const KEY = "grognard.chairs";
const MOST = 60;

export function chairs(): Chair[] {
  try {
    const list = JSON.parse(storage.recall(KEY) ?? "[]") as Chair[];
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

/** Keeps a chair. Says whether it will outlast the page. */
export function keep(chair: Chair): boolean {
  const others = chairs().filter((one) => one.token !== chair.token);
  return write([chair, ...others].slice(0, MOST));
}

export function forget(battle: string): void {
  write(chairs().filter((one) => one.battle !== battle));
}

export function ofBattle(battle: string): Chair[] {
  return chairs()
    .filter((one) => one.battle === battle)
    .sort((a, b) => (a.seat ?? 99) - (b.seat ?? 99));
}

/** One chair of each battle, the newest first: one that plays rather than one that looks on. */
export function battles(): Chair[] {
  const all = chairs();
  const names = [...new Set(all.map((chair) => chair.battle))];
  return names.flatMap((battle) => ofBattle(battle)[0] ?? []);
}

const write = (list: Chair[]) => storage.keep(KEY, JSON.stringify(list));

/** Random bytes, in hexadecimal, that a seat adds to the dice. */
export function randomHex(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
