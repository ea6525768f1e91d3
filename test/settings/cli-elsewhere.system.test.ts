// A settings file of another project, or of a person: its hooks run where they run at home, or it is said.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands, cursorHooks, type Files, guard, project, runProgram } from './project.ts';

const line = (command: string, event = 'beforeShellExecution') =>
  cursorHooks({ [event]: [{ command }] });
const rm = (cwd: string) => ({
  session_id: 's',
  transcript_path: '',
  cwd,
  hook_event_name: 'BeforeTool',
  timestamp: '2026-01-01T00:00:00Z',
  tool_name: 'run_shell_command',
  tool_input: { command: 'rm -rf /' },
});

/** A repository whose packages are opened on their own. */
function repository(files: Files, folder = 'packages/a') {
  const p = project(files);
  const cwd = p.at(folder);
  mkdirSync(cwd, { recursive: true });
  const env = { ...process.env, HOME: p.home };
  return {
    ...p,
    anyhook: (...args: string[]) => p.anyhookIn(cwd, ...args),
    /** What the converted guard says of `rm -rf` in that folder. */
    async says() {
      const [first = ''] = commands(p.json(`${folder}/.gemini/settings.json`));
      const stdin = JSON.stringify(rm(cwd));
      return JSON.parse((await runProgram(['sh', '-c', first], { cwd, env, stdin })).stdout);
    },
  };
}
const input = ['--input', '../../.cursor/hooks.json'];

describe('a guard that is converted in another folder of its repository', () => {
  test.each([
    ['.cursor/hooks/guard.sh'],
    ['./.cursor/hooks/guard.sh'],
    ['bash .cursor/hooks/guard.sh'],
    ['cd .cursor/hooks && ./guard.sh'],
    ['cat | .cursor/hooks/guard.sh'],
  ])('refuses in a package too, with the command %s', async (command) => {
    const p = repository({ '.cursor/hooks.json': line(command), '.cursor/hooks/guard.sh': guard });
    const said = await p.anyhook('convert', 'cursor', 'gemini', ...input, '--write');
    expect([said.code, said.stderr]).toEqual([0, '']);
    expect(said.stdout).not.toMatch(/^! \S+:\d/m);
    expect(await p.says()).toMatchObject({ decision: 'deny' });
    const again = await p.anyhook('sync', '--from', '../../.cursor/hooks.json', '--to', 'gemini');
    expect(again.stdout).toContain('\nUp to date: .gemini/settings.json\n');
    expect((await p.anyhook('remove', 'gemini')).code).toBe(0);
    expect(p.has('packages/a/.gemini')).toBe(false);
  });

  test('has its own folder on the line, once and relative to the package', async () => {
    const p = repository({ '.cursor/hooks.json': line('./g.sh'), 'g.sh': guard });
    expect((await p.anyhook('convert', 'cursor', 'gemini', ...input, '--write')).code).toBe(0);
    expect(p.get('packages/a/.gemini/settings.json')).toContain('--cwd ../.. -- ./g.sh');
    expect(p.get('packages/a/.gemini/settings.json')).not.toContain(p.dir);
  });

  test('runs with its own folder as PWD', async () => {
    const p = repository({
      '.cursor/hooks.json': line('.cursor/hooks/guard.sh'),
      '.cursor/hooks/guard.sh':
        '#!/usr/bin/env node\nconsole.log(JSON.stringify({ permission: "deny", user_message: process.env.PWD }))\n',
    });
    expect((await p.anyhook('convert', 'cursor', 'gemini', ...input, '--write')).code).toBe(0);
    expect((await p.says()).reason).toBe(p.dir);
  });

  test('refuses in a package too, where it comes by way of anyhook.yaml', async () => {
    const p = repository({
      '.cursor/hooks.json': line('.cursor/hooks/guard.sh'),
      '.cursor/hooks/guard.sh': guard,
      'packages/a/.gemini/settings.json': '{}',
    });
    expect((await p.anyhook('convert', 'cursor', 'anyhook', ...input, '--write')).code).toBe(0);
    expect((await p.anyhook('sync', '--to', 'gemini')).code).toBe(0);
    expect(await p.says()).toMatchObject({ decision: 'deny' });
  });

  test('runs in the package where only that has its script', async () => {
    const p = repository({
      '.cursor/hooks.json': line('.cursor/hooks/guard.sh'),
      'packages/a/.cursor/hooks/guard.sh': guard,
    });
    expect((await p.anyhook('convert', 'cursor', 'gemini', ...input, '--write')).code).toBe(0);
    expect(p.get('packages/a/.gemini/settings.json')).not.toContain('--cwd');
    expect(await p.says()).toMatchObject({ decision: 'deny' });
  });

  test('refuses in the repository too, where it is the guard of a package', async () => {
    const p = repository(
      {
        'packages/a/.cursor/hooks.json': line('.cursor/hooks/guard.sh'),
        'packages/a/.cursor/hooks/guard.sh': guard,
      },
      '.',
    );
    const args = ['--input', 'packages/a/.cursor/hooks.json', '--write'];
    expect((await p.anyhook('convert', 'cursor', 'gemini', ...args)).code).toBe(0);
    expect(await p.says()).toMatchObject({ decision: 'deny' });
  });
});

describe('a guard whose script cannot be found from the folder of the target', () => {
  const script = { '.cursor/hooks/guard.sh': guard };
  test.each<[string, Files, string[]]>([
    [
      'it names a variable of its project',
      { ...script, '.cursor/hooks.json': line('"$CURSOR_PROJECT_DIR"/.cursor/hooks/guard.sh') },
      input,
    ],
    [
      'the project lies elsewhere',
      { 'other/.cursor/hooks.json': line('cat | ./g.sh'), 'other/g.sh': guard },
      ['--input', '../../other/.cursor/hooks.json'],
    ],
    [
      'it belongs to a person',
      { '~/.cursor/hooks.json': line('./hooks/g.sh'), '~/.cursor/hooks/g.sh': guard },
      ['--input', '../../../home/.cursor/hooks.json'],
    ],
    [
      'convert is --raw',
      { ...script, '.cursor/hooks.json': line('.cursor/hooks/guard.sh') },
      [...input, '--raw'],
    ],
  ])('is an unsafe loss and is not written, where %s', async (_, files, args) => {
    const p = repository(files);
    const said = await p.anyhook('convert', 'cursor', 'gemini', ...args, '--write');
    expect(said.code).toBe(1);
    expect(said.stdout.replace(/\s+/g, ' ')).toMatch(
      / \S*g(uard)?\.sh"? is in .+, where the hook runs in its own agent, and is not found from here/,
    );
    expect(p.has('packages/a/.gemini')).toBe(false);
  });
});

test('a guard of a project that is converted into user scope runs in the folder of its project', async () => {
  const p = project({
    '.cursor/hooks.json': line('.cursor/hooks/guard.sh'),
    '.cursor/hooks/guard.sh': guard,
  });
  const args = ['--input', '.cursor/hooks.json', '--scope', 'user', '--write'];
  expect((await p.anyhook('convert', 'cursor', 'gemini', ...args)).code).toBe(0);
  const [first = ''] = commands(p.json('~/.gemini/settings.json'));
  const { stdout } = await p.fires(first, rm(p.home));
  expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny' });
});

describe('a guard that a plugin brings', () => {
  const hooks = (...lines: object[]) => ({
    hooks: {
      PreToolUse: [{ matcher: 'Bash', hooks: lines.map((one) => ({ type: 'command', ...one })) }],
    },
  });
  const own = '$' + '{CLAUDE_PLUGIN_ROOT}';
  const refuses = '#!/bin/sh\ncat >/dev/null\necho no >&2\nexit 2\n';

  const places = [
    ['below the project', 'plugins/one/'],
    ['which is the project', ''],
  ] as const;
  const entries = [
    ['a line', { command: `"${own}/guard.sh" --strict` }],
    ['a program', { command: `${own}/guard.sh`, args: ['--strict'] }],
    ['a line that goes elsewhere', { command: `cd /; "${own}/guard.sh"` }],
  ] as const;

  describe.each(places)('%s', (_, folder) => {
    test.each(
      entries,
    )('refuses in every checkout under Gemini CLI where its entry is %s', async (_, entry) => {
      const p = project({
        [`${folder}hooks/hooks.json`]: hooks(entry),
        [`${folder}guard.sh`]: refuses,
      });
      const args = ['--input', `${folder}hooks/hooks.json`, '--write'];
      const said = await p.anyhook('convert', 'claude', 'gemini', ...args);
      expect([said.code, said.stderr]).toEqual([0, '']);
      expect(said.stdout).not.toMatch(/CLAUDE_PLUGIN_ROOT .*not|^! \S+:\d|not set/m);
      for (const name of p.files().filter((name) => /gemini|manifest/.test(name)))
        expect(p.get(name), name).not.toContain(p.dir);
      const again = await p.anyhook('convert', 'claude', 'gemini', ...args);
      expect(again.stdout).toContain('Up to date: .gemini/settings.json');
      const [{ command, env }] = p.json('.gemini/settings.json').hooks.BeforeTool[0].hooks;
      const cwd = `${p.dir} of another person`;
      renameSync(p.dir, cwd);
      const { stdout } = await runProgram(['sh', '-c', command], {
        cwd,
        env: { ...process.env, HOME: p.home, ...env },
        stdin: JSON.stringify(rm(cwd)),
      });
      renameSync(cwd, p.dir);
      expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
    });
  });

  test('outside the project is written into no file of it, and into those of a person', async () => {
    const p = project({});
    mkdirSync(join(p.home, 'one/hooks'), { recursive: true });
    writeFileSync(join(p.home, 'one/hooks/hooks.json'), JSON.stringify(hooks(entries[0][1])));
    writeFileSync(join(p.home, 'one/guard.sh'), refuses, { mode: 0o755 });
    const args = ['--input', join(p.home, 'one/hooks/hooks.json'), '--write'];
    const said = await p.anyhook('convert', 'claude', 'gemini', ...args);
    expect(said.code).toBe(1);
    expect(said.stdout.replace(/\s+/g, ' ')).toMatch(
      /: its plugin lies in ~\/one, which no other checkout of the project has/,
    );
    expect(p.has('.gemini')).toBe(false);
    await p.anyhook('convert', 'claude', 'gemini', ...args, '--accept-loss');
    expect(p.get('.gemini/settings.json')).not.toContain(p.home);
    expect((await p.anyhook('convert', 'claude', 'gemini', ...args, '--scope', 'user')).code).toBe(
      0,
    );
    const [{ command, env }] = p.json('~/.gemini/settings.json').hooks.BeforeTool[0].hooks;
    const { stdout } = await p.fires(command, rm(p.dir), 'sh', env);
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
  });

  test.each([
    ['claude', 'Claude Code', '.claude'],
    ['codex', 'Codex CLI', '.codex'],
    ['cursor', 'Cursor', '.cursor'],
    ['gemini', 'Gemini CLI', '.gemini'],
  ])('is not written for %s, if its own agent too, where it names the folder of its data', async (to, title, folder) => {
    const data = '$' + '{CLAUDE_PLUGIN_DATA}';
    const p = project({
      'one/hooks/hooks.json': hooks({ command: `"${own}/guard.sh" "${data}/db"` }),
      'one/guard.sh': refuses,
    });
    const args = ['--input', 'one/hooks/hooks.json', '--write'];
    const said = await p.anyhook('convert', 'claude', to, ...args);
    expect(said.code).toBe(1);
    expect(said.stdout.replace(/\s+/g, ' ')).toContain(
      `: its command uses CLAUDE_PLUGIN_DATA, which ${title} does not set`,
    );
    expect(p.has(folder)).toBe(false);
  });

  test('is not written from a file whose place does not tell the folder of the plugin', async () => {
    const p = project({
      '.claude/settings.json': hooks({ command: `${own}/g.sh` }),
    });
    const said = await p.anyhook('convert', 'claude', 'gemini', '--write');
    expect(said.code).toBe(1);
    expect(said.stdout.replace(/\s+/g, ' ')).toMatch(
      /: its command uses CLAUDE_PLUGIN_ROOT, which Gemini CLI does not set/,
    );
    expect(p.has('.gemini')).toBe(false);
  });
});
