import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../src/mapping/adapter.ts';
import { fingerprint } from '../../src/mapping/fingerprint.ts';
import { property } from '../property.ts';

const call = (input: object, more: object = {}): Draft =>
  ({ event: 'before-tool', session: 's', tool: 'shell', name: 'shell', input, ...more }) as Draft;
const id = (input: object, more?: object) => fingerprint(call(input, more));

/** Texts that are easily taken for each other: one length, one beginning, one end. */
const near = fc
  .tuple(fc.integer({ min: 0, max: 200 }), fc.constantFrom('a', 'b', '"', '\\', ','))
  .map(([at, char]) => `${'x'.repeat(at)}${char}${'x'.repeat(200 - at)}`);
const value = fc.oneof(
  near,
  fc.string({ maxLength: 3 }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
);
const inputs = fc.dictionary(fc.constantFrom('a', 'b', 'command', ''), value, { maxKeys: 3 });

describe('Where a host gives a call no id,', () => {
  property('the id made up for a call is the same at every event that tells of the call', {
    corpus: 'ids',
    inputs,
    holds: (input) => {
      const copy = JSON.parse(JSON.stringify(input)) as object;
      expect(id(copy, { event: 'after-tool', result: { text: 'x' }, time: 't2' })).toBe(id(input));
    },
    runs: 100,
  });

  property('two different calls get two ids', {
    corpus: 'ids',
    inputs: fc.tuple(inputs, inputs),
    holds: ([a, b]) => {
      fc.pre(JSON.stringify(a) !== JSON.stringify(b));
      expect(id(a)).not.toBe(id(b));
    },
    runs: 100,
  });

  test('calls that differ in session, tool, server or name get different ids', () => {
    const ways = [
      {},
      { session: 't' },
      { tool: 'write' },
      { tool: 'mcp', mcp: { server: 'a', tool: 'b' } },
      { tool: 'mcp', mcp: { server: 'a', tool: 'c' } },
      { tool: 'mcp', mcp: { server: 'b', tool: 'b' } },
      { tool: 'other', name: 'one' },
      { tool: 'other', name: 'two' },
    ];
    expect(new Set(ways.map((more) => id({ a: 'b' }, more))).size).toBe(ways.length);
  });

  test('two commands of one length that begin alike get different ids', () => {
    const long = 'npm run build --workspace packages/';
    expect(id({ command: `${long}one` })).not.toBe(id({ command: `${long}two` }));
  });

  test('fifty thousand commands get fifty thousand ids', () => {
    const seen = new Set<string>();
    for (let i = 0; i < 50_000; i++) seen.add(id({ command: `echo ${'x'.repeat(60)} ${i}` }));
    expect(seen.size).toBe(50_000);
  });
});
