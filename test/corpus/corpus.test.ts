import { describe, expect, test } from 'vitest';
import { settingsTables } from '../../src/adapters/settings.ts';
import { checkSettings } from '../../src/check/check.ts';
import { convertText } from '../../src/convert/convert-text.ts';
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
      const target = settingsTables[host].files.own.project;
      const { unsafe } = convertText({
        from: said.vendor,
        to: host,
        source: { text: settingsText(name), file: name },
        target: { text: '', file: target },
        sourceWorkspace: place,
      });
      // Every hook stands there, or is said to be lost.
      expect(there.rows).toHaveLength(said.hooks + file.unknown.length);
      for (const { how, events, losses } of there.rows)
        if (!events.length) expect([how, losses.length > 0]).toEqual(['lost', true]);
      expect({ host, unsafe }).toEqual({
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

test('No guard of the public files is asked in both wordings, since the text of each shows that it need not be', () => {
  const home = { root: p.dir, home: p.home, scope: 'project' as const };
  let wrapped = 0;
  let both = 0;
  for (const [name, { vendor }] of Object.entries(corpus.settings)) {
    for (const to of hosts.filter((id) => id !== vendor)) {
      const source = { text: settingsText(name), file: settingsTables[vendor].files.own.project };
      const { text } = convertText({
        from: vendor,
        to,
        source,
        target: { text: '', file: 'x' },
        sourceWorkspace: home,
      });
      wrapped += text.split(/ -- | --hook /).length - 1;
      both += text.split('--wordings both').length - 1;
    }
  }
  expect(wrapped).toBeGreaterThan(200);
  expect(both).toBe(0);
});
