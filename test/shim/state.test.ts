import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Draft } from '../../src/adapter.ts';
import { openSession } from '../../src/shim/session.ts';
import { family } from './payloads.ts';
import { bin, bytes, ended, folder, run, session } from './run.ts';

/** The home of the sessions that are opened in this process. */
const home = vi.hoisted(() => ({ path: '' }));
vi.mock('../../src/shim/private.ts', async (original) => ({
  ...(await original<typeof import('../../src/shim/private.ts')>()),
  ownFolder: () => home.path,
}));

const dir = folder();
let turn = 0;
beforeEach(() => {
  home.path = join(dir, `home-${turn++}`, '.anyhook');
  mkdirSync(join(home.path, '..'));
});
afterEach(() => rmSync(home.path, { recursive: true, force: true }));

const state = () => join(home.path, 'state');
const files = () => readdirSync(state()).filter((name) => name !== 'swept');
const draft = (id: string, more = {}): Draft => ({
  event: 'stop',
  session: id,
  cwd: '/p',
  ...more,
});
const open = (id = 's', host = 'gemini', more = {}) => openSession(host, draft(id, more), 'hook');

function linked(path: string): void {
  renameSync(path, `${path}.real`);
  symlinkSync(`${path}.real`, path);
}
function replaced(path: string, make: (path: string) => void): void {
  rmSync(path, { recursive: true });
  make(path);
}

describe('a session’s file', () => {
  test('lines that are no memory are passed over', () => {
    open().remember('a', 1);
    const [name] = files();
    for (const odd of [
      '{"k":"field","na',
      'null',
      '7',
      '[]',
      '"x"',
      '{}',
      '{"k":"follow"}',
      '\0\xff',
      '',
    ])
      appendFileSync(join(state(), name as string), `${odd}\n`);
    appendFileSync(join(state(), name as string), '{"k":"field","name":"env"}\n{"k":"halt"');
    open().remember('b', 2); // after half a line
    const one = open();
    expect([one.recall('a'), one.recall('b'), one.env(), one.take(), one.follows()]).toEqual([
      1,
      2,
      {},
      '',
      0,
    ]);
    expect([one.turn(), one.halted(), one.duration(), one.told()]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
    ]);
  });

  test.each<[string, (path: string) => void]>([
    ['a link to another', linked],
    ['open to others', (path) => chmodSync(path, 0o644)],
    ['writable for the group', (path) => chmodSync(path, 0o620)],
    ['a folder', (path) => replaced(path, mkdirSync)],
    ['another person’s', (path) => chownSync(path, 12345, 12345)],
  ])('%s: no memory, and not touched', (name, spoil) => {
    if (name.startsWith('another') && userInfo().uid !== 0) return;
    open().remember('a', 1);
    const path = join(state(), files()[0] as string);
    const before = readFileSync(path, 'utf8');
    spoil(path);
    const one = open();
    expect([one.recall('a'), one.remember('a', 2), one.follow('x')]).toEqual([
      undefined,
      false,
      false,
    ]);
    if (statSync(path).isFile()) expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test.each<[string, (path: string) => void]>([
    ['a link', linked],
    ['writable by others', (path) => chmodSync(path, 0o770)],
    ['another person’s', (path) => chownSync(path, 12345, 12345)],
    ['a file', (path) => replaced(path, (at) => writeFileSync(at, ''))],
  ])('the folder is %s: no memory', (name, spoil) => {
    if (name.startsWith('another') && userInfo().uid !== 0) return;
    for (const which of [state, () => home.path]) {
      open().remember('a', 1);
      spoil(which());
      const one = open();
      expect([one.recall('a'), one.remember('a', 2), one.keep('x')]).toEqual([
        undefined,
        false,
        false,
      ]);
      for (const name of readdirSync(join(home.path, '..')))
        rmSync(join(home.path, '..', name), { recursive: true, force: true });
    }
  });

  test('others may look into our folder, and not into what is remembered', () => {
    open().remember('a', 1);
    chmodSync(home.path, 0o755);
    expect(open().recall('a')).toBe(1);
    chmodSync(state(), 0o755);
    expect(open().recall('a')).toBeUndefined();
    chmodSync(state(), 0o700);
  });

  test('what is too large is forgotten, and nothing beside it', () => {
    const one = open();
    one.remember('env', { A: 'a' });
    one.remember('prompt', 'old');
    expect(one.remember('prompt', 'x'.repeat(2 * 1024 * 1024))).toBe(false);
    for (let i = 0; i < 6; i++) one.remember('response', 'y'.repeat(900_000));
    expect([one.recall('prompt'), one.env()]).toEqual([undefined, { A: 'a' }]);
  });

  test('is one a host, a project and a session, whatever their ids', () => {
    const hostile = [
      'a',
      '../../x',
      '/etc/x',
      '..',
      '\0',
      '\ud800',
      '\udfff',
      'x'.repeat(1024 * 1024),
      '"],["',
      '__proto__',
    ];
    const all = ['gemini', 'cursor'].flatMap((host) =>
      hostile.flatMap((id) => ['/p', '/q'].map((cwd) => [id, host, { cwd }] as const)),
    );
    const who = ([id, ...rest]: (typeof all)[number]) => JSON.stringify([id.slice(0, 99), rest]);
    for (const one of all) expect(open(...one).remember('who', who(one))).toBe(true);
    for (const one of all) expect(open(...one).recall('who')).toBe(who(one));
    expect(files()).toHaveLength(all.length);
    expect(readdirSync(join(home.path, '..'))).toEqual(['.anyhook']);
    expect(readdirSync(home.path)).toEqual(['state']);
    for (const name of files()) expect(name).toMatch(/^[\da-f]{32}\.jsonl$/);
    for (const one of all) open(...one).forget();
    expect(files()).toEqual([]);
  });

  test('without an id there is none', () => {
    for (const id of ['', undefined]) {
      const one = openSession('gemini', { event: 'stop', cwd: '/p', session: id }, 'hook');
      expect([one.remember('a', 1), one.keep('x'), one.known()]).toEqual([false, false, false]);
    }
  });

  test('the end of a session takes context with it that nobody took', () => {
    open().keep('x');
    expect(files()).toHaveLength(2);
    open().forget();
    expect(files()).toEqual([]);
  });
});

test('ten thousand sessions: week-old ones go away, and nobody else lists them', () => {
  open('first').remember('a', 1);
  const old = Date.now() / 1000 - 8 * 24 * 3600;
  for (let i = 0; i < 10_000; i++) {
    const path = join(state(), `${i}.jsonl`);
    writeFileSync(path, '', { mode: 0o600 });
    if (i % 2) utimesSync(path, old, old);
  }
  symlinkSync(dir, join(state(), 'link'));
  lutimesSync(join(state(), 'link'), old, old);
  const timed = (id: string) => {
    const began = performance.now();
    expect(open(id).remember('a', 1)).toBe(true);
    return performance.now() - began;
  };
  timed('warm');
  const often = Array.from({ length: 20 }, (_, i) => timed(`s${i}`)).sort((a, b) => a - b);
  expect(often[10]).toBeLessThan(10); // no listing: that takes longer
  expect(files().length).toBeGreaterThan(10_000);
  utimesSync(join(state(), 'swept'), old, old);
  expect(timed('once a day')).toBeLessThan(3000);
  expect(files()).toHaveLength(5000 + 23);
  expect(existsSync(dir)).toBe(true); // a link goes, not what it leads to
  expect(open('first').recall('a')).toBe(1);
});

describe('through the executable', () => {
  const stop = (id: string) => ({
    ...family(
      'gemini',
      'AfterAgent',
      { prompt: 'p', prompt_response: 'r', stop_hook_active: false },
      dir,
    ),
    session_id: id,
  });
  const args = ['--host', 'gemini', '--as', 'cursor', '--event', 'stop', '--loop-limit', '1'];
  const hook = ['--', `echo '{"followup_message":"go on"}'`];
  const end = (id: string) =>
    run(['--host', 'gemini', '--as', 'cursor', '--event', 'sessionEnd'], {
      stdin: { ...family('gemini', 'SessionEnd', { reason: 'exit' }, dir), session_id: id },
    });

  test('twenty hooks side by side lose no line', async () => {
    const id = session();
    const each = (i: number) => run([...args, '--name', `h${i}`, ...hook], { stdin: stop(id) });
    const all = () => Promise.all(Array.from({ length: 20 }, (_, i) => each(i)));
    for (const { stdout } of await all()) expect(stdout).toContain('go on');
    for (const { stdout } of await all()) expect(stdout).toBe('{}\n');
    await end(id);
  });

  test('a disk that is full: the verdict stands, a loop is not begun, what there was stays', async () => {
    const id = session();
    const full = (words: string[], stdin: object) => {
      const line = `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`;
      const child = spawn('bash', ['-c', line, process.execPath, bin, 'run', ...words], {
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      child.stdin.end(bytes(stdin));
      return ended(child);
    };
    const dropped = await full([...args, ...hook], stop(id));
    expect(dropped).toMatchObject({ code: 0, stdout: '{}\n' });
    expect(dropped.stderr).toMatch(/^anyhook: follow-up dropped: nothing can be kept/);
    const call = { tool_name: 'run_shell_command', tool_input: { command: 'ls' } };
    const before = { ...family('gemini', 'BeforeTool', call, dir), session_id: id };
    const canonical = ['--host', 'gemini', '--as', 'anyhook', '--event', 'before-tool', '--'];
    const context = await full([...canonical, `echo '{"context":"x"}'`], before);
    expect(context).toMatchObject({ code: 0, stdout: '{}\n', stderr: '' });
    const refused = await full([...canonical, 'echo no >&2; exit 2'], before);
    expect(JSON.parse(refused.stdout)).toEqual({ decision: 'deny', reason: 'no' });
    expect((await run([...args, ...hook], { stdin: stop(id) })).stdout).toContain('go on');
    await full([...args, ...hook], { ...stop(id), stop_hook_active: true });
    const retry = await run([...args, ...hook], { stdin: { ...stop(id), stop_hook_active: true } });
    expect(retry.stdout).toBe('{}\n'); // it was not lost
    await end(id);
  });
});
