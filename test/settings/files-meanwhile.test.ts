// What happens to files where another process comes between, or this one is killed.

import {
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { commitSettings, type SettingsChange } from '../../src/convert/ownership/commit.ts';
import { Ledger, readLedger } from '../../src/convert/ownership/ledger.ts';
import { withLock } from '../../src/files/lock.ts';
import { replaceFile } from '../../src/files/settings-file.ts';
import { randomDigits } from '../../src/util/random-digits.ts';
import { bytes, failing, file, laboratory, nobody, ours, told } from './laboratory.ts';

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
vi.mock('../../src/util/random-digits.ts', async (load) => {
  const actual = await load<typeof import('../../src/util/random-digits.ts')>();
  return { randomDigits: vi.fn(actual.randomDigits) };
});

const { here, at, outside, lock, plant, save, back } = laboratory();
afterEach(() => {
  life.before = undefined;
});

/** What another process does just before a call of ours: once. */
function meanwhile(call: string, path: string, work: () => void): void {
  life.before = (name, given) => {
    if (name !== call || given !== path) return;
    life.before = undefined;
    work();
  };
}

test('a folder that becomes a link out of the root while it is made is not written through', () => {
  meanwhile('mkdir', at('.x/y'), () => {
    rmdirSync(at('.x'));
    symlinkSync(outside(), at('.x'));
  });
  failing('write', /outside/, () =>
    replaceFile(at('.x/y/h'), 'n', { ...here.base, was: undefined }),
  );
  expect(readdirSync(outside())).toEqual([]);
});

test.each([
  ['changes', 'old'],
  ['appears', undefined],
])('a write is given up where the file %s just before the new one is moved into its place', (_, was) => {
  if (was !== undefined) writeFileSync(at(file), was);
  vi.mocked(randomDigits).mockImplementationOnce(() => {
    writeFileSync(at(file), 'theirs'); // after the first look
    return '000000000000';
  });
  failing('write', /changed/, () =>
    replaceFile(at(file), 'new', { ...here.base, was, backup: 'once' }),
  );
  expect(bytes(at(file))).toBe('theirs');
  expect(readdirSync(at('.gemini'))).toEqual(['settings.json']);
});

test('a write never goes through a link planted beside the file, where the new one is made', () => {
  writeFileSync(outside('victim'), 'theirs');
  writeFileSync(at(file), 'new');
  vi.mocked(randomDigits).mockReturnValueOnce('000000000000');
  symlinkSync(outside('victim'), `${at(file)}.anyhook-000000000000`);
  failing('write', /settings\.json was not changed/, () =>
    replaceFile(at(file), 'newer', { ...here.base, was: 'new' }),
  );
  expect(bytes(at(file))).toBe('new');
  expect(bytes(outside('victim'))).toBe('theirs');
});

test('a stale lock is taken over by one process at a time', async () => {
  const guard = `${lock()}.steal`;
  plant(nobody);
  writeFileSync(guard, '');
  await expect(withLock(here.base, () => 1, 50)).rejects.toThrow('another anyhook is writing here');
  utimesSync(guard, 0, 0); // killed while stealing
  expect(await withLock(here.base, () => 1, 500)).toBe(1);
  plant(nobody);
  meanwhile('open', guard, () => plant(process.ppid)); // the faster one
  await expect(withLock(here.base, () => 1, 50)).rejects.toThrow(`process ${process.ppid} on`);
  expect(readdirSync(at('.anyhook'))).toEqual(['lock']);
});

test('a lock that cannot be written leaves neither a file nor a folder behind', async () => {
  life.before = (call) => {
    if (call === 'writeFile') throw Object.assign(new Error(), { code: 'ENOSPC' });
  };
  told(await withLock(here.base, () => 1).catch((e) => e), 'write', /lock was not.*disk is full/);
  expect(readdirSync(here.root)).toEqual(['.gemini']);
});

test('a lock is taken although another run deletes or creates its folder at that moment', async () => {
  meanwhile('open', lock(), () => rmdirSync(at('.anyhook')));
  expect(await withLock(here.base, () => 1)).toBe(1);
  meanwhile('mkdir', at('.anyhook'), () => mkdirSync(at('.anyhook')));
  expect(await withLock(here.base, () => 1)).toBe(1);
  meanwhile('mkdir', at('.anyhook'), () => {
    throw Object.assign(new Error('and gone again'), { code: 'EEXIST' });
  });
  expect(await withLock(here.base, () => 1)).toBe(1);
});

const steps: [string, string | undefined, Omit<SettingsChange, 'file' | 'textBefore'>][] = [
  ['replacing entries', '["a"]', { newText: '["b"]', entries: ours('b') }],
  ['a first write', undefined, { newText: '["b"]', entries: ours('b') }],
  ['taking all entries out', '["a"]', { newText: '[]', entries: {} }],
];

test.each(
  steps,
)('a commit that is killed at any step of %s leaves a record of every entry that the file holds', (_, was, change) => {
  let ends = 0;
  for (let n = 0; !ends; n++) {
    rmSync(at('.anyhook'), { recursive: true, force: true });
    rmSync(at('.gemini'), { recursive: true, force: true });
    mkdirSync(at('.gemini'));
    writeFileSync(at(file), '[]');
    if (was) save({ newText: was, entries: ours(...JSON.parse(was)) });
    const now = was ?? '[]';
    life.left = n;
    try {
      commitSettings(new Ledger(here.base), { file, textBefore: now, ...change });
      if (life.left >= 0) ends = n;
    } catch {
      // Killed.
    } finally {
      life.left = Number.POSITIVE_INFINITY;
    }
    const text = bytes(at(file));
    expect([now, change.newText]).toContain(text);
    const known = readLedger(here.base).files[file]?.entries.BeforeTool ?? [];
    expect(known).toEqual(
      expect.arrayContaining(
        JSON.parse(text).map((command: string) => ({ type: 'command', command })),
      ),
    );
    // The next run finds its way from there.
    save({ newText: '["b","c"]', entries: ours('b', 'c') });
    const way = back();
    if (way) expect(way.text).toBe('[]');
    if (!was) expect(way).toEqual({ text: '[]' });
  }
  expect(ends).toBeGreaterThan(10);
});
