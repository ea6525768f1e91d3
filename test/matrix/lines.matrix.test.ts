import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { Lines, lines } from './lines.ts';
import { selectEvenly } from './selection.ts';

/** So many lines of each host; `npm run matrix` plays all of them. */
const most = 12;

test('a converted or synced line never gives a weaker verdict than the agent of its hook reads', async () => {
  const all = [...lines()];
  expect(all.length).toBeGreaterThan(5000);
  const { cells, weaker, table } = await new Lines().run(
    selectEvenly(all, ({ place }) => place.host, most),
  );
  expect(weaker.slice(0, 10)).toEqual([]);
  const hosts = Object.keys(adapters).filter((id) => id !== 'anyhook');
  expect([...new Set([...table.keys()].map((key) => key.split(' ')[0]))].sort()).toEqual(
    hosts.sort(),
  );
  expect(cells).toBeGreaterThan((hosts.length * most) / 2);
});
