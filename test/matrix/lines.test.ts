import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { Lines, lines } from './lines.ts';

/** All of them by `npm run matrix`; else one in so many. */
const every = process.env.CI ? 5 : 53;

test('whole lines, as they are converted and synced, are never weaker', {
  timeout: 400_000,
}, async () => {
  const { cells, weaker, table } = await new Lines().run(lines(every));
  expect(weaker.slice(0, 10)).toEqual([]);
  expect(cells * every).toBeGreaterThan(1500);
  const hosts = new Set([...table.keys()].map((key) => key.split(' ')[0]));
  expect([...hosts].sort()).toEqual(
    Object.keys(adapters)
      .filter((id) => id !== 'anyhook')
      .sort(),
  );
});
