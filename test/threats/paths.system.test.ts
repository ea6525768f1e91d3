import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cursorHooks, project } from '../settings/project.ts';
import { family, speaks, stop } from '../shim/payloads.ts';
import { folder, json, run } from '../shim/run.ts';
import { heard } from '../shim/verdict.ts';

const dir = folder();
const state = join(userInfo().homedir, '.anyhook', 'state');
const kept = () => (existsSync(state) ? readdirSync(state) : []);

describe('A session id never becomes a path', () => {
  test.each([
    '../../../../tmp/anyhook-x',
    '/etc/cron.d/x',
    '..',
    '.',
    'a/b',
    'a\\b',
    'x'.repeat(5000),
    '\0',
    '\ud800',
    'é'.repeat(1024 * 1024),
  ])('where it is %j', async (id) => {
    const before = kept();
    const payload = { ...stop('gemini', dir), session_id: id };
    const args = [
      '--host',
      'gemini',
      ...speaks('cursor', 'stop'),
      '--',
      `echo '{"followup_message":"go on"}'`,
    ];
    const said = await run(args, { stdin: payload });
    expect(said.stderr).toBe('');
    expect(heard('gemini', payload, said).followUp).toBe('go on');
    const made = kept().filter((name) => !before.includes(name));
    expect(made.length).toBeGreaterThan(0);
    for (const name of made) expect(name).toMatch(/^(?:[0-9a-f]{32}(?:\.\d+)?|swept|\.gitignore)$/);
    expect(existsSync('/tmp/anyhook-x')).toBe(false);
    await run(['--host', 'gemini', ...speaks('anyhook'), '--event', 'session-end', '--', 'true'], {
      stdin: { ...family('gemini', 'SessionEnd', { reason: 'exit' }, dir), session_id: id },
    });
  });
});

test('Without a session id nothing is kept, as it would belong to every session', async () => {
  const payload = { ...stop('gemini', dir), session_id: '' };
  const args = ['--host', 'gemini', ...speaks('cursor', 'stop'), '--'];
  const said = await run([...args, `echo '{"followup_message":"go on"}'`], { stdin: payload });
  expect(heard('gemini', payload, said).followUp).toBeUndefined();
  expect(said.stderr).toMatch(/^anyhook: follow-up dropped/);
});

test('A hook of file reads gets the content that the host would read, however the path is written', async () => {
  const root = join(dir, 'project');
  mkdirSync(join(root, 'sub'), { recursive: true });
  writeFileSync(join(dir, 'secret'), 'outside');
  writeFileSync(join(root, 'secret'), 'inside');
  symlinkSync('../secret', join(root, 'link'));
  for (const [path, content] of [
    ['secret', 'inside'],
    ['../secret', 'outside'],
    ['sub/../../secret', 'outside'],
    ['./sub/.././secret', 'inside'],
    ['link', 'outside'],
    [join(root, 'sub/../../secret'), 'outside'],
  ] as const) {
    const call = { tool_name: 'read_file', tool_input: { file_path: path } };
    const stdin = family('gemini', 'BeforeTool', call, root);
    const args = ['--host', 'gemini', '--as', 'cursor', '--event', 'beforeReadFile'];
    const said = await run([...args, '--', 'cat >&2; exit 2'], { stdin, cwd: '/' });
    for (const line of (json(said.stdout).reason as string).split('\n')) {
      const told = json(line);
      expect(told.content, path).toBe(content);
      expect(told.file_path, path).toMatch(/^\//);
    }
  }
});

test('A planted record makes no command touch a file outside the project', async () => {
  const ours = { created: true, before: null, after: '0'.repeat(64), entries: { stop: [{}] } };
  const names = ['../home/.bashrc', '~/.bashrc', '.gemini/../../home/.bashrc', '/etc/anyhook-x'];
  const p = project({
    '.cursor/hooks.json': cursorHooks({ stop: [{ command: 'true' }] }),
    '.anyhook/written.json': { version: 1, files: Object.fromEntries(names.map((n) => [n, ours])) },
    '~/.bashrc': 'mine',
  });
  const before = p.get('~/.bashrc');
  for (const args of [
    ['convert', 'cursor', 'gemini', '--write'],
    ['sync', '--from', 'cursor', '--to', 'gemini'],
    ['remove', 'gemini'],
    ['remove', 'cursor'],
  ]) {
    expect((await p.anyhook(...args)).stderr).toBe('');
    expect(p.get('~/.bashrc')).toBe(before);
    expect(Object.keys(p.state()).filter((path) => path.startsWith('~/'))).toEqual(['~/.bashrc']);
  }
  expect(existsSync('/etc/anyhook-x')).toBe(false);
});
