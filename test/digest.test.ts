import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { encodeUnmoved } from '../src/util/large.ts';
import { property } from './property.ts';

const long = 'a b€😀\\n"'.repeat(8000);

test('two long texts that differ in any place have different digests', async () => {
  const { digest } = await import('../src/util/digest.ts');
  expect(digest(long)).toBe(digest(`${long}`.slice()));
  const places = Array.from({ length: 200 }, (_, i) => Math.floor((i * (long.length - 1)) / 199));
  const others = places.map((at) => `${long.slice(0, at)}x${long.slice(at + 1)}`);
  const swapped = others.map((text, i) => `${text.slice(i + 1)}${text.slice(0, i + 1)}`);
  const all = [long, `${long}\0`, `${long}\0\0`, ...new Set([...others, ...swapped])];
  expect(new Set(all.map(digest)).size).toBe(all.length);
  expect(digest(long)).toBe(digest(long)); // nothing of the texts between is left
});

test('two long texts have different digests of 32 hex digits where WebAssembly is missing', async () => {
  vi.resetModules();
  vi.stubGlobal('WebAssembly', undefined);
  try {
    const { digest } = await import('../src/util/digest.ts');
    expect(digest(long)).toMatch(/^[0-9a-f]{32}$/);
    expect(digest(`${long}x`)).not.toBe(digest(long));
  } finally {
    vi.unstubAllGlobals();
  }
});

/** What stands before a text, as long as or longer than what is copied at once. */
const heads = ['', 'x'.repeat(16_383), 'x'.repeat(131_072), 'é'.repeat(70_000)];

property('The bytes of a large text are those that Buffer.from makes of it', {
  corpus: 'large',
  inputs: fc.record({
    text: fc.string({ unit: 'binary', maxLength: 50 }),
    head: fc.nat({ max: heads.length - 1 }),
  }),
  holds: ({ text, head }) => {
    const whole = heads[head] + text.repeat(2000);
    expect(Buffer.from(encodeUnmoved(whole)).equals(Buffer.from(whole))).toBe(true);
  },
  examples: heads.map((_, head) => ({ text: 'aé\ud800😀', head })),
  runs: 20,
  longRuns: 50,
});
