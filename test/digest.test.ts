import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { largeBytes } from '../src/util/large.ts';

const long = 'a b€😀\\n"'.repeat(8000);

test('a long text has a digest of its own, wherever it differs', async () => {
  const { digest } = await import('../src/util/digest.ts');
  expect(digest(long)).toBe(digest(`${long}`.slice()));
  const places = Array.from({ length: 400 }, (_, i) => Math.floor((i * (long.length - 1)) / 399));
  const others = places.map((at) => `${long.slice(0, at)}x${long.slice(at + 1)}`);
  const swapped = others.map((text, i) => `${text.slice(i + 1)}${text.slice(0, i + 1)}`);
  const all = [long, `${long}\0`, `${long}\0\0`, ...new Set([...others, ...swapped])];
  expect(new Set(all.map(digest)).size).toBe(all.length);
  expect(digest(long)).toBe(digest(long)); // nothing of the texts between is left
});

test('and has one where nothing can be compiled', async () => {
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

test('text laid flat is the same bytes', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 50 }).map((text) => text.repeat(2000));
  const sizes = fc.constantFrom('', 'x'.repeat(16_383), 'x'.repeat(131_072), 'é'.repeat(70_000));
  fc.assert(
    fc.property(texts, sizes, (text, before) => {
      const whole = before + text;
      expect(Buffer.from(largeBytes(whole)).equals(Buffer.from(whole))).toBe(true);
    }),
    { numRuns: 50 },
  );
});
