import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readHooks } from '../../src/settings/formats/index.ts';
import { type Vendor, vendors } from '../settings/arbitrary.ts';
import { found, law, refusing, runs } from './fuzz.ts';
import { converts, type Pair } from './laws.ts';
import { bomb, textOf } from './texts.ts';

const agents = vendors.filter((id) => id !== 'anyhook');
const pairs = fc.tuple(fc.constantFrom<Vendor>(...agents), fc.boolean()).chain(([agent, into]) => {
  const [from, to] = into ? ([agent, 'anyhook'] as const) : (['anyhook', agent] as const);
  return fc.record({
    ...{ from: fc.constant(from), to: fc.constant(to), source: textOf(from) },
    target: fc.oneof(fc.constant(''), textOf(to)),
  });
});
const holds = async (pair: Pair): Promise<void> => {
  await converts(pair);
};

describe('any text in anyhook.yaml', () => {
  found<Pair>('yaml', holds);
  law('is converted, or refused, and nothing else lost', pairs, holds, runs(100, 0.2));

  const many = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join('');
  test.each([
    ['aliases of aliases', bomb(12)],
    ['many anchors', `hooks:\n${many(20_000, (i) => `- &a${i} x\n`)}`],
    ['one anchor, often', `x: &a ${'y'.repeat(1000)}\nhooks:\n${many(20_000, () => '- *a\n')}`],
    ['an anchor in itself', 'version: 1\nhooks: &a\n- *a\n'],
    ['merge keys', `a: &a {x: 1}\nhooks:\n${many(2000, () => '- <<: *a\n')}`],
    ['lists in lists', `version: 1\nhooks: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['lists in lists, by lines', `version: 1\nhooks:\n${many(300, (i) => `${' '.repeat(i)}-\n`)}`],
    ['a list in a list, on one line', `hooks: ${'- '.repeat(20_000)}x`],
    ['questions', `hooks: ${'? '.repeat(20_000)}x`],
    ['tags', `version: !!js/function 'x'\nhooks: !!set {a, b}\n`],
    ['documents', many(5000, () => '---\nversion: 1\n')],
    ['directives', many(5000, () => '%YAML 1.1\n')],
    ['keys', `version: 1\n${many(20_000, (i) => `k${i}: 1\n`)}`],
    ['the same key', `version: 1\n${many(5000, () => 'k: 1\n')}`],
    ['a key of a megabyte', `${'k'.repeat(1 << 20)}: 1\n`],
    ['quotes', `hooks: ${"'".repeat(100_001)}`],
    ['comments', `${many(50_000, () => '#\n')}version: 1\nhooks: []\n`],
    ['tabs', 'version: 1\nhooks:\n\t- name: x\n\t  run: y\n'],
  ])('is read or refused soon: %s', async (_, text) => {
    const began = performance.now();
    await refusing(() => readHooks('anyhook', text, 'anyhook.yaml'));
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
