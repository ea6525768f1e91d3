// Agents that load another's settings: what stands there of ours is served, or stands aside.
import { describe, expect, test } from 'vitest';
import { commands, cursorHooks, geminiHooks, project, type Result } from '../settings/project.ts';

const guard = `#!/bin/sh
echo ran >> ran
if grep -q secret; then echo 'No secrets.' >&2; exit 2; fi
echo '{}'
`;
const claude = '.claude/settings.json';
const source = geminiHooks({
  BeforeTool: [{ command: './guard.sh', matcher: 'run_shell_command' }],
});

/** What Cursor tells a hook of its own, and one of Claude's that it loads. */
const told = (cwd: string, command: string) => ({
  conversation_id: 'c1',
  generation_id: 'g1',
  model: 'default',
  hook_event_name: 'preToolUse',
  cursor_version: '3.22.7',
  workspace_roots: [cwd],
  user_email: null,
  transcript_path: null,
  tool_name: 'Shell',
  tool_input: { command, cwd: '', timeout: 30_000 },
  tool_use_id: 't1',
});

async function loading(...also: string[][]) {
  const p = project({ '.gemini/settings.json': source, 'guard.sh': guard });
  for (const ends of [['gemini', 'claude'], ...also])
    expect(await p.anyhook('convert', ...ends, '--write', '--accept-loss')).toMatchObject({
      code: 0,
    });
  const [line = ''] = commands(p.json(claude));
  const more = { CLAUDE_PROJECT_DIR: p.dir };
  const answer = ({ stdout, code }: Result) => {
    expect(code).toBe(0);
    return JSON.parse(stdout);
  };
  const fires = async (command: string) =>
    answer(await p.fires(line, told(p.dir, command), 'sh', more));
  const calls = async (command: string) => answer(await p.calls(line, told(p.dir, command), more));
  /** Starts Cursor's own line for the same call; what it ran is not counted. */
  const startOwn = async (command: string, changes = {}) => {
    const [own = ''] = commands(p.json('.cursor/hooks.json'));
    const said = answer(await p.calls(own, { ...told(p.dir, command), ...changes }));
    p.drop('ran');
    return said;
  };
  return { p, line, fires, calls, startOwn };
}

test('A line in Claude’s settings, which Cursor loads, also guards Cursor where it has no such hook', async () => {
  const { p, fires } = await loading();
  expect(await fires('cat secret')).toMatchObject({
    permission: 'deny',
    user_message: 'No secrets.',
  });
  expect(await fires('ls')).toEqual({});
  expect(p.get('ran')).toBe('ran\nran\n');
});

describe('Where Cursor has the same hook itself,', () => {
  test('a loaded line of Claude’s settings does not run it once more', async () => {
    const { p, fires, startOwn } = await loading(['gemini', 'cursor']);
    expect(await startOwn('cat secret')).toMatchObject({ permission: 'deny' });
    expect(await fires('cat secret')).toEqual({});
    expect(p.has('ran')).toBe(false);
  });

  test('a loaded line waits for one that is started at the same time', async () => {
    const { p, line } = await loading(['gemini', 'cursor']);
    const [own = ''] = commands(p.json('.cursor/hooks.json'));
    const payload = told(p.dir, 'cat secret');
    const both = [line, `sleep 0.3; ${own}`].map((one) =>
      p.fires(one, payload, 'sh', { CLAUDE_PROJECT_DIR: p.dir }),
    );
    const [loaded, first] = (await Promise.all(both)).map(({ stdout }) => JSON.parse(stdout));
    expect(loaded).toEqual({});
    expect(first).toMatchObject({ permission: 'deny' });
    expect(p.get('ran')).toBe('ran\n');
  });

  test('a loaded line runs its hook if Cursor did not start its own for this call', async () => {
    const { p, fires, calls, startOwn } = await loading(['gemini', 'cursor']);
    expect(await fires('cat secret')).toMatchObject({ permission: 'deny' });
    const others = [
      { tool_use_id: 't0' },
      { generation_id: 'g0' },
      { generation_id: undefined },
      { conversation_id: 'c0' },
      { hook_event_name: 'postToolUse', tool_output: '' },
    ];
    for (const other of others) {
      await startOwn('cat secret', other).catch(() => {});
      expect([other, await calls('cat secret')]).toMatchObject([other, { permission: 'deny' }]);
    }
    await startOwn('cat secret');
    expect(await calls('cat secret')).toEqual({});
    expect(p.has('ran')).toBe(false);
  });

  test('a line of the person’s own settings, which has a runner of its own, stands aside for no project', async () => {
    const { p, line, startOwn } = await loading(['gemini', 'cursor']);
    for (const name of ['run.cjs', 'sh']) p.put(`~/.anyhook/${name}`, p.get(`.anyhook/${name}`));
    const users = line.replace('"$CLAUDE_PROJECT_DIR"', `'${p.home}'`);
    expect(users).not.toBe(line);
    await startOwn('cat secret');
    const fire = async (one: string) => {
      const more = { CLAUDE_PROJECT_DIR: p.dir };
      return JSON.parse((await p.fires(one, told(p.dir, 'cat secret'), 'sh', more)).stdout);
    };
    expect(await fire(line)).toEqual({});
    expect(await fire(users)).toMatchObject({ permission: 'deny' });
  });

  test('a loaded line still runs its hook if matcher, event, command or dialect differ', async () => {
    const { p, calls, startOwn } = await loading(['gemini', 'cursor']);
    await startOwn('cat secret');
    expect(await calls('cat secret')).toEqual({});
    const file = '.cursor/hooks.json';
    const text = p.get(file);
    for (const [from, to] of [
      ['--matcher run_shell_command', '--matcher read_file'],
      ['"preToolUse"', '"postToolUse"'],
      ['-- ./guard.sh', '-- ./other.sh'],
      ['--as gemini', '--as tabnine'],
    ] as const) {
      p.put(file, text.replaceAll(from, to));
      expect(p.get(file)).not.toBe(text);
      expect([to, await calls('cat secret')]).toMatchObject([to, { permission: 'deny' }]);
    }
    p.put(file, '{ "hooks": ');
    expect(await calls('cat secret')).toMatchObject({ permission: 'deny' });
  });
});

test('A loaded line runs a hook that stands unconverted in Cursor’s own settings', async () => {
  const p = project({
    '.cursor/hooks.json': cursorHooks({
      preToolUse: [{ command: './guard.sh', matcher: 'Shell' }],
    }),
    'guard.sh': guard,
  });
  const said = await p.anyhook('convert', 'cursor', 'claude', '--write');
  const way = 'anyhook convert cursor cursor --force --write';
  expect(said.stdout.replace(/\s+/g, ' ')).toContain(`To run each once: ${way}`);
  const [line = ''] = commands(p.json(claude));
  const calls = () => p.calls(line, told(p.dir, 'cat secret'), { CLAUDE_PROJECT_DIR: p.dir });
  expect(JSON.parse((await calls()).stdout)).toMatchObject({ permission: 'deny' });
  expect(await p.anyhook(...way.split(' ').slice(1))).toMatchObject({ code: 0 });
  const [own = ''] = commands(p.json('.cursor/hooks.json'));
  await p.calls(own, told(p.dir, 'cat secret'));
  expect(JSON.parse((await calls()).stdout)).toEqual({});
  expect(p.get('ran')).toBe('ran\nran\n');
});

test('A payload of an agent that does not load Claude’s settings is reported as a wrong --host', async () => {
  const { p } = await loading();
  const [line = ''] = commands(p.json(claude));
  const payload = {
    session_id: 's',
    transcript_path: '/home/me/.gemini/tmp/x/chats/s.json',
    cwd: p.dir,
    hook_event_name: 'BeforeTool',
    timestamp: '2026-11-22T00:00:00.000Z',
    tool_name: 'run_shell_command',
    tool_input: { command: 'ls' },
  };
  const said = await p.calls(line, payload, { CLAUDE_PROJECT_DIR: p.dir });
  expect(said.stdout + said.stderr).toContain('--host claude is wrong');
});

test('convert says which entries another agent loads as well, and which agent that is', async () => {
  const flat = (text: string) => text.replace(/\s+/g, ' ');
  const p = project({
    [claude]: {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './guard.sh' }] }],
      },
    },
    '.cursor/hooks.json': cursorHooks({}),
    '.gemini/settings.json': source,
    'guard.sh': guard,
  });
  const there = flat((await p.anyhook('convert', 'claude', 'cursor')).stdout);
  expect(there).toContain(`${claude}:7 is loaded too, and runs`);
  expect(there).toContain('Settings > Agents > Third-Party Imports');
  const here = flat((await p.anyhook('convert', 'gemini', 'claude', '-v')).stdout);
  expect(here).toContain(
    'Cursor loads this file too. It skips a hook that anyhook has started from its own file already',
  );
  await p.anyhook('convert', 'gemini', 'claude', '--write');
  p.drop('.gemini');
  const after = flat((await p.anyhook('convert', 'claude', 'cursor')).stdout);
  expect(after).toContain(`${claude}:7 is loaded`); // ours is not
  expect(after).not.toContain(`${claude}:7,`);
});
