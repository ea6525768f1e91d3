// Agents that do not exist, each with one trait of the settings of those that are next.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adapters, settingsTables } from '../../src/adapters/index.ts';
import { limitOf, within } from '../../src/shim/time.ts';
import { conformance, type Fixtures, readFixtures } from '../../src/testing/index.ts';
import { configured } from '../throwaway/settings.ts';
import { convert, hooksIn } from './laws.ts';

const all = { adapters, settingsTables } as unknown as Record<string, Record<string, unknown>>;
beforeAll(() => {
  for (const { adapter, settings } of configured) {
    Object.assign(all.adapters as object, { [adapter.id]: adapter });
    Object.assign(all.settingsTables as object, { [adapter.id]: settings });
  }
});
afterAll(() => {
  for (const { adapter } of configured) {
    delete all.adapters?.[adapter.id];
    delete all.settingsTables?.[adapter.id];
  }
});

const folder = (id: string) =>
  fileURLToPath(new URL(`../throwaway/fixtures/${id}`, import.meta.url));

/** Its own fixtures, or those of an agent whose events are nothing odd. */
function fixturesOf(id: string, title: string): Fixtures {
  if (existsSync(folder(id))) return readFixtures(folder(id));
  const usual = readFixtures(folder('usual'));
  return { ...usual, contract: { ...usual.contract, id, title } };
}

test.each(configured)('$adapter.id conforms', ({ adapter }) => {
  expect(conformance(adapter, fixturesOf(adapter.id, adapter.title))).toEqual([]);
});

describe('a time limit for each event', () => {
  const file = (event: string, timeout?: number) => ({
    vendor: 'gemini',
    text: JSON.stringify({
      hooks: { [event]: [{ hooks: [{ type: 'command', command: 'x', timeout }] }] },
    }),
  });
  const entryIn = (text: string, event: string) => JSON.parse(text).hooks[event][0].hooks[0];

  test.each([
    [0, 5],
    [500, 6],
    [1500, 7],
    [60_000, 90],
  ])('%i ms are %i s around them, and come back', (inner, outer) => {
    const there = convert(file('SessionEnd', inner), 'limits');
    expect(entryIn(there.text, 'SessionEnd')).toMatchObject({ timeout: outer });
    const back = convert({ vendor: 'limits', text: there.text }, 'gemini');
    expect(JSON.parse(back.text)).toEqual(JSON.parse(file('SessionEnd', inner).text));
  });

  test('seconds are milliseconds elsewhere', () => {
    const own = {
      hooks: { SessionEnd: [{ hooks: [{ type: 'command', command: 'x', timeout: 2 }] }] },
    };
    const source = { vendor: 'limits', text: JSON.stringify(own) };
    expect(hooksIn(source)).toMatchObject([{ timeout: 2000 }]);
    expect(entryIn(convert(source, 'gemini').text, 'SessionEnd')).toMatchObject({ timeout: 7000 });
  });

  test('a hook is left most of a short limit, and never nothing', () => {
    for (const one of Object.values(adapters)) {
      for (const binding of one.bindings.all()) {
        const limit = limitOf(one, binding);
        expect(within(limit)).toBeGreaterThanOrEqual(limit / 2);
        expect(within(limit)).toBeLessThan(limit);
      }
    }
    const { limits } = adapters as unknown as Record<string, (typeof adapters)['gemini']>;
    if (!limits) throw new Error('not there');
    expect(limitOf(limits, limits.bindings.named('SessionEnd'))).toBe(1500);
    expect(limitOf(limits, limits.bindings.named('PreToolUse'))).toBe(60_000);
    expect(within(1500)).toBe(1125);
    expect(within(60_000)).toBe(55_000);
  });
});
