import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsOf, vendors } from './arbitrary.ts';
import { onceMore, thereAndBack } from './laws.ts';

const numRuns = 2000;
const timeout = 600_000;

describe.each(vendors)('any settings of %s', (vendor) => {
  const others = vendors.filter((other) => other !== vendor);

  test('survive the way into any other and back', { timeout }, () => {
    const seen = new Map(others.map((to) => [to, [] as string[]]));
    const law = fc.property(settingsOf(vendor), (text) => {
      for (const to of others) seen.get(to)?.push(...thereAndBack({ vendor, text }, to));
    });
    fc.assert(law, { numRuns });
    // None of it is true of nothing.
    for (const [to, ways] of seen) {
      const lost = ways.filter((how) => how === 'lost').length;
      expect(ways.length, to).toBeGreaterThan(numRuns);
      expect(lost, to).toBeLessThan(ways.length / 3);
      if (to !== 'anyhook') expect(ways).toEqual(expect.arrayContaining(['native', 'kept']));
    }
  });

  test('are written once', { timeout }, () => {
    const law = fc.property(settingsOf(vendor), settingsOf(vendor), (text, other) => {
      for (const to of others) onceMore({ vendor, text }, { vendor, text: other }, to);
    });
    fc.assert(law, { numRuns: numRuns / 4 });
  });
});
