import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { model, shell, speaks, stop } from './payloads.ts';
import { folder, json, read, run, runExecutable } from './run.ts';

const dir = folder();
let count = 0;
const fresh = () => join(dir, `log-${count++}`);
const gate = ['--host', 'gemini', ...speaks('cursor')];
const deny = ['--', `echo '{"permission":"deny","user_message":"no"}'`];
const lines = (path: string) => read(path).trim().split('\n').map(json);

describe('--log', () => {
  test('writes one line of JSON a run, with the payload, what the hook got and said, and the response', async () => {
    const path = fresh();
    const stdin = shell('gemini', 'npm test');
    await run([...gate, '--name', 'guard', '--log', path, ...deny], { stdin });
    await run([...gate, '--log', path, '--', 'true'], { stdin });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const [first, second] = lines(path) as [Record<string, unknown>, Record<string, unknown>];
    expect(first).toMatchObject({
      name: 'guard',
      host: 'gemini',
      as: 'cursor',
      event: 'BeforeTool',
      in: stdin,
      told: { hook_event_name: 'beforeShellExecution', command: 'npm test' },
      ran: { code: 0, stdout: expect.stringContaining('deny') },
      out: { decision: 'deny', reason: 'no' },
      losses: [],
      milliseconds: expect.any(Number),
    });
    expect(Date.parse(first.time as string)).toBeGreaterThan(Date.now() - 10_000);
    expect(first.milliseconds as number).toBeGreaterThan(1);
    expect(second).toMatchObject({ name: 'true', out: {} }); // its command
  });

  test('notes a verdict that became stricter as a loss', async () => {
    const path = fresh();
    const hook = `echo '{"permission":"ask","user_message":"sure?"}'`;
    await run([...gate, '--log', path, '--', hook], { stdin: shell('gemini') });
    const [line] = lines(path);
    expect(line?.losses).toEqual([
      expect.objectContaining({ kind: 'stricter', from: 'ask', to: 'deny' }),
    ]);
  });

  test('notes why a run failed', async () => {
    const path = fresh();
    await run([...gate, '--log', path, '--', 'true'], { stdin: 'no JSON' });
    await run([...gate, '--log', path, '--', '/no/such', 'x'], { stdin: shell('gemini') });
    expect(lines(path)).toMatchObject([
      { error: expect.stringContaining('JSON') },
      { ran: { notStarted: expect.any(String) } },
    ]);
  });

  test('escapes control characters and line separators', async () => {
    const path = fresh();
    const stdin = shell('gemini', '\u001b[2J\u0007\n\u2028\u009b31m\u007f');
    await run([...gate, '--log', path, '--', `printf '\\033[31m\\n' >&2`], { stdin });
    expect(read(path)).toMatch(/^[\x20-\x7e]+\n$/);
  });

  test('gets whole lines from runs side by side', async () => {
    const path = fresh();
    const stdin = shell('gemini', 'x'.repeat(20_000));
    await Promise.all(
      Array.from({ length: 8 }, () => runExecutable([...gate, '--log', path, ...deny], { stdin })),
    );
    expect(lines(path)).toHaveLength(8);
  });

  test('moves a file of 10 MB aside and begins a new one', async () => {
    const path = fresh();
    writeFileSync(path, `${'x'.repeat(10 * 1024 * 1024)}\n`, { mode: 0o600 });
    await run([...gate, '--log', path, ...deny], { stdin: shell('gemini') });
    expect(statSync(`${path}.1`).size).toBeGreaterThan(10 * 1024 * 1024);
    expect(lines(path)).toHaveLength(1);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

test('A log that cannot be used is not mentioned at an event where every byte of output acts', async () => {
  const args = ['--host', 'gemini', '--as', 'anyhook', '--event', 'before-model'];
  const said = await run([...args, '--log', dir, '--', 'true'], {
    stdin: model('gemini', 'BeforeModel'),
  });
  expect(said).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

describe('A log that is not private or cannot be made', () => {
  const target = join(dir, 'target');
  writeFileSync(target, 'keep', { mode: 0o600 });
  const open = (path: string, mode: number) => {
    writeFileSync(path, 'keep');
    chmodSync(path, mode);
  };
  const makers: [string, (path: string) => void][] = [
    ['open to others', (path) => open(path, 0o644)],
    ['open to a group', (path) => open(path, 0o620)],
    ['a symbolic link', (path) => symlinkSync(target, path)],
    ['a link to nowhere', (path) => symlinkSync(join(dir, 'nowhere'), path)],
    ['a hard link', (path) => linkSync(target, path)],
    ['a FIFO', (path) => execFileSync('mkfifo', ['-m', '600', path])],
    ['a folder', (path) => execFileSync('mkdir', ['-m', '700', path])],
    ['in no folder', () => {}],
  ];
  test.each(
    makers,
  )('is left alone and named once on stderr, and the verdict stands: %s', async (kind, make) => {
    const path = kind === 'in no folder' ? join(dir, 'none', 'log') : fresh();
    make(path);
    const said = await run([...gate, '--log', path, ...deny], { stdin: shell('gemini') });
    expect(json(said.stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
    expect(said.stderr).toMatch(/^anyhook: .*log[^\n]*\n$/);
    expect(readFileSync(target, 'utf8')).toBe('keep');
    expect(existsSync(join(dir, 'nowhere'))).toBe(false);
    if (kind.startsWith('open')) expect(read(path)).toBe('keep');
  });

  test('does not change the response at an event that gates nothing', async () => {
    const args = [
      '--host',
      'gemini',
      ...speaks('cursor', 'stop'),
      '--log',
      '/dev/full',
      '--',
      'echo "{}"',
    ];
    expect(await run(args, { stdin: stop('gemini') })).toMatchObject({ code: 0, stdout: '{}\n' });
  });
});
