import { expect, test } from 'vitest';
import { vendors } from '../conformance/fixtures.ts';
import { rank } from '../oracles/effect.ts';
import {
  cellOf,
  cursorElsewhere,
  cutOff,
  firstGates,
  huge,
  nameOf,
  neverWeaker,
} from './answers.ts';

/** Each gate is tried with one cut in so many; neighbouring gates are tried with different cuts. */
const every = 3;

test('a host reads no less than the agent of the hook in a refusal that is cut off after any character', () => {
  for (const [at, place] of firstGates.entries())
    for (const [i, input] of [...cutOff(place)].entries())
      if (i % every === at % every) neverWeaker(input);
});

test.each(
  huge,
)('every other host reads a refusal from a Cursor hook that prints %s', (_, stdout) => {
  expect(new Set(cursorElsewhere.map(({ host }) => host)).size).toBe(vendors.length - 1);
  for (const place of cursorElsewhere) {
    const input = { place: nameOf(place), flags: {}, end: { code: 0 }, stdout, stderr: '' };
    const { verdict } = cellOf(input).host;
    expect(rank(verdict), nameOf(place)).toBeGreaterThanOrEqual(rank('deny'));
  }
});
