import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from '../src/util/sha256.ts';

/** Lengths around those of one and two blocks, and around that from which Node computes the hash. */
const lengths = [...Array(200).keys(), 1000, 4095, 4096, 16_383, 16_384, 20_000];

test.each([
  ['ASCII', 'a'],
  ['characters of two bytes', 'é'],
  ['characters of four bytes', '😀'],
  ['halves of characters', '\ud83d'],
])('the hash of %s is that of Node', (_, unit) => {
  for (const length of lengths) {
    const text = unit.repeat(length).slice(0, length);
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});
