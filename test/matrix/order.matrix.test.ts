// A rewriter and a guard of every dialect under every host: on one line, where they have different matchers, with a line each, and beside a line that a person changed.
import { expect, test } from 'vitest';
import type { Vendor } from '../../src/adapters/index.ts';
import { settingsTables } from '../../src/adapters/settings.ts';
import { agentVendors } from '../../src/settings/formats/index.ts';
import {
  calls,
  listOrderCases,
  type OrderCase,
  ofEachKind,
  playNatively,
  playUnder,
  projectOf,
  type Way,
  ways,
} from './order.ts';

const describeCase = ({ dialect, hooks }: OrderCase, host: string, way: Way): string => {
  const names = hooks.map(
    ({ role, event, sequential }) => `${event} ${role}${sequential ? ' in turn' : ''}`,
  );
  return `${host} ← ${dialect}, ${way}: ${names.join(', ')}`;
};

test.each(
  agentVendors() as Vendor[],
)('%s gives a guard the call that it judges in its own agent, or sync says that it does not and writes nothing', async (host) => {
  const weaker: string[] = [];
  const untrue: string[] = [];
  const refused: string[] = [];
  let written = 0;
  for (const one of listOrderCases())
    for (const way of ways) {
      const isPlayed = !way.endsWith('changed') || ofEachKind.includes(one.dialect);
      if (one.dialect === host || !isPlayed) continue;
      const about = describeCase(one, host, way);
      const p = await projectOf(one, way, host);
      const { code, stdout } = await p.anyhook('sync', '--to', host, '--json');
      const isRefused = code === 1;
      // One line can start hooks with different matchers.
      if (way === 'matcher' && isRefused && !settingsTables[host].firing.dependsOnPosition)
        refused.push(about);
      if (isRefused) await p.anyhook('sync', '--to', host, '--accept-loss');
      else written++;
      const ends = calls.map(async (call) => {
        const due = await playNatively(one, call);
        const is = await playUnder(host, p, call);
        const isWeaker = is !== undefined && is !== due;
        if (isWeaker && !isRefused) weaker.push(`${about}; ${call}: natively ${due}, here ${is}`);
        return isWeaker;
      });
      const isWeaker = (await Promise.all(ends)).includes(true);
      const isSaid = /"code": *"order-(?:lost|made)"/.test(stdout);
      if (isSaid && !isWeaker) untrue.push(about);
    }
  expect(weaker).toEqual([]);
  expect(refused, 'a line for all of them is not written').toEqual([]);
  expect(untrue, 'a loss of order is named, and no call ends otherwise').toEqual([]);
  expect(written).toBeGreaterThan(30);
}, 600_000);
