import fc from 'fast-check';
import { test } from 'vitest';
import { readHooks } from '../../src/settings/formats/index.ts';
import { property } from '../property.ts';
import { type Vendor, vendors } from '../settings/arbitrary.ts';
import { refusing } from './errors.ts';
import { converts } from './laws.ts';
import { bomb, textOf } from './texts.ts';

const agents = vendors.filter((id) => id !== 'anyhook');
const pairs = fc.tuple(fc.constantFrom<Vendor>(...agents), fc.boolean()).chain(([agent, into]) => {
  const [from, to] = into ? ([agent, 'anyhook'] as const) : (['anyhook', agent] as const);
  return fc.record({
    ...{ from: fc.constant(from), to: fc.constant(to), source: textOf(from) },
    target: fc.oneof(fc.constant(''), textOf(to)),
  });
});
property(
  'Any text of anyhook.yaml is converted, with all that the target file has kept, or refused',
  {
    corpus: 'yaml',
    inputs: pairs,
    holds: async (pair) => {
      await converts(pair);
    },
    runs: 20,
    longRuns: 100,
  },
);

const many = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('');
test.each([
  ['aliases of aliases', bomb(12)],
  ['many anchors', `hooks:\n${many(5000, (i) => `- &a${i} x\n`)}`],
  [
    'one anchor that is used often',
    `x: &a ${'y'.repeat(1000)}\nhooks:\n${many(5000, () => '- *a\n')}`,
  ],
  ['an anchor in itself', 'version: 1\nhooks: &a\n- *a\n'],
  ['merge keys', `a: &a {x: 1}\nhooks:\n${many(2000, () => '- <<: *a\n')}`],
  ['lists in lists', `version: 1\nhooks: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  [
    'lists in lists on lines of their own',
    `version: 1\nhooks:\n${many(300, (i) => `${' '.repeat(i)}-\n`)}`,
  ],
  ['lists in lists on one line', `hooks: ${'- '.repeat(20_000)}x`],
  ['many question marks', `hooks: ${'? '.repeat(20_000)}x`],
  ['tags', `version: !!js/function 'x'\nhooks: !!set {a, b}\n`],
  ['many documents', many(5000, () => '---\nversion: 1\n')],
  ['many directives', many(5000, () => '%YAML 1.1\n')],
  ['many keys', `version: 1\n${many(5000, (i) => `k${i}: 1\n`)}`],
  ['one key many times', `version: 1\n${many(5000, () => 'k: 1\n')}`],
  ['a key of a megabyte', `${'k'.repeat(1 << 20)}: 1\n`],
  ['many quotes', `hooks: ${"'".repeat(100_001)}`],
  ['many comments', `${many(20_000, () => '#\n')}version: 1\nhooks: []\n`],
  ['tabs for indentation', 'version: 1\nhooks:\n\t- name: x\n\t  run: y\n'],
])('anyhook.yaml with %s is read, or refused in plain words', async (_, text) => {
  await refusing(() => readHooks('anyhook', text, 'anyhook.yaml'));
});
