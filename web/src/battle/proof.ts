// Whether the seed that was laid open is the one that the server bound itself to before the first die fell.
import type { Journal } from "../protocol/types";

const WORDS = "grognard dice, commitment, 1\n";

export async function commitmentOf(seed: string): Promise<string> {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const words = new TextEncoder().encode(WORDS);
  const whole = new Uint8Array(words.length + bytes.length);
  whole.set(words);
  whole.set(bytes, words.length);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Is the seed of a journal the one that was promised? */
export async function promised(journal: Journal, commitment: string): Promise<boolean> {
  const made = await commitmentOf(journal.chance.seed);
  return made === journal.commitment && made === commitment;
}
