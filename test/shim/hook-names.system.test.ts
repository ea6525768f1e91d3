// What messages and made-up reasons call a hook: its name, or on a line of several what it starts.
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { eventAt } from '../facts.ts';
import { shell } from './payloads.ts';
import { folder, json, run } from './run.ts';

const dir = folder();
const call = shell('gemini', 'rm -rf build', dir);
const lineOf = (dialect: string) => [
  ...['--host', 'gemini', '--as', dialect],
  ...['--event', dialect === 'anyhook' ? 'before-tool' : eventAt(dialect, 'shell')],
];
const runLine = (dialect: string, ...words: string[]) =>
  run([...lineOf(dialect), ...words], { stdin: call });
const dialects = Object.keys(adapters);

/** Ways of a hook to fail, or to refuse without a reason. */
const ends: Record<string, [command: string, ...words: string[]]> = {
  'a crash': ['echo boom >&2; exit 1'],
  'a crash without a word': ['exit 3'],
  'a time limit': ['sleep 60', '--timeout', '300ms'],
  'a signal': ['kill -9 $$'],
  'a command that is not there': ['/no/such/guard.sh'],
  'a half of an answer': [`printf '{"decision":'`],
  'two decisions': [
    `echo '{"decision":"deny","permission":"allow","decision":"allow","permission":"deny","permissionDecision":"deny","permissionDecision":"allow"}'`,
  ],
  'exit code 2 without a word': ['exit 2'],
  'an answer that is an array': ['echo "[1]"'],
  'a folder that is not there': ['true', '--cwd', '/no/such/folder'],
  'values that are not there': ['true', '--values', '0123456789'],
};
const cases = dialects.flatMap((dialect) =>
  Object.keys(ends).map((end) => [dialect, end] as const),
);

describe('On a line of several hooks', () => {
  test.each(cases)('what is said of one names it: %s, %s', async (dialect, end) => {
    const [command, ...words] = ends[end] as (typeof ends)[string];
    const block = ['--on-failure', 'block'];
    const good = ['--hook', "echo '{}' # good"];
    const quiet = [...good, '--name', 'innocent'];
    for (const [own, named] of [
      [['--name', 'broken'], 'the hook broken'],
      [[], `the hook \`${command.slice(0, 60)}`],
    ] as const) {
      const hook = ['--hook', command, ...own, ...words];
      const { stdout, stderr } = await runLine(dialect, ...quiet, ...hook, ...block, ...good);
      const { reason } = json(stdout);
      for (const text of [String(reason ?? ''), stderr].filter((one) =>
        /hook|anyhook:/.test(one),
      )) {
        expect(text.toLowerCase()).toContain(named.toLowerCase());
        expect(text).not.toMatch(/innocent|good|The hook (?:ended|ran|printed|returned)/);
      }
      expect(reason ?? '').not.toBe('Blocked by a hook.');
    }
  });

  test.each([
    ['an unknown key', 'anyhook', `echo '{"newKey":1}'`],
    ['an answer for another agent', 'cursor', `echo '{"decision":"deny"}'`],
    ['a matcher that is no expression', 'claude', 'true', '--matcher', 'Bash('],
  ])('a remark about one names it: %s', async (_, dialect, command, ...words) => {
    const hook = ['--hook', command, '--name', 'odd', ...words];
    const { stderr } = await runLine(dialect, '--hook', "echo '{}'", '--name', 'innocent', ...hook);
    expect(stderr).toMatch(/^anyhook: .*the hook odd\b/);
    expect(stderr).not.toContain('innocent');
  });

  test('what is wrong with the call is said once, and of no hook', async () => {
    const stdin = { ...call, tool_name: 7 };
    const words = ['--hook', 'true', '--name', 'a', '--hook', 'true', '--name', 'b'];
    const { stdout, stderr } = await run([...lineOf('cursor'), ...words], { stdin });
    expect(json(stdout)).toMatchObject({ decision: 'deny' });
    expect(stderr).not.toMatch(/the hook [ab]\b/);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('a name is shown on one line, without control characters, and not at any length', async () => {
    const crash = ['--hook', 'exit 3', '--name'];
    const odd = await runLine('claude', ...crash, 'a\u001b[31m\nb\ud83d', '--hook', 'true');
    expect(odd.stderr).toBe('anyhook: the hook a [31m b ended with exit code 3\n');
    const long = await runLine('claude', ...crash, '😀'.repeat(99), '--hook', 'true');
    expect(long.stderr).toBe(`anyhook: the hook ${'😀'.repeat(30)}… ended with exit code 3\n`);
  });
});

describe('A hook that is alone on its line', () => {
  test('is named if it has a name', async () => {
    const crash = ['--', 'exit 3'];
    const named = await runLine('claude', '--name', 'rm', ...crash);
    expect(named.stderr).toBe('anyhook: the hook rm ended with exit code 3\n');
    const unnamed = await runLine('claude', ...crash);
    expect(unnamed.stderr).toBe('anyhook: the hook ended with exit code 3\n');
  });

  test('keeps a reason of its own that begins as ours do', async () => {
    const own = 'The hook ran out of "patience".\nBlocked by a hook.';
    const answer = JSON.stringify({ decision: 'block', reason: own });
    for (const command of [`echo '${own}' >&2; exit 2`, `printf %s '${answer}'`]) {
      const words = ['--name', 'rm', '--', command];
      expect(json((await runLine('claude', ...words)).stdout).reason).toBe(own);
    }
  });
});
