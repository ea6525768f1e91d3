const hex = (number: number): string => (number >>> 0).toString(16).padStart(8, '0');

/**
 * 128 bits of a text in hex (after cyrb128, eight characters at a time). Not a cryptographic hash,
 * and `crypto` takes 3 ms to load: who could make two sessions collide could as well give both the
 * same id.
 */
export function hash(text: string): string {
  let [a, b, c, d] = [0x6a09e667 ^ text.length, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a];
  const pair = (at: number) => text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
  // Once more than there is text, so that its last word reaches every part.
  for (let i = 0; i < text.length + 8; i += 8) {
    a = b ^ Math.imul(a ^ pair(i), 0x238f13af);
    b = c ^ Math.imul(b ^ pair(i + 2) ^ (a >>> 15), 0xb3f4c1b5);
    c = d ^ Math.imul(c ^ pair(i + 4) ^ (b >>> 13), 0xa54ff53d);
    d = a ^ Math.imul(d ^ pair(i + 6) ^ (c >>> 16), 0x9e3779b1);
  }
  a = Math.imul(c ^ (a >>> 18), 0x238f13af);
  b = Math.imul(d ^ (b >>> 22), 0xb3f4c1b5);
  c = Math.imul(a ^ (c >>> 17), 0xa54ff53d);
  d = Math.imul(b ^ (d >>> 19), 0x9e3779b1);
  return [a, b, c, d].map(hex).join('');
}
