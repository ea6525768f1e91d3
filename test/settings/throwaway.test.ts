// Agents that do not exist, each with one trait of the settings of those that are next.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { convertText } from '../../src/settings/convert.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { limitOf, within } from '../../src/shim/time.ts';
import { conformance, type Fixtures, readFixtures } from '../../src/testing/index.ts';
import { configured, register } from '../throwaway/registered.ts';
import { convert, hooksIn } from './laws.ts';

register();

const folder = (id: string) =>
  fileURLToPath(new URL(`../throwaway/fixtures/${id}`, import.meta.url));

/** What an agent is held to whose events are nothing odd, with what is its own. */
function fixturesOf(id: string, title: string): Fixtures {
  const own = (name: string) => existsSync(join(folder(id), name));
  if (own('payloads')) return readFixtures(folder(id));
  const usual = readFixtures(folder('usual'));
  const contract = own('contract.json')
    ? JSON.parse(readFileSync(join(folder(id), 'contract.json'), 'utf8'))
    : { ...usual.contract, id, title };
  return { ...usual, contract };
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

describe('matchers as their agent means them', () => {
  const file = (vendor: string, event: string, matcher?: string) => ({
    vendor,
    text: JSON.stringify({
      hooks: {
        [event]: [
          { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', command: 'x' }] },
        ],
      },
    }),
  });
  const matcherIn = (text: string, event: string) => JSON.parse(text).hooks[event][0].matcher;

  test.each([
    ['Edit, Write', '^(write_file|replace)$'],
    ['Edit|Write', '^(write_file|replace)$'],
    [' Bash ', '^run_shell_command$'],
    ['^Ba', undefined], // a tool of a server's as well, for all we know
    ['*', undefined],
    ['', undefined],
    ['Ba', undefined],
  ])('%j there is %j here, and as it was again', (matcher, wanted) => {
    const source = file('lists', 'PreToolUse', matcher);
    const there = convert(source, 'gemini');
    expect(matcherIn(there.text, 'BeforeTool')).toBe(wanted);
    const back = convert({ vendor: 'gemini', text: there.text }, 'lists');
    expect(hooksIn({ vendor: 'lists', text: back.text })).toEqual(hooksIn(source));
  });
});

test.each([
  ['write_file|replace', 'write_file|replace|^(Write|Edit)$'], // and tools of servers
  ['^(read_file|write_file)$', 'Read|Write|Edit'], // an edit reads first
  ['^run_shell_command$', 'Bash'],
])('%j is %j where names are listed', (matcher, wanted) => {
  const hook = { matcher, hooks: [{ type: 'command', command: 'x' }] };
  const source = { vendor: 'gemini', text: JSON.stringify({ hooks: { BeforeTool: [hook] } }) };
  const there = convert(source, 'lists');
  expect(JSON.parse(there.text).hooks.PreToolUse[0].matcher).toBe(wanted);
  expect(
    hooksIn({
      vendor: 'gemini',
      text: convert({ vendor: 'lists', text: there.text }, 'gemini').text,
    }),
  ).toEqual(hooksIn(source));
});

describe('a line for each operating system', () => {
  const file = (...entries: object[]) => ({
    vendor: 'systems',
    text: JSON.stringify({ version: 1, hooks: { PreToolUse: entries } }),
  });
  const both = { type: 'command', bash: './guard.sh', powershell: '.\\guard.ps1' };
  const options = { from: 'systems', to: 'gemini', target: { text: '', file: 'x' } };
  const told = (entry: object, system?: 'windows') =>
    convertText({ ...options, source: { text: file(entry).text, file: 'y' }, for: system });

  test('the one of the system that it is converted for', () => {
    const here = told(both);
    expect(here.text).toContain('-- ./guard.sh ||');
    expect(here).toMatchObject({
      unsafe: false,
      rows: [{ losses: [{ severity: 'lossy', code: 'other-systems', systems: ['windows'] }] }],
    });
    const there = told(both, 'windows');
    expect(there.text).toContain("-- '.\\\\guard.ps1'");
    const codes = there.rows.flatMap(({ losses }) => losses.map(({ code }) => code));
    expect(codes).toEqual(['other-systems', 'windows-shell']);
  });

  test('one without a line for this system runs nothing here', () => {
    const { powershell } = both;
    expect(told({ type: 'command', powershell })).toMatchObject({
      unsafe: true,
      rows: [{ how: 'lost', losses: [{ severity: 'unsafe', code: 'runs-elsewhere' }] }],
    });
    expect(told({ type: 'command', powershell, command: 'x' }).text).toContain('-- x ||');
  });

  test.each([
    both,
    { type: 'command', command: 'x' },
    { type: 'command', command: 'x', powershell: 'y' },
  ])('%j comes back as it was', (entry) => {
    const source = file(entry);
    const back = convert({ vendor: 'gemini', text: convert(source, 'gemini').text }, 'systems');
    expect(JSON.parse(back.text)).toEqual(JSON.parse(source.text));
  });
});

describe('settings in TOML', () => {
  const mine = [
    '# my own',
    'model = "m" # the best',
    'notes = """',
    '[[hooks.PreToolUse]]',
    '"""',
    '',
    '[[hooks.PreToolUse]]',
    "matcher = 'Bash'",
    '',
    '[[hooks.PreToolUse.hooks]] # the guard',
    'type = "command"',
    'command = "./guard.sh \\"x\\""',
    'timeout = 30',
    '',
    '[other]',
    'a = 1',
    '',
  ].join('\n');
  const source = { vendor: 'toml', text: mine };
  const hook = { matcher: 'write_file', hooks: [{ type: 'command', command: 'audit' }] };
  const gemini = { vendor: 'gemini', text: JSON.stringify({ hooks: { BeforeTool: [hook] } }) };

  test('is read, and comes back', () => {
    const { hooks } = readHooks('toml', mine, 'config.toml');
    expect(hooks).toMatchObject([
      { hook: { command: './guard.sh "x"', matcher: 'Bash', timeout: 30_000 }, at: { line: 10 } },
    ]);
    const there = convert(source, 'gemini');
    expect(there).toMatchObject({ unsafe: false, rows: [{ how: 'shim', at: { line: 10 } }] });
    const back = convert({ vendor: 'gemini', text: there.text }, 'toml');
    expect(hooksIn({ vendor: 'toml', text: back.text })).toEqual(hooksIn(source));
  });

  test('is changed where hooks are, and nowhere else', () => {
    const once = convert(gemini, 'toml', mine);
    expect(once.text.startsWith(mine)).toBe(true);
    expect(hooksIn({ vendor: 'toml', text: once.text })).toMatchObject([
      { speaks: 'toml', matcher: 'Bash' },
      { speaks: 'gemini', matcher: 'write_file', command: 'audit' },
    ]);
    expect(convert(gemini, 'toml', once.text, once.entries).text).toBe(once.text);
    const none = { vendor: 'gemini', text: '{"hooks":{}}' };
    expect(convert(none, 'toml', once.text, once.entries).text).toBe(mine);
  });

  test('what cannot be changed alone is said', () => {
    const odd = mine.replace('timeout = 30', 'timeout = [30]');
    expect(() => convert(gemini, 'toml', odd)).toThrow(/:13: write it as KEY = VALUE/);
  });
});
