import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const dist = new URL('../../dist', import.meta.url).pathname;
const flags = ['run', '--host', 'gemini', '--as', 'cursor', '--event', 'beforeShellExecution'];
const denied = { decision: 'deny', reason: 'no' };
const payload = JSON.stringify({
  session_id: 's',
  transcript_path: '',
  cwd: tmpdir(),
  hook_event_name: 'BeforeTool',
  timestamp: '2026-11-21T10:00:00.000Z',
  tool_name: 'run_shell_command',
  tool_input: { command: 'ls' },
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anyhook-cache-'));
  mkdirSync(join(folder, 'dist'));
  for (const file of ['anyhook.cjs', 'run.cjs'])
    cpSync(join(dist, file), join(folder, 'dist', file));
});
afterEach(() => {
  chmodSync(join(folder, 'dist'), 0o755);
  rmSync(folder, { recursive: true });
});

const caches = () =>
  readdirSync(join(folder, 'dist'))
    .filter((name) => name.endsWith('.cache'))
    .map((name) => join(folder, 'dist', name));

/** The verdict of a guard that denies, through the copied executable. */
function verdict(): unknown {
  const hook = `echo '{"permission":"deny","user_message":"no"}'`;
  const args = [join(folder, 'dist/anyhook.cjs'), ...flags, '--', hook];
  const ran = spawnSync(process.execPath, args, { input: payload });
  expect(ran.stderr.toString()).toBe('');
  return JSON.parse(ran.stdout.toString());
}

/** One run makes the cache, the next uses it. */
function made(): string {
  expect(verdict()).toEqual(denied);
  const [cache] = caches().filter((name) => name.includes(process.version));
  expect(cache).toBeDefined();
  return cache as string;
}

it('The code cache is made once, with mode 0600, and kept as it is after that', () => {
  const cache = made();
  expect(statSync(cache).mode & 0o777).toBe(0o600);
  const before = statSync(cache).mtimeMs;
  expect(verdict()).toEqual(denied);
  expect(caches()).toEqual([cache]);
  expect(statSync(cache).mtimeMs).toBe(before);
});

it('The code cache is not made by a run that failed before it started a hook', () => {
  const args = [join(folder, 'dist/anyhook.cjs'), ...flags, '--', 'true'];
  expect(spawnSync(process.execPath, args, { input: 'x' }).stderr.toString()).toContain('not JSON');
  expect(caches()).toEqual([]);
});

/** A bundle of the same size and time that says another word. */
function otherBundle(): void {
  const file = join(folder, 'dist/run.cjs');
  const { atime, mtime } = statSync(file);
  const text = read(file);
  const other = text.replaceAll('"deny"', '"ha!!"');
  expect(other).toHaveLength(text.length);
  writeFileSync(file, other);
  utimesSync(file, atime, mtime);
}
const read = (file: string) => readFileSync(file, 'utf8');

it('The code cache is not used for another bundle of the same size and modification time', () => {
  made();
  otherBundle();
  const hook = 'echo no >&2; exit 2';
  const args = [join(folder, 'dist/anyhook.cjs'), ...flags, '--', hook];
  for (const _ of ['not of the old cache', 'nor of the new']) {
    const ran = spawnSync(process.execPath, args, { input: payload });
    expect(ran.stdout.toString()).not.toContain('deny');
  }
  expect(caches()).toHaveLength(1);
});

it('The code cache of an old build is replaced by that of a new one', () => {
  const old = statSync(made()).size;
  writeFileSync(join(folder, 'dist/run.cjs'), `${read(join(dist, 'run.cjs'))}\n`);
  expect(verdict()).toEqual(denied);
  expect(caches()).toHaveLength(1);
  expect(statSync(caches()[0] as string).size).not.toBe(old);
});

it('The code cache of another version of Node is left alone', () => {
  const other = join(folder, 'dist/run.cjs.v99.0.0-x64.cache');
  writeFileSync(other, '');
  made();
  expect(caches()).toContain(other);
});

it.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 3)],
  [
    'one byte off',
    (bytes: Buffer) => Buffer.from(bytes).fill((bytes[5000] as number) ^ 1, 5000, 5001),
  ],
  ['empty', () => Buffer.alloc(0)],
  ['noise', () => Buffer.alloc(4096, 7)],
])('A code cache that is %s changes no verdict', (_, spoil) => {
  const cache = made();
  writeFileSync(cache, spoil(readFileSync(cache)));
  expect(verdict()).toEqual(denied);
  expect(verdict()).toEqual(denied);
});

it('The code cache is not made in a folder others can write, and one they can write changes no verdict', () => {
  const cache = made();
  writeFileSync(cache, Buffer.alloc(2));
  chmodSync(cache, 0o666);
  expect(verdict()).toEqual(denied);
  // It was not believed: a private one has taken its place.
  expect(statSync(cache).mode & 0o777).toBe(0o600);
  expect(statSync(cache).size).toBeGreaterThan(1000);
  rmSync(cache, { force: true });
  for (const left of caches()) rmSync(left);
  chmodSync(join(folder, 'dist'), 0o777);
  expect(verdict()).toEqual(denied);
  expect(caches()).toEqual([]);
});
