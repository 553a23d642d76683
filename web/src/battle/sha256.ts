// SHA-256 (FIPS 180-4), for pages that came over plain http: there a browser keeps its own to itself.
const FIRST = primes(64);
/** The first 32 bits of the fraction of a root. */
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const K = FIRST.map((prime) => fraction(Math.cbrt(prime)));
const START = FIRST.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The message with its end marked and its length in bits, in whole blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  whole.set(message);
  whole[message.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(whole.length - 4, (message.length * 8) >>> 0);
  return view;
}

export function sha256(message: Uint8Array): Uint8Array {
  const data = padded(message);
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  const at = (i: number) => w[i] ?? 0;
  for (let block = 0; block < data.byteLength; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = data.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [at(i - 15), at(i - 2)];
      const s0 = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
      const s1 = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
      w[i] = at(i - 16) + s0 + at(i - 7) + s1;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + at(i)) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] ?? 0) + word));
  }
  const sum = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => sum.setUint32(4 * i, word));
  return new Uint8Array(sum.buffer);
}
