// Hooks of an agent's own that `convert X X --force` starts through the shim, in its own settings file.
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { startsHook } from '../../src/canonical/flags.ts';
import type { Hook } from '../../src/canonical/hook.ts';
import type { Adapter } from '../../src/mapping/adapter.ts';
import { setAtPath } from '../../src/mapping/paths.ts';
import { parseShimLines } from '../../src/settings/command-line/shim-line.ts';
import { formatOf } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';
import { groupBy } from '../../src/util/group.ts';
import { agentsWithOwnFile } from './agent-file.ts';
import { commands, project } from './project.ts';

/** A plugin holds lines of ours alone, so that there is nothing to convert to itself. */
const vendors = agentsWithOwnFile();
const script = '#!/bin/sh\ncat > /dev/null\n';

const events = ['before-tool', 'stop'];

/** Hooks of an agent at some of its events, of one command for two matchers too, as far as its file can say them. */
function hooksOf(vendor: string): Hook[] {
  const { bindings } = (adapters as Record<string, Adapter>)[vendor] as Adapter;
  const natives = bindings.nativeNames.filter((one) => events.includes(bindings.eventOf(one)));
  const hook = { speaks: vendor, command: './hook.sh' };
  const other = { speaks: vendor, command: './other.sh' };
  return natives.flatMap(
    (event) =>
      [
        {
          ...hook,
          event,
          timeout: 9000,
          rest: { note: { of: ['mine'] } },
          group: { title: 'mine' },
        },
        { ...hook, event, timeout: 9000, rest: { note: 1 } },
        { ...hook, event, condition: 'Bash(git *)', answer: 'later' as const },
        { ...other, event, matcher: 'Bash', loopLimit: 3 },
        { ...other, event, matcher: 'Bash', onFailure: 'block' as const },
        { ...other, event, matcher: 'Write', env: { MODE: 'strict' } },
        { ...other, event, matcher: 'Write' },
      ].filter((one) => formatOf(vendor).canState(vendor, one)) as Hook[],
  );
}

/** Its settings file with them, in a layout that we would not choose. */
function settingsOf(vendor: string): { value: object; text: string } {
  const { elementOf, stateHook: state } = formatOf(vendor);
  const lists = [...groupBy(hooksOf(vendor), ({ event }) => event)].map(([event, all]) => [
    event,
    all.map((hook) => elementOf(state(vendor, hook))),
  ]);
  const value = { hooks: Object.fromEntries(lists) };
  for (const [path, one] of Object.entries(tableOf(vendor).activation.required))
    setAtPath(value, path.split('.'), one);
  return { value, text: `${JSON.stringify(value, null, 3)}\n\n` };
}

describe.each(vendors)('convert %s to itself with --force', (vendor) => {
  const file = tableOf(vendor).files.own.project;
  const { value, text } = settingsOf(vendor);
  const wrap = ['convert', vendor, vendor, '--force', '--write'];
  const other = vendor === 'gemini' ? 'cursor' : 'gemini';
  const wrapped = async () => {
    const p = project({ [file]: text, 'hook.sh': script, 'other.sh': script });
    const say = async (...args: string[]) => {
      const said = await p.anyhook(...args);
      expect([args, said.code]).toEqual([args, 0]);
      return said.stdout;
    };
    const copy = () => say('convert', vendor, other, '--output', '-', '--accept-loss');
    const before = await copy();
    await say(...wrap);
    const started = commands(p.json(file)).flatMap(parseShimLines);
    expect(started.filter(({ flags }) => startsHook(flags))).toHaveLength(hooksOf(vendor).length);
    expect(p.get(`${file}.anyhook-backup`)).toBe(text);
    return { p, say, copy, before, lines: p.get(file) };
  };

  test('changes nothing a second time, nor does any conversion after it', async () => {
    const { p, say, copy, before, lines } = await wrapped();
    expect(await copy()).toBe(before);
    for (const args of [
      wrap,
      ['convert', vendor, vendor, '--write'],
      ['convert', vendor, other, '--write', '--accept-loss'],
      ['convert', other, vendor, '--write', '--accept-loss'],
      wrap,
    ]) {
      await say(...args);
      expect([args, p.get(file)]).toEqual([args, lines]);
      expect(p.get(`${file}.anyhook-backup`)).toBe(text);
    }
  });

  test('is undone by remove, to the byte', async () => {
    const { p, say } = await wrapped();
    const written = commands(p.json(file)).map(parseShimLines);
    const started = written.filter(([one]) => one && startsHook(one.flags));
    expect(await say('remove', vendor)).toContain(`${started.length} entries`);
    expect(p.get(file)).toBe(text);
    expect([p.has('.anyhook'), p.has(`${file}.anyhook-backup`)]).toEqual([false, false]);
  });

  test('is undone by remove, hook for hook, in a file that was changed meanwhile', async () => {
    const { p, say, lines } = await wrapped();
    p.put(file, lines.replace(/\s+$/, '\n'));
    await say('remove', vendor);
    expect(p.json(file)).toEqual(value);
    expect(p.has('.anyhook')).toBe(false);
  });
});

describe('Lines of ours in Claude’s settings', () => {
  const file = '.claude/settings.json';
  const shell = (command: string, more = {}) => ({ type: 'command', command, ...more });
  const prompt = { type: 'prompt', prompt: 'Fine?' };
  const group = (matcher: string, ...hooks: object[]) => ({ matcher, hooks });
  const wrap = ['convert', 'claude', 'claude', '--force', '--write'];
  const at = async (groups: object[], ...more: object[]) => {
    const p = project({
      [file]: { hooks: { PreToolUse: groups } },
      'a.sh': script,
      'b.sh': script,
    });
    await p.anyhook(...wrap);
    for (const one of more) {
      const { hooks } = p.json(file);
      p.put(file, { hooks: { ...hooks, PreToolUse: [...hooks.PreToolUse, one] } });
      await p.anyhook(...wrap);
    }
    const list = (): { matcher: string; hooks: Record<string, unknown>[] }[] =>
      p.json(file).hooks.PreToolUse;
    return { p, list };
  };
  const isLine = (hook: Record<string, unknown> | undefined) =>
    String(hook?.command).includes('/.anyhook/sh --host claude --as claude');

  test('say all that the entry said beside its command', async () => {
    const more = { statusMessage: 'Wait', async: true, if: 'Bash(git *)', own: { a: [1] } };
    const { list } = await at([group('Bash', shell('./a.sh', more))]);
    const [made] = list()[0]?.hooks ?? [];
    expect(made).toMatchObject(more);
    expect(isLine(made)).toBe(true);
    expect(made?.command).not.toContain('--carry');
  });

  test('are not made of a hook that goes on behind the call, nor of what is no command', async () => {
    const late = group('Bash', shell('./a.sh', { asyncRewake: true }), prompt);
    const { list } = await at([late, group('Write', prompt, prompt)]);
    expect(list()).toEqual([late, group('Write', prompt, prompt)]);
  });

  test('are made of hooks that are added later, also of the same command, and none is lost', async () => {
    const { p, list } = await at(
      [group('Bash', shell('./a.sh'), prompt)],
      group('Write', shell('./a.sh')),
      group('Edit', shell('./b.sh')),
    );
    expect(list().map(({ matcher, hooks }) => [matcher, hooks.map(isLine)])).toEqual([
      ['Bash', [true]],
      ['Bash', [false]],
      ['Write', [true]],
      ['Edit', [true]],
    ]);
    await p.anyhook('remove', 'claude');
    expect(new Set(list())).toEqual(
      new Set([
        group('Bash', shell('./a.sh')),
        group('Bash', prompt),
        group('Write', shell('./a.sh')),
        group('Edit', shell('./b.sh')),
      ]),
    );
  });

  test('stay where their owner has changed them, and are named when the others go', async () => {
    const { p, list } = await at([group('Bash', shell('./a.sh')), group('Write', shell('./b.sh'))]);
    p.put(file, p.get(file).replace('"Bash"', '"Bash|Read"'));
    const { stdout } = await p.anyhook('remove', 'claude', '--json');
    expect(JSON.parse(stdout).edited).toEqual([
      { event: 'PreToolUse', line: expect.any(Number), hooks: ['a.sh'] },
    ]);
    expect(list().map(({ matcher, hooks }) => [matcher, isLine(hooks[0])])).toEqual(
      expect.arrayContaining([
        ['Bash|Read', true],
        ['Write', false],
      ]),
    );
  });

  test('stay where anyhook.yaml has a hook of the same command for other tools', async () => {
    const { p, list } = await at([group('Bash', shell('./a.sh'))]);
    const before = list();
    const hook = '{ speaks: claude, event: PreToolUse, match: Write, run: ./a.sh }';
    p.put('anyhook.yaml', `version: 1\nhooks:\n  - ${hook}\n`);
    p.put('.cursor/hooks.json', { version: 1, hooks: {} });
    for (const _ of ['once', 'again']) {
      await p.anyhook('sync', '--to', 'claude,cursor', '--accept-loss');
      expect(list()).toEqual([...before, expect.objectContaining({ matcher: 'Write' })]);
    }
  });
});
