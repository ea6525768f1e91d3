import { expect, test } from 'vitest';
import { differing, FaultyLines, faultyLines, hosts, missing } from './faulty-lines.ts';
import { faults } from './line-faults.ts';

test('a line refuses with the true reason at a gate, and is silent elsewhere, whatever fails before its hook, in every shell', async () => {
  expect(missing(), 'shells to install, as by: apt-get install -y dash zsh').toEqual([]);
  const all = [...faultyLines(false)];
  const { cells, due, weaker, misled } = await new FaultyLines().run(all);
  expect(weaker.slice(0, 10)).toEqual([]);
  expect(misled.slice(0, 10)).toEqual([]);
  expect(cells).toBe(all.length);
  for (const shell of differing()) expect(all.some((one) => one.shell === shell)).toBe(true);
  expect(new Set(all.map((one) => one.host)).size).toBe(hosts.length);
  expect(new Set(all.map((one) => one.fault)).size).toBe(faults.length);
  expect(due.refuses, JSON.stringify(due)).toBeGreaterThan(200);
  expect(due.runs, JSON.stringify(due)).toBeGreaterThan(80);
});
