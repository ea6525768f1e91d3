import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { shell, speaks } from './payloads.ts';
import { bin, bytes, ended, folder, json } from './run.ts';

const dir = folder();

/** A copy of the executable in a folder of its own. */
function installed(mode = 0o755) {
  const root = mkdtempSync(join(dir, 'bin-'));
  for (const name of ['anyhook.cjs', 'run.cjs'])
    copyFileSync(join(dirname(bin), name), join(root, name));
  chmodSync(root, mode);
  return root;
}

/** Runs a copy; its verdict is a deny that only a run that works can give. */
async function works(root: string) {
  const args = [
    join(root, 'anyhook.cjs'),
    'run',
    '--host',
    'gemini',
    ...speaks('cursor'),
    '--',
    'echo no >&2; exit 2',
  ];
  const child = spawn(process.execPath, args);
  child.stdin.end(bytes(shell('gemini')));
  const said = await ended(child as never);
  expect(said).toMatchObject({ code: 0, signal: null, stderr: 'no\n' });
  expect(json(said.stdout)).toEqual({ decision: 'deny', reason: 'no' });
}

const flipped = (good: Buffer): Buffer => {
  const at = good.length >> 2;
  good.writeUInt8(good.readUInt8(at) ^ 1, at);
  return good;
};

const caches = (root: string) =>
  readdirSync(root)
    .filter((name) => !/^(?:anyhook|run)\.cjs$/.test(name))
    .map((name) => join(root, name));

describe('the code cache', () => {
  test('is one private file beside the bundle, and is used again', async () => {
    const root = installed();
    for (let i = 0; i < 3; i++) await works(root);
    const [path, ...more] = caches(root);
    expect(more).toEqual([]);
    expect(statSync(path as string).mode & 0o777).toBe(0o600);
    const made = statSync(path as string).mtimeMs;
    await works(root);
    expect(statSync(path as string).mtimeMs).toBe(made);
  });

  test('first runs side by side', async () => {
    const root = installed();
    await Promise.all(Array.from({ length: 12 }, () => works(root)));
    expect(caches(root)).toHaveLength(1);
  });

  const harms: [string, (path: string, good: Buffer) => void][] = [
    ['emptied', (path) => writeFileSync(path, '')],
    ['cut off', (path, good) => writeFileSync(path, good.subarray(0, good.length - 1000))],
    ['one byte changed', (path, good) => writeFileSync(path, flipped(good))],
    ['replaced by text', (path) => writeFileSync(path, 'x'.repeat(2000))],
    ['open to others', (path) => chmodSync(path, 0o666)],
  ];
  test.each(harms)('%s: the run works as without', async (_, harm) => {
    const root = installed();
    await works(root);
    const [path] = caches(root) as [string];
    harm(path, readFileSync(path));
    await works(root);
    await works(root);
    expect(caches(root)).toHaveLength(1);
  });

  test('of an older build is not used, and goes', async () => {
    const root = installed();
    await works(root);
    const [old] = caches(root);
    utimesSync(join(root, 'run.cjs'), new Date(), new Date(Date.now() + 5000));
    await works(root);
    expect(caches(root)).toHaveLength(1);
    expect(caches(root)).not.toContain(old);
  });

  test('is not made, nor believed, where others can write', async () => {
    const root = installed();
    await works(root);
    const [path] = caches(root) as [string];
    const shared = installed(0o777);
    await works(shared);
    expect(caches(shared)).toEqual([]);
    copyFileSync(path, join(shared, path.slice(root.length + 1)));
    await works(shared);
  });

  test('that is a link is not followed', async () => {
    const root = installed();
    await works(root);
    const [path] = caches(root) as [string];
    const target = join(dir, 'elsewhere');
    writeFileSync(target, 'keep', { mode: 0o600 });
    const other = installed();
    copyFileSync(join(root, 'run.cjs'), join(other, 'run.cjs'));
    const { mtimeMs, atimeMs } = statSync(join(root, 'run.cjs'));
    utimesSync(join(other, 'run.cjs'), atimeMs / 1000, mtimeMs / 1000);
    symlinkSync(target, join(other, path.slice(root.length + 1)));
    await works(other);
    expect(readFileSync(target, 'utf8')).toBe('keep');
  });
});
