const hex = (number: number): string => (number >>> 0).toString(16).padStart(8, '0');

/**
 * 128 bits of a text in hex (after cyrb128, eight characters at a time). Not a cryptographic hash,
 * and `crypto` takes 3 ms to load: who could make two sessions collide could as well give both the
 * same id.
 */
export function hash(text: string): string {
  let [a, b, c, d] = [0x6a09e667 ^ text.length, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a];
  // Once more than there is text, so that its last word reaches every part.
  for (let i = 0; i < text.length + 8; i += 8) {
    const one = text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16);
    const two = text.charCodeAt(i + 2) | (text.charCodeAt(i + 3) << 16);
    const three = text.charCodeAt(i + 4) | (text.charCodeAt(i + 5) << 16);
    const four = text.charCodeAt(i + 6) | (text.charCodeAt(i + 7) << 16);
    a = b ^ Math.imul(a ^ one, 0x238f13af);
    b = c ^ Math.imul(b ^ two ^ (a >>> 15), 0xb3f4c1b5);
    c = d ^ Math.imul(c ^ three ^ (b >>> 13), 0xa54ff53d);
    d = a ^ Math.imul(d ^ four ^ (c >>> 16), 0x9e3779b1);
  }
  a = Math.imul(c ^ (a >>> 18), 0x238f13af);
  b = Math.imul(d ^ (b >>> 22), 0xb3f4c1b5);
  c = Math.imul(a ^ (c >>> 17), 0xa54ff53d);
  d = Math.imul(b ^ (d >>> 19), 0x9e3779b1);
  return hex(a) + hex(b) + hex(c) + hex(d);
}

type Zlib = { crc32?(text: string): number } | undefined;
type Modules = { getBuiltinModule?(name: string): Zlib };

/** Tells long texts apart, natively where there is a way: a loop of our own takes 10 ms for 100 KB. */
export function digest(text: string): string {
  const zlib = (globalThis.process as Modules | undefined)?.getBuiltinModule?.('node:zlib');
  return zlib?.crc32 ? `${text.length} ${zlib.crc32(text)}` : hash(text);
}
