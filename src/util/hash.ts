const digits = '0123456789abcdef';
const digit = (number: number, at: number): number => digits.charCodeAt((number >>> at) & 15);
/** Eight digits, as one text: a sum of them would be one text each. */
const hex = (n: number): string =>
  String.fromCharCode(
    digit(n, 28),
    digit(n, 24),
    digit(n, 20),
    digit(n, 16),
    digit(n, 12),
    digit(n, 8),
    digit(n, 4),
    digit(n, 0),
  );

const encoder = new TextEncoder();
/** For whole words, and once more than there is text, so that its last word reaches every part. */
const padding = '\0'.repeat(32);
/** Most texts fit; a room for each would be garbage. */
const room = new Uint8Array(4096);
const wordsOfRoom = new Int32Array(room.buffer);

/**
 * 128 bits of a text in hex (after cyrb128, 16 bytes at a time). Not a cryptographic hash, and
 * `crypto` takes 3 ms to load: who could make two sessions collide could as well give both the
 * same id.
 */
export function hash(text: string): string {
  const most = (text.length + padding.length) * 3;
  const into = most > room.length ? new Uint8Array(most) : room;
  const length = encoder.encodeInto(text + padding, into).written;
  const end = length >> 2;
  const words = into === room ? wordsOfRoom : new Int32Array(into.buffer, 0, end);
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
  return hex(a) + hex(b) + hex(c) + hex(d);
}
