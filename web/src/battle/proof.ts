// Whether the dice of a closed battle are those that follow from the seed that the server bound itself to before the
// first one fell. All of it is worked out in this browser; only the journal comes from the server.
import type { Journal, Roll } from "../protocol/types";
import { Stream } from "./chacha";
import { sha256 } from "./sha256";

const PROMISE = "grognard dice, commitment, 1\n";
const BATTLE = "grognard dice, battle, 1\n";

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

async function hash(parts: Uint8Array[]): Promise<Uint8Array> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  // A browser has it for pages over https and of this computer only.
  const own = crypto.subtle as SubtleCrypto | undefined;
  return own ? new Uint8Array(await own.digest("SHA-256", whole)) : sha256(whole);
}
const words = (text: string) => new TextEncoder().encode(text);

export async function commitmentOf(seed: string): Promise<string> {
  return hexOf(await hash([words(PROMISE), bytesOf(seed)]));
}

/** The seed of the stream: the server's, and what each seat added, each part after its length. */
export function battleSeed(seed: string, added: string[]): Promise<Uint8Array> {
  const parts = added.flatMap((hex) => {
    const bytes = bytesOf(hex);
    const length = new Uint8Array(8);
    new DataView(length.buffer).setUint32(0, bytes.length, true);
    return [length, bytes];
  });
  return hash([words(BATTLE), bytesOf(seed), ...parts]);
}

function rollsOf(journal: Journal): Roll[] {
  const before = journal.resumed?.rolls ?? journal.begin;
  return [...before, ...journal.entries.flatMap((entry) => (entry.do === "play" ? entry.rolls : []))];
}

/** What was found: how many dice are right, or what is wrong. */
export type Checked = { dice: number; rolls: number; wrong: string[] };

/** Works out every die of a journal again; `commitment` is what this seat was told when it joined. */
export async function check(journal: Journal, commitment: string): Promise<Checked> {
  const wrong: string[] = [];
  const made = await commitmentOf(journal.chance.seed);
  if (made !== commitment || made !== journal.commitment) wrong.push("The seed is not the one that was promised.");
  const rolls = rollsOf(journal);
  const seed = await battleSeed(journal.chance.seed, journal.chance.added);
  let stream = new Stream(seed);
  rolls.forEach((roll, i) => {
    if (roll.position !== stream.position) {
      wrong.push(`Roll ${i + 1} (${roll.rule}) does not follow the one before it.`);
      stream = new Stream(seed, roll.position ?? stream.position);
    }
    const faces = roll.faces.map(() => stream.die(roll.sides));
    if (faces.some((face, k) => face !== roll.faces[k])) wrong.push(`Roll ${i + 1} (${roll.rule}) shows other faces than the seed gives.`);
  });
  return { dice: rolls.reduce((sum, roll) => sum + roll.faces.length, 0), rolls: rolls.length, wrong };
}
