// Every draw of the dice, computed again from their key: which number means which card is the game's business.
import { chacha8 } from '@noble/ciphers/chacha.js';
import type { Draw } from '../wire/wire';

const BLOCK = 64;

/** The random 32-bit numbers of one draw. */
class Stream {
  #block = new Uint8Array();
  #counter = 0;
  #at = 0;
  readonly #nonce = new Uint8Array(12);

  constructor(
    readonly key: Uint8Array,
    counter: number,
    purpose: number,
  ) {
    // The stream's number is the last eight bytes of the nonce; the block counter has the four before it.
    const nonce = new DataView(this.#nonce.buffer);
    nonce.setUint32(4, purpose, true);
    nonce.setUint32(8, counter, true);
  }

  next(): number {
    if (this.#at % BLOCK === 0) {
      const zero = new Uint8Array(BLOCK);
      this.#block = chacha8(this.key, this.#nonce, zero, undefined, this.#counter++);
      this.#at = 0;
    }
    const word = new DataView(this.#block.buffer, this.#block.byteOffset).getUint32(this.#at, true);
    this.#at += 4;
    return word;
  }

  /** A number below `n` without bias: the high half of a product. */
  below(n: number): number {
    const size = BigInt(n);
    for (;;) {
      const product = BigInt(this.next()) * size;
      if ((product & 0xffff_ffffn) >= (0x1_0000_0000n - size) % size) return Number(product >> 32n);
    }
  }
}

/** The result of a draw with this key. */
export function drawn(key: Uint8Array, { counter, purpose, kind, size, result }: Draw): number[] {
  const stream = new Stream(key, counter, purpose);
  if (kind === 'lot') return [stream.below(size)];
  if (kind === 'sample') {
    const words = Array.from({ length: 4 }, () => stream.next());
    return words.flatMap((word) => [0, 8, 16, 24].map((shift) => (word >>> shift) & 255));
  }
  const count = kind === 'shuffle' ? size : result.length;
  const places = Array.from({ length: size }, (_, place) => place);
  for (let last = size - 1, left = count; last >= 1 && left > 0; last--, left--) {
    const other = stream.below(last + 1);
    [places[last], places[other]] = [places[other] ?? 0, places[last] ?? 0];
  }
  return places.slice(size - Math.min(count, size));
}

/** Whether every draw follows from the key, and none is missing in between. */
export function checkDraws(key: Uint8Array, draws: readonly Draw[]): boolean {
  return draws.every((draw, at) => {
    const mine = drawn(key, draw);
    return draw.counter === at && mine.length === draw.result.length && mine.every((one, i) => one === draw.result[i]);
  });
}
