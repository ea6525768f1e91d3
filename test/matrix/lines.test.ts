import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { drawn, often } from '../sampled.ts';
import { Lines, lines } from './lines.ts';

/** All of them by `npm run matrix`; else so many of each host, others with every seed. */
const most = often(40, 4);

test('whole lines, as they are converted and synced, are never weaker', {
  timeout: 400_000,
}, async () => {
  const all = [...lines()];
  expect(all.length).toBeGreaterThan(5000);
  const { cells, weaker, table } = await new Lines().run(
    drawn(all, ({ place }) => place.host, most),
  );
  expect(weaker.slice(0, 10)).toEqual([]);
  const hosts = Object.keys(adapters).filter((id) => id !== 'anyhook');
  expect([...new Set([...table.keys()].map((key) => key.split(' ')[0]))].sort()).toEqual(
    hosts.sort(),
  );
  expect(cells).toBeGreaterThan((hosts.length * most) / 2);
});
