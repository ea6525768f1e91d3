import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { property } from './property.ts';

const tried: number[] = [];

property('Examples are tried before the inputs that are drawn, and beside them', {
  corpus: 'property',
  inputs: fc.nat(),
  holds: (input) => {
    tried.push(input);
  },
  examples: [7, 8, 9],
  runs: 3,
});

test('a run of the suite tries the examples and as many drawn inputs as are asked for', () => {
  expect(tried.slice(0, 3)).toEqual([7, 8, 9]);
  expect(tried).toHaveLength(6);
});

test('a run of the suite draws the same inputs as every other run', () => {
  expect(tried.slice(3)).toEqual([950549249, 28, 27]);
});

const found = join(import.meta.dirname, '../fixtures/found');
const texts = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
/** The corpora of all properties; what stands for a part of a name is any word. */
const corpora = texts
  .flatMap((text) => [...text.matchAll(/\bcorpus: (?:'([\w-]+)'|`([^`]+)`)/g)])
  .map(([, name, pattern]) => name ?? (pattern as string).replace(/\$\{.*\}/, '[\\w-]+'))
  .map((name) => new RegExp(`^${name}\\.json$`));

test.each(readdirSync(found))('fixtures/found/%s is tried by a property, case by case', (name) => {
  expect(corpora.some((corpus) => corpus.test(name))).toBe(true);
  for (const one of JSON.parse(readFileSync(join(found, name), 'utf8')) as object[])
    expect(one).toMatchObject({ why: expect.any(String), input: expect.anything() });
});
