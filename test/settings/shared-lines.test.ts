/** Lines that start several hooks of one event, `--hook COMMAND` for each: how they are read, written and read back. */
import { describe, expect, test } from 'vitest';
import { parseShimLines, writeShimLine } from '../../src/settings/command-line/shim-line.ts';
import { readHooks } from '../../src/settings/formats/index.ts';

const start = ['--host', 'gemini', '--as', 'claude', '--event', 'PreToolUse', '--matcher', 'Bash'];
const guard = `./guard.sh "$(x)" 'y'\n# $HOME`;
const flags = [
  ...start,
  ...['--hook', guard, '--name', 'rm', '--timeout', '5s'],
  ...['--hook', 'secrets.sh', '--as', 'cursor', '--event', 'preToolUse', '--matcher', 'Shell'],
  ...['--hook', 'last.sh', '--on-failure', 'block', '--values', '0123456789'],
];
const line = writeShimLine({
  ...{ launcher: '/bin/sh .anyhook/sh', flags, ending: 'refuse aloud', substitutes: true },
});
const settings = (command: string, entry: object = {}, group: object = {}) =>
  JSON.stringify({
    hooks: {
      BeforeTool: [
        { matcher: '*', hooks: [{ type: 'command', command: './before' }] },
        { ...group, hooks: [{ type: 'command', command, ...entry }] },
      ],
    },
  });
const read = (text: string) =>
  readHooks('gemini', text, 'settings.json', { '0123456789': { env: { TOKEN: 'x' } } });

describe('A line with several hooks', () => {
  test('is read as one hook after the other, each with its own words', () => {
    const { hooks, findings } = read(settings(line));
    expect(findings).toEqual([]);
    expect(hooks.map(({ hook, wrapped, event }) => ({ ...hook, wrapped, at: event }))).toEqual([
      expect.objectContaining({ command: './before', wrapped: false }),
      ...[
        { command: guard, speaks: 'claude', event: 'PreToolUse', matcher: 'Bash', name: 'rm' },
        { command: 'secrets.sh', speaks: 'cursor', event: 'preToolUse', matcher: 'Shell' },
        { command: 'last.sh', speaks: 'claude', event: 'PreToolUse', matcher: 'Bash' },
      ].map((one, i) => ({
        ...{ ...one, wrapped: true, at: 'BeforeTool' },
        ...[{ timeout: 5000 }, {}, { onFailure: 'block', env: { TOKEN: 'x' } }][i],
      })),
    ]);
  });

  test('has a place of its own for each hook, so that none is taken for another', () => {
    const places = read(settings(line)).hooks.map(({ at }) => JSON.stringify(at));
    expect(new Set(places).size).toBe(4);
  });

  test('gets no name, text or matcher of its hooks from the entry, which is that of all', () => {
    const entry = { name: 'rm, secrets.sh', description: 'both', timeout: 9000, env: { A: 'b' } };
    const plain = read(settings(line)).hooks.slice(1);
    const stated = read(settings(line, entry, { matcher: 'x', sequential: true })).hooks.slice(1);
    expect(stated.map(({ hook }) => hook)).toEqual(plain.map(({ hook }) => hook));
  });

  test('stays an entry of its agent as it is, if one of its hooks cannot be read', () => {
    for (const odd of [line.replace('preToolUse', 'noEvent'), line.replace('cursor', 'nobody')]) {
      const { hooks } = read(settings(odd));
      expect(hooks.map(({ hook, wrapped }) => [hook.command, wrapped])).toEqual([
        ['./before', false],
        [odd, false],
      ]);
    }
  });

  test('is not taken for ours where the shell would change a word of a hook', () => {
    expect(parseShimLines(line)).toHaveLength(3);
    expect(parseShimLines(line.replace('secrets.sh', '"$X"'))).toEqual([]);
  });

  test('that a newer version wrote tells of each hook that nothing of it is started', () => {
    const { hooks, findings } = read(settings(line.replace('--on-failure', '--newer')));
    expect(hooks.slice(1).map(({ problem }) => problem)).toEqual(
      Array(3).fill(expect.stringContaining('--newer')),
    );
    expect(findings.map(({ code }) => code)).toEqual(Array(3).fill('line-unread'));
  });
});
