// The chairs that this browser holds. They stay in its own storage, and nowhere else.
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
};

const KEY = "grognard.chairs";
const MOST = 60;

export function chairs(): Chair[] {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Chair[];
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

export function keep(chair: Chair): void {
  const others = chairs().filter((one) => one.token !== chair.token);
  write([chair, ...others].slice(0, MOST));
}

export function forget(battle: string): void {
  write(chairs().filter((one) => one.battle !== battle));
}

export function ofBattle(battle: string): Chair[] {
  return chairs()
    .filter((one) => one.battle === battle)
    .sort((a, b) => (a.seat ?? 99) - (b.seat ?? 99));
}

function write(list: Chair[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // A browser that keeps nothing can still play; it cannot resume.
  }
}

/** Random bytes, in hexadecimal, that a seat adds to the dice. */
export function randomHex(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
