import { describe, expect, test } from 'vitest';
import { checkSettings } from '../../src/settings/findings/check.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { conversionOf, corpus, corpusProject, hosts, settingsText } from './corpus.ts';

const p = corpusProject();

describe('the public settings file', () => {
  test.each(
    Object.entries(corpus.settings),
  )('%s has its known hooks and findings, and each hook is converted or named lost', (name, said) => {
    const file = readHooks(said.vendor, settingsText(name), name);
    expect(file.hooks).toHaveLength(said.hooks);
    const place = { root: p.dir, home: p.home, scope: 'project' as const };
    const found = checkSettings(said.vendor, file, place).map(({ code }) => code);
    expect(found.sort()).toEqual([...(said.findings ?? [])].sort());
    for (const host of hosts.filter((id) => id !== said.vendor)) {
      const there = conversionOf(name, host);
      // Every hook stands there, or is said to be lost.
      expect(there.rows).toHaveLength(said.hooks + file.unknown.length);
      for (const { how, events, losses } of there.rows)
        if (!events.length) expect([how, losses.length > 0]).toEqual(['lost', true]);
      expect({ host, unsafe: there.unsafe }).toEqual({
        host,
        unsafe: said.unsafe?.includes(host) ?? false,
      });
      const back = readHooks(host, there.text, 'there', there.record).hooks.map(({ hook }) => hook);
      const carried = there.rows.filter(({ events }) => events.length).map(({ hook }) => hook);
      expect(back).toHaveLength(carried.length);
      expect(back).toEqual(expect.arrayContaining(carried));
    }
  });
});
