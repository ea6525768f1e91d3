import { once } from './once.ts';

const digits = '0123456789abcdef';
/** Returns the character code of the hexadecimal digit for the four bits of a number from a bit on. */
const digitCode = (number: number, bit: number): number => digits.charCodeAt((number >>> bit) & 15);
/** Returns a number of 32 bits as eight digits. They become one text at once, since `+` would make a text for each digit. */
const toHex = (n: number): string =>
  String.fromCharCode(
    digitCode(n, 28),
    digitCode(n, 24),
    digitCode(n, 20),
    digitCode(n, 16),
    digitCode(n, 12),
    digitCode(n, 8),
    digitCode(n, 4),
    digitCode(n, 0),
  );

const encoder = /* @__PURE__ */ new TextEncoder();
/** Put behind the text, so that its bytes fill whole words, and so that its last word changes all four parts of the hash. */
const padding = /* @__PURE__ */ '\0'.repeat(32);
/** The bytes of most texts fit in here. A new buffer for each text would become garbage. */
const shared = once(() => {
  const bytes = new Uint8Array(4096);
  return { bytes, words: new Int32Array(bytes.buffer) };
});

/**
 * Returns a hash of a text: 128 bits in hexadecimal digits, computed like cyrb128, 16 bytes at a time. It is not a
 * cryptographic hash, since `crypto` takes 3 ms to load. Nobody gains by a collision of two session ids: whoever could
 * make them collide could as well give both sessions the same id.
 */
export function hash(text: string): string {
  const maxLength = (text.length + padding.length) * 3; // a character has at most 3 bytes
  const { bytes: sharedBytes, words: sharedWords } = shared();
  const bytes = maxLength > sharedBytes.length ? new Uint8Array(maxLength) : sharedBytes;
  const length = encoder.encodeInto(text + padding, bytes).written;
  const end = length >> 2;
  const words = bytes === sharedBytes ? sharedWords : new Int32Array(bytes.buffer, 0, end);
  let [a, b, c, d] = [0x6a09e667 ^ length, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a];
  for (let i = 3; i < end; i += 4) {
    a = b ^ Math.imul(a ^ (words[i - 3] as number), 0x238f13af);
    b = c ^ Math.imul(b ^ (words[i - 2] as number) ^ (a >>> 15), 0xb3f4c1b5);
    c = d ^ Math.imul(c ^ (words[i - 1] as number) ^ (b >>> 13), 0xa54ff53d);
    d = a ^ Math.imul(d ^ (words[i] as number) ^ (c >>> 16), 0x9e3779b1);
  }
  a = Math.imul(c ^ (a >>> 18), 0x238f13af);
  b = Math.imul(d ^ (b >>> 22), 0xb3f4c1b5);
  c = Math.imul(a ^ (c >>> 17), 0xa54ff53d);
  d = Math.imul(b ^ (d >>> 19), 0x9e3779b1);
  return toHex(a) + toHex(b) + toHex(c) + toHex(d);
}
