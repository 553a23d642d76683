// The dice stream of a battle, worked out here a second time: the key stream of ChaCha20 (RFC 8439) with the seed as
// key and a nonce of zeros, read as 32-bit words.

/** One block of sixteen words. */
function block(key: Uint32Array, counter: number): Uint32Array {
  const start = new Uint32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  start.set(key, 4);
  start.set([counter >>> 0, Math.floor(counter / 2 ** 32)], 12);
  const x = start.slice();
  const at = (i: number) => x[i] as number;
  const mix = (a: number, b: number, d: number, turn: number) => {
    x[a] = at(a) + at(b);
    const turned = at(d) ^ at(a);
    x[d] = (turned << turn) | (turned >>> (32 - turn));
  };
  const quarter = (a: number, b: number, c: number, d: number) => {
    mix(a, b, d, 16);
    mix(c, d, b, 12);
    mix(a, b, d, 8);
    mix(c, d, b, 7);
  };
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 4; i++) quarter(i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  return x.map((word, i) => word + (start[i] as number));
}

export class Stream {
  private readonly key: Uint32Array;
  private words: Uint32Array = new Uint32Array();
  private at = -1;

  constructor(seed: Uint8Array, public position = 0) {
    const view = new DataView(seed.buffer, seed.byteOffset, 32);
    this.key = Uint32Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true));
  }

  private word(): number {
    const index = Math.floor(this.position / 16);
    if (index !== this.at) [this.words, this.at] = [block(this.key, index), index];
    return this.words[this.position++ % 16] as number;
  }

  /** One die. A word beyond the last whole multiple of its sides is thrown away, so that all faces are as likely. */
  die(sides: number): number {
    const limit = 2 ** 32 - (2 ** 32 % sides);
    let word = this.word();
    while (word >= limit) word = this.word();
    return (word % sides) + 1;
  }
}
