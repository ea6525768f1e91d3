import { createHash } from 'node:crypto';
import { once } from './once.ts';

/** The length from which a text is left to `node:crypto`, which works faster and takes 4 to 7 ms to load. */
const longLength = 16_384;

/** Returns the first 32 bits behind the point of a number. */
const fractionOf = (number: number): number => ((number % 1) * 2 ** 32) | 0;

/** The constants of the algorithm, which are parts of the roots of prime numbers. */
const constants = once(() => {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return {
    start: primes.slice(0, 8).map((prime) => fractionOf(Math.sqrt(prime))),
    rounds: primes.map((prime) => fractionOf(Math.cbrt(prime))),
  };
});

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** Returns the SHA-256 hash of a text in UTF-8, in lowercase hexadecimal digits. */
export const sha256 = (text: string): string =>
  text.length < longLength
    ? hashBytes(new TextEncoder().encode(text))
    : createHash('sha256').update(text).digest('hex');

/** Returns the SHA-256 hash of bytes, as FIPS 180-4 defines it. */
function hashBytes(bytes: Uint8Array): string {
  const { start, rounds } = constants();
  const size = (((bytes.length + 8) >> 6) + 1) << 6; // whole blocks, the last with the length at its end
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 4, bytes.length * 8);
  const words = new Int32Array(64);
  const at = (index: number) => words[index] as number;
  const sums = Int32Array.from(start);
  for (let block = 0; block < size; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = at(i - 15);
      const y = at(i - 2);
      const mixedX = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
      const mixedY = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
      words[i] = at(i - 16) + mixedX + at(i - 7) + mixedY;
    }
    let [a, b, c, d, e, f, g, h] = sums as unknown as Eight;
    for (let i = 0; i < 64; i++) {
      const ofE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const ofA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const first = h + ofE + ((e & f) ^ (~e & g)) + (rounds[i] as number) + at(i);
      const second = ofA + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries())
      sums[i] = (sums[i] as number) + word;
  }
  return [...sums].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

type Eight = [number, number, number, number, number, number, number, number];
