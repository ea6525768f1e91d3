// Files that several processes write, and places where the system does not let them.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { withLock } from '../../src/files/lock.ts';
import { replaceFile } from '../../src/files/settings-file.ts';
import { bytes, failing, file, laboratory, told } from './laboratory.ts';

const root0 = process.getuid?.() === 0;
const { here, at, plant, save, back, backup } = laboratory();

let script = '';
beforeAll(async () => {
  const folder = mkdtempSync(join(inject('scratch'), 'roles-'));
  chmodSync(folder, 0o755);
  script = join(folder, 'role.mjs');
  const source = fileURLToPath(new URL('files-role.ts', import.meta.url));
  await build({
    ...{ entryPoints: [source], outfile: script, bundle: true, platform: 'node', format: 'esm' },
    logLevel: 'error',
  });
});

const node = process.execPath;
/** Runs a role; one that hangs is ended. */
function role(words: string[], before: string[] = []): { said: string; status: number | null } {
  const [program, ...args] = [...before, node, script, ...words] as [string, ...string[]];
  const ran = spawnSync(program, args, { timeout: 30_000, killSignal: 'SIGKILL' });
  return { said: ran.stdout.toString().trim(), status: ran.status };
}
/** The same beside this process: when it first said something, and when it ended. */
function aside(...words: string[]) {
  const child = spawn(node, [script, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const spoke = new Promise<unknown>((done) => child.stdout.once('data', done));
  return { pid: child.pid, ended, spoke, kill: () => child.kill('SIGKILL') };
}
const deadPid = () => spawnSync(node, ['-e', '']).pid;

test('reading a pipe fails at once, since it is no regular file', () => {
  execFileSync('mkfifo', [at(file)]);
  expect(role(['read', here.root])).toEqual({
    status: 2,
    said: expect.stringContaining('settings.json cannot be read: it is not a regular file'),
  });
});

test('two processes that share a lock lose no write, even where they begin with a stale lock', async () => {
  writeFileSync(at(file), '[]');
  plant(deadPid());
  const codes = ['x', 'y'].map((name) => aside('add', here.root, name).ended);
  expect(await Promise.all(codes)).toEqual([0, 0]);
  const all = ['x', 'y'].flatMap((name) => Array.from({ length: 25 }, (_, n) => `${name}${n}`));
  expect(JSON.parse(bytes(at(file))).sort()).toEqual(all.sort());
  expect(readdirSync(here.root)).toEqual(['.gemini']);
});

test('a lock is waited for, and its holder is named when that takes too long', async () => {
  const child = aside('hold', here.root, '400');
  await child.spoke;
  const error = await withLock(here.base, () => 'mine', 50).catch((error) => error);
  told(error, 'write', new RegExp(`process ${child.pid} on .* since 20.*delete .*lock`));
  expect(await withLock(here.base, () => 'mine')).toBe('mine');
  expect(await child.ended).toBe(0);
  expect(existsSync(at('.anyhook'))).toBe(false);
});

test('a commit is not taken back to a pipe in place of its backup', () => {
  writeFileSync(at(file), 'origin');
  save({ newText: 'one' });
  expect(back()).toEqual({ text: 'origin' });
  rmSync(backup());
  execFileSync('mkfifo', [backup()]);
  expect(back()).toBeUndefined();
});

describe('a write', () => {
  const old = 'o'.repeat(30_000);
  const mounts: string[] = [];
  /** A small file system of its own on the root; false: this machine does not let us. */
  function mount(options: string): boolean {
    const done =
      spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', here.root]).status === 0;
    if (done) mounts.push(here.root);
    return done;
  }
  afterEach(() => {
    for (const folder of mounts.splice(0)) execFileSync('umount', [folder]);
  });
  const intact = () => {
    expect(bytes(at(file))).toBe(old);
    expect(readdirSync(at('.gemini'))).toEqual(['settings.json']);
  };

  test('to a full disk leaves every file as it was and names the cause', ({ skip }) => {
    if (!mount('size=64k')) return skip('mounting a file system is not permitted');
    mkdirSync(at('.gemini'));
    writeFileSync(at(file), old);
    const text = 'n'.repeat(50_000);
    failing('write', /settings\.json was not changed: the disk is full; free some space/, () =>
      replaceFile(at(file), text, { ...here.base, was: old, backup: 'once' }),
    );
    failing('write', /the disk is full/, () =>
      replaceFile(at('.new/a.json'), text, { ...here.base, was: undefined }),
    );
    intact();
    expect(readdirSync(here.root)).toEqual(['.gemini']);
  });

  test('to a read-only file system leaves every file as it was and names the cause', async ({
    skip,
  }) => {
    if (!mount('size=1m')) return skip('mounting a file system is not permitted');
    mkdirSync(at('.gemini'));
    writeFileSync(at(file), old);
    execFileSync('mount', ['-o', 'remount,ro', here.root]);
    failing('write', /settings\.json was not changed: its file system is read-only/, () =>
      replaceFile(at(file), 'new', { ...here.base, was: old, backup: 'once' }),
    );
    failing('write', /read-only/, () =>
      replaceFile(at('.x/y'), 'n', { ...here.base, was: undefined }),
    );
    const error = await withLock(here.base, () => 1).catch((error) => error);
    told(error, 'write', /\.anyhook\/lock was not changed: its file system is read-only/);
    intact();
  });

  test('beyond the limit on the size of files leaves every file as it was and names the cause', () => {
    writeFileSync(at(file), old);
    const limited = ['bash', '-c', 'ulimit -f 40; "$@"', 'bash'];
    expect(role(['replace', here.root, '50000'], limited)).toEqual({
      status: 4,
      said: expect.stringMatching(/^write .*settings\.json was not changed: it would be larger/),
    });
    intact();
  });

  test('without permission leaves every file as it was and names the cause', ({ skip }) => {
    const nobody = root0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
    if (root0 && spawnSync('setpriv', ['--version']).status !== 0) return skip('no setpriv');
    writeFileSync(at(file), old);
    const own = () => root0 && execFileSync('chown', ['-R', '65534:65534', here.root]);
    own();
    chmodSync(at('.gemini'), 0o555);
    const refused = { status: 4, said: expect.stringMatching(/^write .*json was not.*permission/) };
    expect(role(['replace', here.root, '9'], nobody)).toEqual(refused);
    chmodSync(at('.gemini'), 0o755);
    chmodSync(at(file), 0o444); // a rename would get around it
    expect(role(['replace', here.root, '9'], nobody)).toEqual(refused);
    chmodSync(at(file), 0);
    expect(role(['read', here.root], nobody)).toEqual({
      status: 2,
      said: expect.stringMatching(/^settings .*json cannot be read: permission denied/),
    });
    intact();
  });

  test('by a process that is killed at any moment leaves the old or the new file whole', async () => {
    const texts = ['a'.repeat(1e6), 'b'.repeat(1e6)];
    const whole = (path: string) => expect(texts.includes(bytes(path))).toBe(true);
    const lane = async (name: string) => {
      const path = at(name, file);
      mkdirSync(at(name, '.gemini'), { recursive: true });
      writeFileSync(path, texts[0] as string);
      for (let n = 0; n < 10; n++) {
        const child = aside('loop', at(name));
        await child.spoke;
        for (let looks = 0; looks < (n * 7) % 20; looks++) {
          whole(path); // nor does anybody see less while it runs
          await setTimeout(1);
        }
        child.kill();
        expect(await child.ended).toBe(null);
        whole(path);
      }
    };
    await Promise.all([lane('a'), lane('b')]);
  });
});
