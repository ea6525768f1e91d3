import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { beyond, median, race } from '../bench/measure.mjs';
import { gates, holds, table, withBlock } from '../bench/report.mjs';

const page = readFileSync(new URL('../docs/speed.md', import.meta.url), 'utf8');
const measured = Object.keys(gates).map((name) => ({ name, value: 1, note: '' }));
/** Names, what they are held against, and gates: all that one machine shares with another. */
const shared = (text: string) =>
  [...text.matchAll(/^\| (.+?) \| [\d.]+ × (.+?) \| (.+?)(?:, \*\*not held\*\*)? \| /gm)].map(
    ([, ...cells]) => cells,
  );

test('docs/speed.md lists every row of the bench with its reference and its gate', () => {
  const block = /<!-- bench -->\n([\s\S]*?)<!-- \/bench -->/.exec(page)?.[1] ?? '';
  expect(shared(block)).toEqual(shared(table(measured)));
  expect(shared(block)).toHaveLength(Object.keys(gates).length);
  expect(withBlock(page, block.trimEnd())).toBe(page);
});

test('the gate of a 1 KB call accepts a ratio that rounds to 1.15 and rejects one that rounds to 1.16', () => {
  const name = 'call of 1 KB';
  expect(holds({ name, value: 1.154 })).toBe(true);
  expect(holds({ name, value: 1.156 })).toBe(false);
});

test('an extra cost is the median of paired differences, and a race plays its rounds in a shuffled order', () => {
  expect(median([5, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(beyond([11, 102, 13], [1, 90, 3])).toBe(10); // a slow round is slow for both
  const turns: string[] = [];
  const taken = race({ a: () => turns.push('a'), b: () => turns.push('b') }, 40, 1);
  expect([taken.a?.length, taken.b?.length, turns.length]).toEqual([40, 40, 82]);
  const firsts = new Set(turns.filter((_, i) => i % 2 === 0));
  expect(firsts.size).toBe(2);
});
