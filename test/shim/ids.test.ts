import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../src/mapping/adapter.ts';
import { fingerprint } from '../../src/mapping/fingerprint.ts';
import { computing } from '../growth/growth.ts';

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

describe('the id that is made up for a call', () => {
  test('is one a call, whatever the event that tells of it', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const copy = JSON.parse(JSON.stringify(input)) as object;
        expect(id(copy, { event: 'after-tool', result: { text: 'x' }, time: 't2' })).toBe(
          id(input),
        );
      }),
    );
  });

  test('is another for every other call', () => {
    fc.assert(
      fc.property(inputs, inputs, (a, b) => {
        fc.pre(JSON.stringify(a) !== JSON.stringify(b));
        expect(id(a)).not.toBe(id(b));
      }),
    );
  });

  test('is another for another session, tool, server or name', () => {
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

  test('two commands of one length that begin alike have two', () => {
    const long = 'npm run build --workspace packages/';
    expect(id({ command: `${long}one` })).not.toBe(id({ command: `${long}two` }));
  });

  test('many calls have as many', () => {
    const seen = new Set<string>();
    for (let i = 0; i < 50_000; i++) seen.add(id({ command: `echo ${'x'.repeat(60)} ${i}` }));
    expect(seen.size).toBe(50_000);
  });

  test('costs little more than to escape five megabytes', () => {
    const content = 'const a = "é";\n'.repeat(350_000);
    const plain = computing(() => JSON.stringify(content));
    expect(computing(() => id({ path: 'a', content }))).toBeLessThan(10 * plain);
  });
});
