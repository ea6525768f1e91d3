import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnyhookError, type ErrorCode } from '../../src/errors.ts';
import { type Change, commit } from '../../src/files/commit.ts';
import { withLock } from '../../src/files/lock.ts';
import {
  type Manifest,
  readManifest,
  restorable,
  sha256,
  writeManifest,
} from '../../src/files/manifest.ts';
import type { Root } from '../../src/files/root.ts';
import { installRunner, removeRunner } from '../../src/files/runner.ts';
import { readSettings, removeFile, replaceFile } from '../../src/files/settings-file.ts';

const life = vi.hoisted(() => ({
  /** Calls until this process is as good as killed: no file changes any more, tidying included. */
  left: Number.POSITIVE_INFINITY,
  /** What another process does just before a call. */
  before: undefined as ((call: string, path: unknown) => void) | undefined,
}));
vi.mock('node:fs', async (load) => {
  const actual = await load<typeof import('node:fs')>();
  const mortal = [
    'open',
    'writeFile',
    'fsync',
    'rename',
    'rm',
    'unlink',
    'mkdir',
    'rmdir',
  ] as const;
  const entries = mortal.map((name) => {
    const real = actual[`${name}Sync`] as (...args: unknown[]) => unknown;
    const call = (...args: unknown[]) => {
      if (life.left-- <= 0) throw new Error('killed');
      life.before?.(name, args[0]);
      return real(...args);
    };
    return [`${name}Sync`, call];
  });
  return { ...actual, ...Object.fromEntries(entries) };
});
vi.mock('node:crypto', async (load) => {
  const actual = await load<typeof import('node:crypto')>();
  return { ...actual, randomBytes: vi.fn(actual.randomBytes) };
});

const root0 = process.getuid?.() === 0;
let lab = ''; // root and what is outside it
let root = '';
let base: Root;
const at = (...path: string[]) => join(root, ...path);
const outside = (...path: string[]) => join(lab, 'outside', ...path);
const bytes = (path: string) => readFileSync(path, 'latin1');
const modeOf = (path: string) => statSync(path).mode & 0o777;
const file = '.gemini/settings.json';

beforeEach(() => {
  lab = mkdtempSync(join(tmpdir(), 'anyhook-settings-'));
  chmodSync(lab, 0o755);
  root = join(lab, 'root');
  mkdirSync(join(root, '.gemini'), { recursive: true });
  mkdirSync(join(lab, 'outside'));
  base = { root: root, scope: 'project' };
});
afterEach(() => {
  life.before = undefined;
});
afterEach(() => rmSync(lab, { recursive: true, force: true }));

/** What another process does just before a call of ours: once. */
function meanwhile(call: string, path: string, work: () => void): void {
  life.before = (name, given) => {
    if (name !== call || given !== path) return;
    life.before = undefined;
    work();
  };
}

function failing(code: ErrorCode, text: RegExp, work: () => unknown): void {
  let caught: unknown;
  try {
    work();
  } catch (error) {
    caught = error;
  }
  told(caught, code, text);
}
function told(error: unknown, code: ErrorCode, text: RegExp): void {
  expect(error).toBeInstanceOf(AnyhookError);
  const { message } = error as AnyhookError;
  expect(message).toMatch(text);
  expect(message).not.toContain('\n');
  expect((error as AnyhookError).code).toBe(code);
}

// What a process of its own does, by its first argument.
const roles = `
import fs from 'node:fs';
import { join } from 'node:path';
import { readSettings, replaceFile } from './src/files/settings-file.ts';
const [role, root, word] = process.argv.slice(2);
const base = { root, scope: 'project' };
const path = join(root, '.gemini/settings.json');
const was = () => readSettings(path, base)?.text;
const put = (was, text) => replaceFile(path, text, { ...base, was, backup: 'once' });
const say = (text) => fs.writeSync(1, text + '\\n');
const lock = () => import('./src/files/lock.ts');
const roles = {
  read: () => say(was()),
  replace: () => put(was(), 'n'.repeat(Number(word))),
  loop() {
    say('started');
    for (let n = 0; ; n++) put(was(), (n % 2 ? 'a' : 'b').repeat(1e6));
  },
  async add() {
    const { withLock } = await lock();
    const add = (entry) => {
      const text = was();
      put(text, JSON.stringify([...JSON.parse(text), entry]));
    };
    for (let n = 0; n < 25; n++) await withLock(base, () => add(word + n));
  },
  async hold() {
    const { withLock } = await lock();
    await withLock(base, () => {
      say('held');
      return new Promise((done) => setTimeout(done, Number(word)));
    });
  },
};
try {
  await roles[role]();
} catch (error) {
  say(error.code + ' ' + error.message);
  process.exitCode = error.exitCode;
}
`;
let script = '';
const project = new URL('../..', import.meta.url).pathname;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-roles-'));
  chmodSync(folder, 0o755);
  script = join(folder, 'roles.mjs');
  await build({
    stdin: { contents: roles, resolveDir: project, loader: 'js' },
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
});
afterAll(() => rmSync(join(script, '..'), { recursive: true }));

const node = process.execPath;
/** Runs a role; one that hangs is ended. */
function role(words: string[], before: string[] = []): { said: string; status: number | null } {
  const [program, ...args] = [...before, node, script, ...words] as [string, ...string[]];
  const ran = spawnSync(program, args, { timeout: 5000, killSignal: 'SIGKILL' });
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

describe('reading', () => {
  it('keeps the byte order mark and the line ends, and tells the mode', () => {
    writeFileSync(at(file), '\uFEFF{\r\n}\r\n', { mode: 0o640 });
    const found = readSettings(at(file), base);
    expect(found?.text).toBe('\uFEFF{\r\n}\r\n');
    expect(found && found.stat.mode & 0o777).toBe(0o640);
    expect(readSettings(at('.gemini/none.json'), base)).toBeUndefined();
    expect(readSettings(at('none/none.json'), base)).toBeUndefined();
  });

  it('refuses what writing back would damage, and what is no settings file', () => {
    writeFileSync(at(file), Buffer.from([0x7b, 0xff, 0x7d]));
    failing('settings', /settings\.json cannot be read: it is not UTF-8/, () =>
      readSettings(at(file), base),
    );
    truncateSync(at(file), 33 * 1024 * 1024);
    failing('settings', /larger than 32 MB/, () => readSettings(at(file), base));
    failing('settings', /not a regular file/, () => readSettings(at('.gemini'), base));
    failing('settings', /a part of its path is a file/, () => readSettings(at(file, 'x'), base));
    expect(new AnyhookError('settings', '').exitCode).toBe(2);
  });

  it('does not wait for a pipe', () => {
    execFileSync('mkfifo', [at(file)]);
    expect(role(['read', root])).toEqual({
      status: 2,
      said: expect.stringContaining('settings.json cannot be read: it is not a regular file'),
    });
  });

  it('follows symbolic links inside the root only', () => {
    writeFileSync(outside('s.json'), 'secret');
    symlinkSync(outside('s.json'), at(file));
    failing('settings', /outside .*root: symbolic links/, () => readSettings(at(file), base));
    symlinkSync(outside(), at('.cursor'));
    failing('settings', /outside/, () => readSettings(at('.cursor/s.json'), base));
    failing('settings', /outside/, () => readSettings(at('.cursor/new.json'), base));
    failing('settings', /outside/, () => readSettings(at('../outside/s.json'), base));
    symlinkSync(at('nothing'), at('dangling'));
    failing('settings', /symbolic link to nothing/, () => readSettings(at('dangling'), base));
    symlinkSync(at('circle'), at('circle'));
    failing('settings', /symbolic link/, () => readSettings(at('circle'), base));
    writeFileSync(at('real.json'), 'inside');
    symlinkSync('../real.json', at('.gemini/link.json'));
    expect(readSettings(at('.gemini/link.json'), base)?.text).toBe('inside');
    symlinkSync(root, join(lab, 'alias'));
    const aliased = { root: join(lab, 'alias') };
    expect(readSettings(join(lab, 'alias/real.json'), aliased)?.text).toBe('inside');
  });
});

describe('replacing', () => {
  const temps = (folder = at('.gemini')) =>
    readdirSync(folder).filter((name) => /\.anyhook-(?!backup$)/.test(name));

  it('keeps the mode, the bytes and a link inside the root', () => {
    writeFileSync(at('real.json'), 'old', { mode: 0o640 });
    symlinkSync('../real.json', at(file));
    const text = '\uFEFF{\r\n"a": "ä"}\r\n';
    replaceFile(at(file), text, { ...base, was: 'old' });
    expect(readFileSync(at('real.json'))).toEqual(Buffer.from(text));
    expect(readlinkSync(at(file))).toBe('../real.json');
    expect(modeOf(at('real.json'))).toBe(0o640);
    expect(temps(root)).toEqual([]);
  });

  it('leaves a file to its owner', ({ skip }) => {
    if (!root0) return skip('only root can');
    writeFileSync(at(file), 'old');
    chownSync(at(file), 65534, 65533);
    replaceFile(at(file), 'new', { ...base, was: 'old', backup: 'once' });
    for (const path of [at(file), `${at(file)}.anyhook-backup`]) {
      expect(statSync(path)).toMatchObject({ uid: 65534, gid: 65533 });
    }
  });

  it('takes an empty folder away with the file, but not the root', () => {
    writeFileSync(at(file), 'x');
    removeFile(at(file), { ...base, was: 'x' });
    expect(readdirSync(root)).toEqual([]);
    writeFileSync(at('x'), 'x');
    failing('write', /changed/, () => removeFile(at('x'), { ...base, was: 'y' }));
    removeFile(at('x'), { ...base, was: 'x' });
    expect(readdirSync(root)).toEqual([]);
  });

  it('makes what is missing, private in a home', () => {
    replaceFile(at('.cursor/a/hooks.json'), 'new', { ...base, was: undefined });
    expect(modeOf(at('.cursor/a/hooks.json'))).toBe(0o644);
    const home: Root = { root: root, scope: 'user' };
    replaceFile(at('.tabnine/a.json'), 'new', { ...home, was: undefined });
    expect([modeOf(at('.tabnine/a.json')), modeOf(at('.tabnine'))]).toEqual([0o600, 0o700]);
  });

  it('writes nothing outside the root', () => {
    writeFileSync(outside('s.json'), 'theirs');
    symlinkSync(outside('s.json'), at(file));
    symlinkSync(outside(), at('.cursor'));
    symlinkSync(outside('planted'), at('.tabnine'));
    for (const path of [at(file), at('.cursor/h.json'), at('.cursor/a/h.json'), at('.tabnine/h')]) {
      failing('write', /symbolic link/, () =>
        replaceFile(path, 'new', { ...base, was: undefined }),
      );
    }
    meanwhile('mkdir', at('.x/y'), () => {
      rmdirSync(at('.x'));
      symlinkSync(outside(), at('.x'));
    });
    failing('write', /outside/, () => replaceFile(at('.x/y/h'), 'n', { ...base, was: undefined }));
    expect(readdirSync(outside())).toEqual(['s.json']);
    expect(bytes(outside('s.json'))).toBe('theirs');
  });

  it('leaves a file alone that changed meanwhile', () => {
    writeFileSync(at(file), 'theirs');
    for (const was of ['old', undefined]) {
      failing('write', /settings\.json changed while .*run it again/, () =>
        replaceFile(at(file), 'new', { ...base, was, backup: 'once' }),
      );
    }
    failing('write', /changed/, () => replaceFile(at('.x/y'), 'new', { ...base, was: 'old' }));
    expect(bytes(at(file))).toBe('theirs');
    expect(readdirSync(at('.gemini'))).toEqual(['settings.json']);
    expect(readdirSync(root)).toEqual(['.gemini']);
  });

  it('looks again just before it moves the new file there', () => {
    writeFileSync(at(file), 'old');
    vi.mocked(randomBytes).mockImplementationOnce(() => {
      writeFileSync(at(file), 'theirs'); // after the first look
      return Buffer.alloc(6);
    });
    failing('write', /changed/, () =>
      replaceFile(at(file), 'new', { ...base, was: 'old', backup: 'once' }),
    );
    expect(bytes(at(file))).toBe('theirs');
    expect(readdirSync(at('.gemini'))).toEqual(['settings.json']);
  });

  it('keeps the bytes from before the first write', () => {
    const backup = `${at(file)}.anyhook-backup`;
    writeFileSync(at(file), '1\r\n', { mode: 0o600 });
    replaceFile(at(file), '2', { ...base, was: '1\r\n', backup: 'once' });
    replaceFile(at(file), '3', { ...base, was: '2', backup: 'once' });
    expect([bytes(backup), modeOf(backup)]).toEqual(['1\r\n', 0o600]);
    replaceFile(at(file), '4', { ...base, was: '3' });
    replaceFile(at(file), '5', { ...base, was: '4', backup: 'fresh' });
    expect(bytes(backup)).toBe('4');
  });

  it('never writes through a link planted at the backup or beside it', () => {
    const backup = `${at(file)}.anyhook-backup`;
    writeFileSync(outside('victim'), 'theirs');
    for (const [n, kind] of (['once', 'fresh'] as const).entries()) {
      rmSync(backup, { force: true });
      symlinkSync(outside('victim'), backup);
      writeFileSync(at(file), `old${n}`);
      replaceFile(at(file), 'new', { ...base, was: `old${n}`, backup: kind });
      expect(lstatSync(backup).isFile()).toBe(true);
      expect(bytes(backup)).toBe(`old${n}`);
    }
    vi.mocked(randomBytes).mockImplementationOnce(() => Buffer.alloc(6));
    symlinkSync(outside('victim'), `${at(file)}.anyhook-000000000000`);
    failing('write', /settings\.json was not changed/, () =>
      replaceFile(at(file), 'newer', { ...base, was: 'new' }),
    );
    expect(bytes(at(file))).toBe('new');
    expect(bytes(outside('victim'))).toBe('theirs');
  });

  it('names what is in the way of the backup', () => {
    writeFileSync(at(file), 'old');
    mkdirSync(`${at(file)}.anyhook-backup`);
    failing('write', /anyhook-backup was not changed: a folder is in its place/, () =>
      replaceFile(at(file), 'new', { ...base, was: 'old', backup: 'once' }),
    );
    expect([bytes(at(file)), ...temps()]).toEqual(['old']);
  });

  it('takes away what a killed run left', () => {
    const left = `${at(file)}.anyhook-0123456789ab`;
    for (const path of [left, `${at(file)}.anyhook-ba9876543210`, at('.gemini/mine.anyhook-x')]) {
      writeFileSync(path, '');
    }
    for (const path of [left, at('.gemini/mine.anyhook-x')]) utimesSync(path, 0, 0);
    replaceFile(at(file), 'new', { ...base, was: undefined });
    const kept = ['mine.anyhook-x', 'settings.json.anyhook-ba9876543210'];
    expect(temps().sort()).toEqual(kept);
    writeFileSync(left, '');
    utimesSync(left, 0, 0);
    removeFile(at(file), { ...base, was: 'new' });
    expect(temps().sort()).toEqual(kept);
  });

  it('gives a new file no more than the umask lets it', () => {
    const mask = process.umask(0o077);
    try {
      replaceFile(at(file), 'new', { ...base, was: undefined });
      expect(modeOf(at(file))).toBe(0o600);
      chmodSync(at(file), 0o640);
      replaceFile(at(file), 'newer', { ...base, was: 'new' });
      expect(modeOf(at(file))).toBe(0o640);
    } finally {
      process.umask(mask);
    }
  });
});

describe('failing to write', () => {
  const old = 'o'.repeat(30_000);
  const mounts: string[] = [];
  /** A small file system of its own on the root; false: this machine does not let us. */
  function mount(options: string): boolean {
    const done = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', root]).status === 0;
    if (done) mounts.push(root);
    return done;
  }
  afterEach(() => {
    for (const folder of mounts.splice(0)) execFileSync('umount', [folder]);
  });
  const intact = () => {
    expect(bytes(at(file))).toBe(old);
    expect(readdirSync(at('.gemini'))).toEqual(['settings.json']);
  };

  it('on a full disk leaves all as it was', ({ skip }) => {
    if (!mount('size=64k')) return skip('mounting a file system is not permitted');
    mkdirSync(at('.gemini'));
    writeFileSync(at(file), old);
    const text = 'n'.repeat(50_000);
    failing('write', /settings\.json was not changed: the disk is full; free some space/, () =>
      replaceFile(at(file), text, { ...base, was: old, backup: 'once' }),
    );
    failing('write', /the disk is full/, () =>
      replaceFile(at('.new/a.json'), text, { ...base, was: undefined }),
    );
    intact();
    expect(readdirSync(root)).toEqual(['.gemini']);
  });

  it('on a read-only file system says so', async ({ skip }) => {
    if (!mount('size=1m')) return skip('mounting a file system is not permitted');
    mkdirSync(at('.gemini'));
    writeFileSync(at(file), old);
    execFileSync('mount', ['-o', 'remount,ro', root]);
    failing('write', /settings\.json was not changed: its file system is read-only/, () =>
      replaceFile(at(file), 'new', { ...base, was: old, backup: 'once' }),
    );
    failing('write', /read-only/, () => replaceFile(at('.x/y'), 'n', { ...base, was: undefined }));
    const error = await withLock(base, () => 1).catch((error) => error);
    told(error, 'write', /\.anyhook\/lock was not changed: its file system is read-only/);
    intact();
  });

  it('at a limit on file sizes leaves all as it was', () => {
    writeFileSync(at(file), old);
    const limited = ['bash', '-c', 'ulimit -f 40; "$@"', 'bash'];
    expect(role(['replace', root, '50000'], limited)).toEqual({
      status: 4,
      said: expect.stringMatching(/^write .*settings\.json was not changed: it would be larger/),
    });
    intact();
  });

  it('without permission leaves all as it was', ({ skip }) => {
    const nobody = root0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
    if (root0 && spawnSync('setpriv', ['--version']).status !== 0) return skip('no setpriv');
    writeFileSync(at(file), old);
    const own = () => root0 && execFileSync('chown', ['-R', '65534:65534', root]);
    own();
    chmodSync(at('.gemini'), 0o555);
    const refused = { status: 4, said: expect.stringMatching(/^write .*json was not.*permission/) };
    expect(role(['replace', root, '9'], nobody)).toEqual(refused);
    chmodSync(at('.gemini'), 0o755);
    chmodSync(at(file), 0o444); // a rename would get around it
    expect(role(['replace', root, '9'], nobody)).toEqual(refused);
    chmodSync(at(file), 0);
    expect(role(['read', root], nobody)).toEqual({
      status: 2,
      said: expect.stringMatching(/^settings .*json cannot be read: permission denied/),
    });
    intact();
  });

  it('killed at any moment leaves one of the two files', async () => {
    const texts = ['a'.repeat(1e6), 'b'.repeat(1e6)];
    const whole = (path: string) => expect(texts.includes(bytes(path))).toBe(true);
    const lane = async (name: string) => {
      const path = at(name, file);
      mkdirSync(at(name, '.gemini'), { recursive: true });
      writeFileSync(path, texts[0] as string);
      for (let n = 0; n < 15; n++) {
        const child = aside('loop', at(name));
        await child.spoke;
        for (const end = performance.now() + Math.random() * 25; performance.now() < end; ) {
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

describe('the lock', () => {
  const lock = () => at('.anyhook/lock');
  const plant = (pid: number, host = hostname()) => {
    mkdirSync(at('.anyhook'), { recursive: true });
    writeFileSync(lock(), JSON.stringify({ pid, host, time: '2026-11-22T10:00:00.000Z' }));
  };

  it('loses nothing between two processes, be it a stale lock they start from', async () => {
    writeFileSync(at(file), '[]');
    plant(deadPid());
    const codes = ['x', 'y'].map((name) => aside('add', root, name).ended);
    expect(await Promise.all(codes)).toEqual([0, 0]);
    const all = ['x', 'y'].flatMap((name) => Array.from({ length: 25 }, (_, n) => `${name}${n}`));
    expect(JSON.parse(bytes(at(file))).sort()).toEqual(all.sort());
    expect(readdirSync(root)).toEqual(['.gemini']);
  });

  it('is waited for, and names its holder when that takes too long', async () => {
    const child = aside('hold', root, '400');
    await child.spoke;
    const error = await withLock(base, () => 'mine', 50).catch((error) => error);
    told(error, 'write', new RegExp(`lock is held by process ${child.pid} on .* since 20`));
    expect(await withLock(base, () => 'mine')).toBe('mine');
    expect(await child.ended).toBe(0);
    expect(existsSync(at('.anyhook'))).toBe(false);
  });

  it('keeps out another run of the same process', async () => {
    const order: string[] = [];
    const run = (name: string) =>
      withLock(base, async () => {
        order.push(`${name} in`);
        await setTimeout(20);
        order.push(`${name} out`);
      });
    await Promise.all([run('a'), run('b')]);
    expect(order.map((line) => line.slice(2))).toEqual(['in', 'out', 'in', 'out']);
  });

  it('is let go when the work throws, and is not let go for another', async () => {
    const failed = withLock(base, () => {
      throw new Error('work');
    });
    await expect(failed).rejects.toThrow('work');
    expect(existsSync(at('.anyhook'))).toBe(false);
    await withLock(base, () => plant(process.pid)); // stolen meanwhile
    expect(existsSync(lock())).toBe(true);
  });

  it('is taken from the dead and the forgotten alone', async () => {
    plant(deadPid());
    expect(await withLock(base, () => 1, 500)).toBe(1);
    plant(process.ppid);
    await expect(withLock(base, () => 1, 50)).rejects.toThrow(`process ${process.ppid} on`);
    plant(deadPid(), 'elsewhere');
    await expect(withLock(base, () => 1, 50)).rejects.toThrow('on elsewhere');
    writeFileSync(lock(), ''); // just made, not yet written
    await expect(withLock(base, () => 1, 50)).rejects.toThrow('held by another process');
    for (const away of [-90_000, 90_000]) {
      plant(process.ppid);
      const time = (Date.now() + away) / 1000;
      utimesSync(lock(), time, time);
      expect(await withLock(base, () => 1, 500)).toBe(1);
    }
  });

  it('is taken by one thief at a time', async () => {
    const guard = `${lock()}.steal`;
    plant(deadPid());
    writeFileSync(guard, '');
    await expect(withLock(base, () => 1, 50)).rejects.toThrow('is held by');
    utimesSync(guard, 0, 0); // killed while stealing
    expect(await withLock(base, () => 1, 500)).toBe(1);
    plant(deadPid());
    meanwhile('open', guard, () => plant(process.ppid)); // the faster one
    await expect(withLock(base, () => 1, 50)).rejects.toThrow(`process ${process.ppid} on`);
    expect(readdirSync(at('.anyhook'))).toEqual(['lock']);
  });

  it('is not left half made', async () => {
    life.before = (call) => {
      if (call === 'writeFile') throw Object.assign(new Error(), { code: 'ENOSPC' });
    };
    told(await withLock(base, () => 1).catch((e) => e), 'write', /lock was not.*disk is full/);
    expect(readdirSync(root)).toEqual(['.gemini']);
  });

  it('does not mind that another run takes the empty folder away, or makes it', async () => {
    meanwhile('open', lock(), () => rmdirSync(at('.anyhook')));
    expect(await withLock(base, () => 1)).toBe(1);
    meanwhile('mkdir', at('.anyhook'), () => mkdirSync(at('.anyhook')));
    expect(await withLock(base, () => 1)).toBe(1);
    meanwhile('mkdir', at('.anyhook'), () => {
      throw Object.assign(new Error('and gone again'), { code: 'EEXIST' });
    });
    expect(await withLock(base, () => 1)).toBe(1);
  });

  it('is never written through a link', async () => {
    writeFileSync(outside('victim'), 'theirs');
    mkdirSync(at('.anyhook'));
    for (const target of [outside('victim'), outside('new')]) {
      symlinkSync(target, lock());
      expect(await withLock(base, () => lstatSync(lock()).isFile())).toBe(true);
      mkdirSync(at('.anyhook'));
    }
    rmSync(at('.anyhook'), { recursive: true });
    expect(readdirSync(outside())).toEqual(['victim']);
    expect(bytes(outside('victim'))).toBe('theirs');
    symlinkSync(outside(), at('.anyhook'));
    told(await withLock(base, () => 1).catch((e) => e), 'write', /outside .*symbolic links/);
    rmSync(at('.anyhook'));
    writeFileSync(at('.anyhook'), '');
    told(await withLock(base, () => 1, 50).catch((e) => e), 'write', /part of its path is a file/);
  });

  it('stands in a folder private to a home', async () => {
    const modes = (scope: Root['scope']) =>
      withLock({ root: root, scope }, () => [modeOf(at('.anyhook')), modeOf(lock())]);
    expect(await modes('project')).toEqual([0o755, 0o644]);
    expect((await modes('user'))[0]).toBe(0o700);
  });
});

const entry = (command: string) => ({ type: 'command', command });
const ours = (...commands: string[]) => ({ BeforeTool: commands.map(entry) });

describe('the record', () => {
  const path = () => at('.anyhook/written.json');
  const hash = sha256('');
  const made = (files: Manifest['files']): Manifest => ({ version: 1, files });
  const one = { created: true, before: null, after: hash, entries: ours('b', 'a') };

  it('is readable, in one order, and no file when it is empty', () => {
    const { entries, ...rest } = one;
    writeManifest(base, made({ z: { entries: { Z: [], A: [{ z: 1, a: 2 }] }, ...rest }, a: one }));
    const text = bytes(path());
    writeManifest(base, made({ a: one, z: { ...rest, entries: { A: [{ z: 1, a: 2 }], Z: [] } } }));
    expect(bytes(path())).toBe(text);
    expect(text).toMatch(
      /^\{\n {2}"version": 1,\n {2}"files": \{\n {4}"a": \{\n {6}"created": true/,
    );
    expect(text.indexOf('"z": 1')).toBeLessThan(text.indexOf('"a": 2'));
    expect(text.endsWith('}\n')).toBe(true);
    expect(readManifest(base).files.a).toEqual(one);
    expect(modeOf(path())).toBe(0o644);
    writeManifest(base, made({}));
    expect(readdirSync(at('.anyhook'))).toEqual([]);
    expect(readManifest(base)).toEqual(made({}));
  });

  it('keeps what a later version may add, and bears another editor', () => {
    mkdirSync(at('.anyhook'));
    const text = JSON.stringify({ ...made({ a: { ...one, more: 1 } }), extra: 2 });
    writeFileSync(path(), `\uFEFF${text}\r\n`);
    writeManifest(base, readManifest(base));
    expect(JSON.parse(bytes(path()))).toEqual(JSON.parse(text));
  });

  it('that is none is named', () => {
    mkdirSync(at('.anyhook'));
    const wrong = [
      '',
      'null',
      '[]',
      '{"version":1}',
      '<<<<<<< HEAD\n{}',
      '{"version":0,"files":{}}',
      '{"version":1,"files":{"a":{"created":true,"before":null,"after":"x","entries":{}}}}',
      '{"version":1,"files":{"a":{"entries":[]}}}',
    ];
    for (const text of wrong) {
      writeFileSync(path(), text);
      failing('settings', /written\.json is no record of anyhook.*delete it/, () =>
        readManifest(base),
      );
    }
    writeFileSync(path(), '{"version":2}');
    failing('settings', /version 2.*update anyhook/, () => readManifest(base));
  });

  it('is not followed through a link', () => {
    mkdirSync(at('.anyhook'));
    writeFileSync(at('victim'), '{}');
    symlinkSync(at('victim'), path());
    failing('settings', /written\.json cannot be read: .*symbolic link/, () => readManifest(base));
    failing('write', /symbolic link/, () => writeManifest(base, made({ a: one })));
    failing('write', /symbolic link/, () => writeManifest(base, made({})));
    expect(bytes(at('victim'))).toBe('{}');
  });

  it('may hold any name', () => {
    mkdirSync(at('.anyhook'));
    const { entries, ...rest } = one;
    const line = JSON.stringify({ ...rest, entries: 0 });
    const odd = line.replace(
      '0}',
      '{"__proto__":[{"__proto__":{"polluted":1}}],"constructor":[]}}',
    );
    writeFileSync(path(), `{"version":1,"files":{"__proto__":${odd},"a":${odd}}}`);
    const record = readManifest(base);
    expect(record.files.a?.after).toBe(hash);
    expect(Object.getPrototypeOf(record.files)).toBe(Object.prototype);
    expect(restorable(base, record, '__proto__', '')).toBeUndefined();
    expect(restorable(base, record, 'constructor', '')).toBeUndefined();
    writeFileSync(at('constructor'), 'x');
    commit(base, { file: 'constructor', was: 'x', text: 'y', entries: ours('a') });
    expect(readManifest(base).files.constructor).toMatchObject({ before: sha256('x') });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('a commit', () => {
  const save = (change: Partial<Change>) => {
    const was = readSettings(at(file), base)?.text;
    commit(base, { file, was, text: '', entries: ours('a'), ...change });
  };
  const back = () => restorable(base, readManifest(base), file, bytes(at(file)));
  const backup = () => `${at(file)}.anyhook-backup`;

  it('can be taken back to the bytes from before the first', () => {
    writeFileSync(at(file), 'origin\r\n');
    save({ text: 'one' });
    save({ text: 'two', entries: ours('a', 'b') });
    expect(readManifest(base).files[file]).toEqual({
      created: false,
      before: sha256('origin\r\n'),
      after: sha256('two'),
      entries: ours('a', 'b'),
    });
    expect(back()).toEqual({ text: 'origin\r\n' });
    save({ ...back(), entries: {} });
    expect(bytes(at(file))).toBe('origin\r\n');
    expect(readdirSync(at('.gemini'))).toEqual(['settings.json']);
    expect(readdirSync(at('.anyhook'))).toEqual([]);
  });

  it('takes a file it made away, with its folder', () => {
    rmSync(at('.gemini'), { recursive: true });
    save({ text: 'one' });
    save({ text: 'two' });
    expect(back()).toEqual({ text: undefined });
    save({ ...back(), entries: {} });
    expect(readdirSync(root)).toEqual(['.anyhook']);
    expect(readManifest(base).files).toEqual({});
  });

  it('is not taken back over what somebody else wrote', () => {
    writeFileSync(at(file), 'origin');
    save({ text: 'one' });
    writeFileSync(at(file), 'one, edited');
    expect(back()).toBeUndefined();
    save({ text: 'two, edited' });
    expect(back()).toBeUndefined(); // the backup does not have the edit
    save({ text: 'edited', entries: {} });
    expect(bytes(backup())).toBe('origin');
  });

  it('is not taken back to a backup that is not ours', () => {
    writeFileSync(at(file), 'origin');
    writeFileSync(backup(), 'stale');
    save({ text: 'one' });
    expect(back()).toEqual({ text: 'origin' });
    writeFileSync(backup(), 'planted');
    expect(back()).toBeUndefined();
    rmSync(backup());
    expect(back()).toBeUndefined();
    execFileSync('mkfifo', [backup()]);
    expect(back()).toBeUndefined();
  });

  it('has no origin in a text with entries of ours', () => {
    writeFileSync(at(file), 'a');
    save({ text: 'a' });
    save({ text: 'a and b', entries: ours('a', 'b') });
    expect(back()).toBeUndefined();
    rmSync(at('.anyhook'), { recursive: true });
    save({ text: 'a, b and c', entries: ours('a', 'b', 'c'), adopted: true });
    expect(back()).toBeUndefined();
  });

  it('that fails leaves the record as it was', () => {
    writeFileSync(at(file), 'origin');
    save({ text: 'one' });
    const record = bytes(at('.anyhook/written.json'));
    writeFileSync(at(file), 'edited');
    failing('write', /changed/, () => save({ was: 'one', text: 'two', entries: ours('b') }));
    failing('write', /changed/, () => save({ was: 'one', text: undefined, entries: {} }));
    expect(bytes(at('.anyhook/written.json'))).toBe(record);
    expect(bytes(at(file))).toBe('edited');
  });

  const steps: [string, string | undefined, Omit<Change, 'file' | 'was'>][] = [
    ['replacing entries', '["a"]', { text: '["b"]', entries: ours('b') }],
    ['a first write', undefined, { text: '["b"]', entries: ours('b') }],
    ['taking all out', '["a"]', { text: '[]', entries: {} }],
  ];
  it.each(steps)('killed at any step of %s knows every entry of ours', (_, was, change) => {
    let ends = 0;
    for (let n = 0; !ends; n++) {
      rmSync(at('.anyhook'), { recursive: true, force: true });
      rmSync(at('.gemini'), { recursive: true, force: true });
      mkdirSync(at('.gemini'));
      writeFileSync(at(file), '[]');
      if (was) save({ text: was, entries: ours(...JSON.parse(was)) });
      const now = was ?? '[]';
      life.left = n;
      try {
        commit(base, { file, was: now, ...change });
        if (life.left >= 0) ends = n;
      } catch {
        // Killed.
      } finally {
        life.left = Number.POSITIVE_INFINITY;
      }
      const text = bytes(at(file));
      expect([now, change.text]).toContain(text);
      const known = readManifest(base).files[file]?.entries.BeforeTool ?? [];
      expect(known).toEqual(expect.arrayContaining(JSON.parse(text).map(entry)));
      // The next run finds its way from there.
      save({ text: '["b","c"]', entries: ours('b', 'c') });
      const way = back();
      if (way) expect(way.text).toBe('[]');
      if (!was) expect(way).toEqual({ text: '[]' });
    }
    expect(ends).toBeGreaterThan(10);
  });
});

describe('the runner', () => {
  const path = () => at('.anyhook/run.cjs');
  const source = () => join(lab, 'run.cjs');
  beforeEach(() => writeFileSync(source(), 'v1'));

  it('is copied when it differs, and taken away with its folder', () => {
    expect(installRunner(base, source())).toBe(true);
    expect(installRunner(base, source())).toBe(false);
    writeFileSync(source(), 'v2');
    expect(installRunner({ root: root, scope: 'user' }, source())).toBe(true);
    expect([bytes(path()), modeOf(path())]).toEqual(['v2', 0o644]);
    writeFileSync(at('.anyhook/other'), '');
    removeRunner(base);
    expect(readdirSync(at('.anyhook'))).toEqual(['other']);
    rmSync(at('.anyhook/other'));
    removeRunner(base);
    removeRunner(base);
    expect(existsSync(at('.anyhook'))).toBe(false);
  });

  it('takes the place of a link, and writes through none', () => {
    writeFileSync(outside('victim'), 'theirs');
    mkdirSync(at('.anyhook'));
    symlinkSync(outside('victim'), path());
    expect(installRunner(base, source())).toBe(true);
    expect(lstatSync(path()).isFile()).toBe(true);
    expect(bytes(outside('victim'))).toBe('theirs');
    rmSync(at('.anyhook'), { recursive: true });
    symlinkSync(outside(), at('.anyhook'));
    failing('write', /outside/, () => installRunner(base, source()));
    failing('write', /outside/, () => removeRunner(base));
    rmSync(at('.anyhook'));
    writeFileSync(at('.anyhook'), '');
    failing('write', /a part of its path is a file/, () => installRunner(base, source()));
    failing('settings', /none\.cjs cannot be read/, () =>
      installRunner(base, join(lab, 'none.cjs')),
    );
  });
});
