// Agents that do not exist, each with one trait of the settings of those that are next.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { convertFile } from '../../src/convert/convert-file.ts';
import { convertText } from '../../src/convert/convert-text.ts';
import { removeConversions } from '../../src/convert/remove-conversions.ts';
import { syncHooks } from '../../src/convert/sync-hooks.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { findFileRoot } from '../../src/settings/vendor-files.ts';
import { hookTimeWithin, timeLimitOf } from '../../src/shim/time-limits.ts';
import { conformance, type Fixtures, readFixtures } from '../../src/testing/index.ts';
import { configured } from '../throwaway/configured.ts';
import { register } from '../throwaway/registered.ts';
import { convert, hooksIn } from './laws.ts';
import { project } from './project.ts';
import {
  executableAt,
  executableEnds,
  guard,
  guarded,
  launcherOf,
  onTwoEvents,
  pluginFile,
  runner,
  writePlugin,
} from './throwaway-agents.ts';

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

test.each(configured)('the adapter $adapter.id conforms to its fixtures', ({ adapter }) => {
  expect(conformance(adapter, fixturesOf(adapter.id, adapter.title))).toEqual([]);
});

describe('an agent with a time limit for each event', () => {
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
    [4e9, 2_147_483], // no timer knows more
  ])('gives a hook of %i ms a limit of %i s, and the hook comes back as it was', (inner, outer) => {
    const there = convert(file('SessionEnd', inner), 'limits');
    expect(entryIn(there.text, 'SessionEnd')).toMatchObject({ timeout: outer });
    const back = convert({ vendor: 'limits', text: there.text }, 'gemini');
    expect(JSON.parse(back.text)).toEqual(JSON.parse(file('SessionEnd', inner).text));
  });

  test('has its seconds converted to the milliseconds of another agent', () => {
    const own = {
      hooks: { SessionEnd: [{ hooks: [{ type: 'command', command: 'x', timeout: 2 }] }] },
    };
    const source = { vendor: 'limits', text: JSON.stringify(own) };
    expect(hooksIn(source)).toMatchObject([{ timeout: 2000 }]);
    expect(entryIn(convert(source, 'gemini').text, 'SessionEnd')).toMatchObject({ timeout: 7000 });
  });

  test('has a loss for a hook with more time than a limit that no setting changes, and for no other', () => {
    const lossesOf = (event: string, timeout?: number) =>
      convert(file(event, timeout), 'limits').rows.flatMap(({ losses }) =>
        losses.filter(({ code }) => code === 'time-cut'),
      );
    expect(lossesOf('SessionStart', 30_000)).toMatchObject([
      { severity: 'lossy', agent: 'Limits', seconds: 1.5 },
    ]);
    expect(lossesOf('SessionStart', 1500)).toEqual([]);
    expect(lossesOf('SessionStart')).toEqual([]);
    expect(lossesOf('SessionEnd', 30_000)).toEqual([]);
  });

  test('leaves a hook at least half of its limit and never all of it, as every agent does', () => {
    for (const one of Object.values(adapters)) {
      for (const binding of one.bindings.all()) {
        const limit = timeLimitOf(one, binding);
        expect(hookTimeWithin(limit)).toBeGreaterThanOrEqual(limit / 2);
        expect(hookTimeWithin(limit)).toBeLessThan(limit);
      }
    }
    const { limits } = adapters as unknown as Record<string, (typeof adapters)['gemini']>;
    if (!limits) throw new Error('not there');
    expect(timeLimitOf(limits, limits.bindings.find('SessionEnd'))).toBe(1500);
    expect(timeLimitOf(limits, limits.bindings.find('PreToolUse'))).toBe(60_000);
    expect(hookTimeWithin(1500)).toBe(1125);
    expect(hookTimeWithin(60_000)).toBe(55_000);
  });
});

describe('a matcher of an agent that lists names', () => {
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
  ])('such as %j becomes %j in Gemini CLI, and comes back as it was', (matcher, wanted) => {
    const source = file('lists', 'PreToolUse', matcher);
    const there = convert(source, 'gemini');
    expect(matcherIn(there.text, 'BeforeTool')).toBe(wanted);
    const back = convert({ ...there, vendor: 'gemini' }, 'lists');
    expect(hooksIn({ vendor: 'lists', text: back.text })).toEqual(hooksIn(source));
  });
});

test.each([
  ['write_file|replace', 'write_file|replace|^(Write|Edit)$'], // and tools of servers
  ['^(read_file|write_file)$', 'Read|Write|Edit'], // an edit reads first
  ['^run_shell_command$', 'Bash'],
])('the Gemini CLI matcher %j becomes %j in an agent that lists names, and comes back as it was', (matcher, wanted) => {
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

describe('an entry with a line for each operating system', () => {
  const file = (...entries: object[]) => ({
    vendor: 'systems',
    text: JSON.stringify({ version: 1, hooks: { PreToolUse: entries } }),
  });
  const both = { type: 'command', bash: './guard.sh', powershell: '.\\guard.ps1' };
  const options = { from: 'systems', to: 'gemini', target: { text: '', file: 'x' } };
  const told = (entry: object, system?: 'windows') =>
    convertText({ ...options, source: { text: file(entry).text, file: 'y' }, for: system });

  test('is converted by the line of the system that it is converted for, and the other is lost', () => {
    const here = told(both);
    expect(here.text).toContain('-- ./guard.sh && ');
    expect(here).toMatchObject({
      unsafe: false,
      rows: [{ losses: [{ severity: 'lossy', code: 'other-systems', systems: ['windows'] }] }],
    });
    const there = told(both, 'windows');
    expect(there.text).toContain("-- '.\\\\guard.ps1'");
    const codes = there.rows.flatMap(({ losses }) => losses.map(({ code }) => code));
    expect(codes).toEqual(['other-systems', 'windows-shell']);
  });

  test('is an unsafe loss where it has no line for this system', () => {
    const { powershell } = both;
    expect(told({ type: 'command', powershell })).toMatchObject({
      unsafe: true,
      rows: [{ how: 'lost', losses: [{ severity: 'unsafe', code: 'runs-elsewhere' }] }],
    });
    expect(told({ type: 'command', powershell, command: 'x' }).text).toContain('-- x && ');
  });

  test.each([
    both,
    { type: 'command', command: 'x' },
    { type: 'command', command: 'x', powershell: 'y' },
  ])('such as %j comes back from Gemini CLI as it was', (entry) => {
    const source = file(entry);
    const back = convert({ ...convert(source, 'gemini'), vendor: 'gemini' }, 'systems');
    expect(JSON.parse(back.text)).toEqual(JSON.parse(source.text));
  });
});

describe('a settings file in TOML', () => {
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

  test('is read with the line of each hook, and its hooks come back from Gemini CLI', () => {
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

  test('is refused with the line of a value that cannot be changed by itself', () => {
    const odd = mine.replace('timeout = 30', 'timeout = [30]');
    expect(() => convert(gemini, 'toml', odd)).toThrow(/:13: write it as KEY = VALUE/);
  });
});

const launcher = launcherOf(runner);

describe('a plugin within the agent, which calls the runner', () => {
  const file = pluginFile;

  test('is written once, is read back, and is deleted with its last hook', async () => {
    const p = project({ '.gemini/settings.json': guarded(guard) });
    await writePlugin(p, launcher);
    const made = p.get(file);
    expect((await writePlugin(p, launcher)).changed).toBe(false);
    const back = convert({ vendor: 'plugin', text: made }, 'gemini');
    expect(hooksIn({ vendor: 'gemini', text: back.text })).toEqual(
      hooksIn({ vendor: 'gemini', text: guarded(guard) }),
    );
    p.put('.gemini/settings.json', guarded(guard, 'true'));
    await writePlugin(p, launcher);
    expect(hooksIn({ vendor: 'plugin', text: p.get(file) })).toHaveLength(2);
    p.put('.gemini/settings.json', '{}');
    await writePlugin(p, launcher);
    expect(p.has(file)).toBe(false);
    p.put('.gemini/settings.json', guarded(guard));
    await writePlugin(p, launcher);
    expect(p.get(file)).toBe(made);
    expect(await removeConversions('plugin', { root: p.dir, home: p.home })).toMatchObject({
      count: 1,
    });
    expect(p.has('.plugin')).toBe(false);
  });

  test('is not written over a file that somebody else made', async () => {
    const p = project({ '.gemini/settings.json': guarded(guard), [file]: 'export {};' });
    await expect(writePlugin(p, launcher)).rejects.toThrow(/was not made by anyhook/);
    expect(p.get(file)).toBe('export {};');
  });
});

describe('an executable for each event', () => {
  test('is written once, and its hooks come back from it', async () => {
    const p = project({ '.gemini/settings.json': onTwoEvents });
    const done = await convertFile(executableEnds(p, launcher, { write: true }));
    expect(done).toMatchObject({ changed: true, unsafe: false, file: executableAt('<event>') });
    const changed = done.files.filter(({ text, before }) => text !== before);
    expect(changed.map(({ file }) => file)).toEqual([
      executableAt('PreToolUse'),
      executableAt('SessionStart'),
    ]);
    expect((await convertFile(executableEnds(p, launcher, { write: true }))).changed).toBe(false);
    const home = await convertFile(
      executableEnds(p, launcher, { from: 'executables', to: 'gemini', output: '-' }),
    );
    expect(hooksIn({ vendor: 'gemini', text: home.text })).toEqual(
      hooksIn({ vendor: 'gemini', text: JSON.stringify(onTwoEvents) }),
    );
  });

  test('is deleted with the last of its hooks, and remove deletes all of them', async () => {
    const p = project({ '.gemini/settings.json': onTwoEvents });
    await convertFile(executableEnds(p, launcher, { write: true }));
    p.put('.gemini/settings.json', guarded(guard));
    const done = await convertFile(executableEnds(p, launcher, { write: true }));
    expect(done.files.filter(({ text, before }) => text !== before)).toHaveLength(2);
    expect([p.has(executableAt('SessionStart')), p.has(executableAt('PreToolUse'))]).toEqual([
      false,
      true,
    ]);
    const removed = await removeConversions('executables', { root: p.dir, home: p.home });
    expect(removed).toMatchObject({ count: 1, text: undefined });
    expect(p.has('.executables')).toBe(false);
  });

  test('is never written over one that a person made, which is read as a hook', async () => {
    const own = '#!/bin/sh\necho \'{"decision":"block","reason":"mine"}\'\n';
    const p = project({
      [executableAt('PreToolUse')]: own,
      '.gemini/settings.json': guarded(guard),
    });
    const there = await convertFile(
      executableEnds(p, launcher, { from: 'executables', to: 'gemini' }),
    );
    expect(there).toMatchObject({
      unsafe: false,
      rows: [{ how: 'shim', hook: { event: 'PreToolUse', command: executableAt('PreToolUse') } }],
    });
    await expect(convertFile(executableEnds(p, launcher, { write: true }))).rejects.toThrow(
      /not made by anyhook/,
    );
    expect(p.get(executableAt('PreToolUse'))).toBe(own);
  });
});

describe('several settings files of one agent', () => {
  const group = (command: string) => [{ hooks: [{ type: 'command', command }] }];
  const files = (shared: object, local: object) => ({
    '.layers/settings.json': shared,
    '.layers/settings.local.json': local,
  });
  const ends = (p: ReturnType<typeof project>, from: string, to: string, write = true) => ({
    from,
    to,
    root: p.dir,
    home: p.home,
    launcher: 'anyhook',
    write,
  });

  test('add up, and each hook is reported with the file that it is in', async () => {
    const p = project(
      files({ hooks: { PreToolUse: group('one') } }, { hooks: { PreToolUse: group('two') } }),
    );
    const { rows, source } = await convertFile(ends(p, 'layers', 'gemini'));
    expect(source).toBe('.layers/settings.json, .layers/settings.local.json');
    expect(rows).toMatchObject([
      { how: 'shim', hook: { command: 'one' }, at: { file: '.layers/settings.json' } },
      { how: 'shim', hook: { command: 'two' }, at: { file: '.layers/settings.local.json' } },
    ]);
    // What stands in a file that we do not write stands there all the same.
    const local = p.get('.layers/settings.local.json');
    const back = await convertFile(ends(p, 'gemini', 'layers'));
    expect(back).toMatchObject({ changed: false, file: '.layers/settings.json' });
    expect(p.get('.layers/settings.local.json')).toBe(local);
  });

  test('get converted entries in one of them alone', async () => {
    const p = project({
      ...files({ model: 'm' }, { hooks: { PreToolUse: group('./x.sh') } }),
      '.gemini/settings.json': { hooks: { BeforeTool: group('./x.sh') } },
    });
    const { findings } = await convertFile(ends(p, 'gemini', 'layers'));
    expect(p.json('.layers/settings.json')).toMatchObject({ model: 'm', hooks: {} });
    expect(findings.target).toMatchObject([
      { code: 'twice-there', at: { file: '.layers/settings.local.json' } },
    ]);
    await removeConversions('layers', { root: p.dir, home: p.home });
    expect(p.json('.layers/settings.json')).toEqual({ model: 'm' });
  });

  test('are told apart: what a person has in one is not taken for what anyhook wrote into another', async () => {
    const p = project({
      '.layers/settings.local.json': { hooks: { PreToolUse: group('./two.sh') } },
      '.gemini/settings.json': { hooks: { BeforeTool: group('./one.sh') } },
    });
    await convertFile(ends(p, 'gemini', 'layers'));
    const { rows } = await convertFile(ends(p, 'layers', 'gemini'));
    expect(rows.map(({ hook, how }) => [hook.command, how])).toEqual([
      ['./one.sh', 'native'],
      ['./two.sh', 'shim'],
    ]);
    expect(hooksIn({ vendor: 'gemini', text: p.get('.gemini/settings.json') })).toMatchObject([
      { speaks: 'gemini', command: './one.sh' },
      { speaks: 'layers', command: './two.sh' },
    ]);
  });

  test.each([
    ['/w/.layers/settings.local.json', 'layers', '/w'],
    ['C:\\w\\.layers\\settings.json', 'layers', 'C:\\w'],
    ['/w/.systems/hooks/any.json', 'systems', '/w'],
    ['/.executables/hooks/PreToolUse', 'executables', '/'],
    ['/w/.systems/hooks/any.txt', 'systems', undefined],
  ])('such as %s of %s belong to the root %s', (path, vendor, root) => {
    expect(findFileRoot(path, vendor, 'project')).toBe(root);
  });

  test('switch hooks off or on by the later one of them', async () => {
    const hooks = { PreToolUse: group('one') };
    for (const [shared, local, off] of [
      [true, false, false],
      [false, true, true],
    ] as const) {
      const p = project(
        files({ disableAllHooks: shared, hooks }, { disableAllHooks: local, hooks: {} }),
      );
      const { findings } = await convertFile(ends(p, 'layers', 'gemini', false));
      expect(findings.source.some(({ code }) => code === 'switched-off')).toBe(off);
    }
  });

  test('are all read where they are a folder, and anyhook writes one of its own there', async () => {
    const entry = { type: 'command', command: 'a' };
    const p = project({
      '.systems/hooks/team.json': { version: 1, hooks: { PreToolUse: [entry] } },
      '.systems/hooks/notes.txt': 'none',
      '.systems/hooks/z.json': { hooks: { PreToolUse: [{ ...entry, command: 'z' }] } },
      '.gemini/settings.json': guarded(guard),
    });
    const there = await convertFile(ends(p, 'systems', 'cursor', false));
    expect(there.rows.map(({ hook, at }) => [hook.command, at?.file])).toEqual([
      ['a', '.systems/hooks/team.json'],
      ['z', '.systems/hooks/z.json'],
    ]);
    const before = p.state();
    await convertFile(ends(p, 'gemini', 'systems'));
    const made = Object.keys(p.state()).filter((name) => !(name in before));
    expect(made.filter((name) => !name.startsWith('.anyhook'))).toEqual([
      '.systems/hooks/anyhook.json',
    ]);
    expect((await convertFile(ends(p, 'systems', 'cursor', false))).rows).toHaveLength(3);
    await syncHooks({ ...ends(p, '', ''), from: '.systems/hooks/z.json', to: ['cursor'] });
    expect(hooksIn({ vendor: 'cursor', text: p.get('.cursor/hooks.json') })).toMatchObject([
      { speaks: 'systems', command: 'z' },
    ]);
  });
});
