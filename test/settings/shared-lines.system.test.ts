/** Lines with several hooks, as shells start them: each hook is started with its own command, and one answer is given. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { commands, type Project, project } from './project.ts';
import { expanded, loaded } from './shell-lines.ts';

const shells = ['bash', 'sh', 'dash', 'zsh'].filter((one) => !spawnSync(one, ['-c', ':']).error);
const source = '.claude/settings.json';
const target = '.gemini/settings.json';

/** A hook that notes the argument it gets, and refuses a call with a word in it. */
const noting = `#!/bin/sh
printf '%s\\0' "$1" >> noted
grep -q "$2" && { echo "no $2" >&2; exit 2; }
exit 0
`;
const odd = [
  `a b`,
  `it's`,
  `"x"`,
  '$(touch pwned)',
  '`touch pwned`',
  '$HOME',
  'a\nb',
  '\\',
  '#',
  '--hook',
];
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

async function converted(
  to: string,
  hooks: { command: string; timeout?: number }[],
): Promise<Project> {
  const entries = hooks.map((one) => ({ type: 'command', ...one }));
  const p = project({
    [source]: { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: entries }] } },
    'note.sh': noting,
  });
  const said = await p.anyhook('convert', 'claude', to, '--write', '--accept-loss');
  expect(said.code, said.stdout + said.stderr).toBe(0);
  return p;
}

const lineIn = (p: Project, path = target) =>
  commands(p.json(path)).find((line) => line.includes('--hook ')) as string;
const call = (p: Project, command: string) => ({
  ...{ session_id: 's', cwd: p.dir, hook_event_name: 'BeforeTool', transcript_path: '' },
  ...{ timestamp: '2026-01-01T00:00:00.000Z', tool_name: 'run_shell_command' },
  tool_input: { command },
});
const noted = (p: Project) => (p.has('noted') ? p.get('noted').split('\0').slice(0, -1) : []);

describe.each(shells)('a line with several hooks in %s', (shell) => {
  test('starts each with its command as it is written, whatever characters it has', async () => {
    const p = await converted(
      'gemini',
      odd.map((text) => ({ command: `./note.sh ${quoted(text)} never` })),
    );
    const line = lineIn(p);
    expect(loaded(line)).toBe(line);
    const said = await p.fires(expanded(line, p.dir), call(p, 'ls'), shell);
    expect([said.code, said.stdout.trim(), said.stderr]).toEqual([0, '{}', '']);
    expect(noted(p).sort()).toEqual([...odd].sort());
    expect(p.has('pwned')).toBe(false);
  });

  test('refuses if one of them does, with its reason, whatever the others say', async () => {
    const p = await converted('gemini', [
      { command: './note.sh first never' },
      { command: './note.sh second secret' },
      { command: 'exit 7' },
    ]);
    const refused = await p.fires(lineIn(p), call(p, 'cat secret'), shell);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('no secret'),
    });
    const passed = await p.fires(lineIn(p), call(p, 'ls'), shell);
    expect(JSON.parse(passed.stdout).decision).toBeUndefined();
    expect(noted(p).sort()).toEqual(['first', 'first', 'second', 'second']);
  });

  test('refuses by its ending where the runner is missing', async () => {
    const p = await converted('gemini', [{ command: 'true' }, { command: 'true # 2' }]);
    p.drop('.anyhook/run.cjs');
    expect(await p.fires(lineIn(p), call(p, 'ls'), shell)).toMatchObject({ code: 2 });
    p.drop('.anyhook');
    expect(await p.fires(lineIn(p), call(p, 'ls'), shell)).toMatchObject({ code: 2 });
  });
});

test('a line with a hook that hangs says what the others say, before the host ends it', async () => {
  const p = await converted('gemini', [
    { command: './note.sh guard secret', timeout: 5 },
    { command: 'sleep 60', timeout: 1 },
  ]);
  const began = Date.now();
  const said = await p.fires(lineIn(p), call(p, 'cat secret'));
  expect(JSON.parse(said.stdout)).toMatchObject({ decision: 'deny' });
  const [{ hooks }] = p.json(target).hooks.BeforeTool;
  expect(Date.now() - began).toBeLessThan(hooks[0].timeout);
});

test('anyhook test plays each hook of a line, and names each with what it says', async () => {
  const p = await converted('gemini', [
    { command: './note.sh first never' },
    { command: './note.sh second secret' },
  ]);
  const said = await p.anyhook('test', 'cat secret', '--agent', 'gemini', '--json');
  const { agents } = JSON.parse(said.stdout);
  const trials = agents.flatMap(({ hooks }: { hooks: object[] }) => hooks);
  expect(trials).toMatchObject([
    { hook: 'note.sh first never', verdict: 'none' },
    { hook: 'note.sh second secret', verdict: 'deny', reason: 'no secret' },
  ]);
});

describe('anyhook test with --hook', () => {
  const ask = async (p: Project, agent: string, ...flags: string[]) => {
    const said = await p.anyhook('test', 'cat secret', '--agent', agent, '--json', ...flags);
    const { agents } = JSON.parse(said.stdout);
    return agents.flatMap(({ hooks }: { hooks: object[] }) => hooks);
  };

  test.each([
    'gemini',
    'copilot',
    'cursor',
    'qwen',
    'terminai',
  ])('starts this hook of a line in the settings of %s alone', async (agent) => {
    const p = await converted(agent, [
      { command: './note.sh first secret' },
      { command: `./note.sh 'second --hook ||' secret`, timeout: 9 },
      { command: './note.sh third never' },
    ]);
    p.drop(source); // some agents read it as well
    for (const [number, verdict, argument] of [
      ['#1', 'deny', 'first'],
      ['#2', 'deny', 'second --hook ||'],
      ['#3', 'none', 'third'],
    ]) {
      p.put('noted', '');
      expect(await ask(p, agent, `--hook=${number}`)).toMatchObject([{ verdict }]);
      expect([...new Set(noted(p))]).toEqual([argument]);
    }
  });

  test('asks a hook although a hook before it on the line refuses, where hooks run in turn', async () => {
    const entry = (bash: string) => ({ type: 'command', bash, timeoutSec: 9 });
    const p = project({
      '.github/hooks/a.json': {
        version: 1,
        hooks: { preToolUse: [entry('./deny.sh first'), entry('./deny.sh second')] },
      },
      'deny.sh': `#!/bin/sh\necho '{"permissionDecision":"deny","permissionDecisionReason":"'$1'"}'\n`,
    });
    const said = await p.anyhook('convert', 'copilot', 'gemini', '--write', '--accept-loss');
    expect(said.code, said.stdout + said.stderr).toBe(0);
    const name = 'deny.sh second';
    expect(await ask(p, 'gemini')).toMatchObject([
      { verdict: 'deny', reason: 'first' },
      { verdict: 'not-asked', notRun: 'another hook of its line refused before' },
    ]);
    expect(await ask(p, 'gemini', '--hook', name)).toMatchObject([
      { hook: name, verdict: 'deny', reason: 'second' },
    ]);
  });

  test('starts those of one name together', async () => {
    const p = await converted('gemini', [
      { command: './note.sh same never' },
      { command: './note.sh other secret' },
      { command: './note.sh same never' },
    ]);
    const trials = await ask(p, 'gemini', '--hook', 'note.sh same never');
    expect(trials).toMatchObject([{ verdict: 'none' }, { verdict: 'none' }]);
    expect(noted(p)).toEqual(['same', 'same']);
  });
});
