import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { AnyhookError } from '../errors.ts';
import { valueIn } from '../util/json.ts';
import { readReal } from './atomic.ts';
import {
  failure,
  folderOf,
  isErrno,
  makeFolder,
  type Root,
  removeEmpty,
  statOf,
  tidy,
} from './root.ts';

const holderSchema = z.object({
  pid: z.number().int().positive(),
  host: z.string().regex(/^[\w.-]{1,255}$/),
  time: z.iso.datetime(),
});
type Holder = z.infer<typeof holderSchema>;

/** Older than this, a lock is nobody's. */
const old = 60_000;

/**
 * Runs work while no other run of ours writes below the same root. Waits for one that does;
 * throws `write`, naming it, when it does not end within `patience` milliseconds.
 */
export async function withLock<T>(
  base: Root,
  work: () => T | Promise<T>,
  patience = 10_000,
): Promise<T> {
  const release = await take(base, patience);
  try {
    return await work();
  } finally {
    release();
  }
}

async function take(base: Root, patience: number): Promise<() => void> {
  const folder = folderOf(base);
  const lock = join(folder, 'lock');
  const text = `${JSON.stringify({
    pid: process.pid,
    host: hostname(),
    time: new Date().toISOString(),
    id: randomUUID(),
  })}\n`;
  const end = performance.now() + patience;
  while (true) {
    try {
      makeFolder(base, folder);
      if (create(lock, text)) return () => release(folder, lock, text);
      if (isStale(lock)) steal(lock);
    } catch (error) {
      // Another run took the lock, or the empty folder, away just now.
      if (!isErrno(error, 'ENOENT')) {
        removeEmpty(folder);
        throw failure('write', lock, error);
      }
    }
    if (performance.now() > end) throw taken(lock);
    await setTimeout(5 + Math.random() * 20);
  }
}

/** False: somebody has it. */
function create(path: string, text: string): boolean {
  let fd: number;
  try {
    fd = openSync(path, 'wx', 0o644);
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    throw error;
  }
  try {
    writeFileSync(fd, text);
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** What fails here is stale as soon as this process ends. */
function release(folder: string, lock: string, text: string): void {
  tidy(() => {
    if (readReal(lock, 'write')?.text === text) unlinkSync(lock);
    removeEmpty(folder);
  });
}

function isStale(lock: string): boolean {
  const stat = statOf(lock);
  if (!stat) return false;
  if (!stat.isFile() || Math.abs(Date.now() - stat.mtimeMs) > old) return true;
  const holder = holderOf(lock);
  return holder?.host === hostname() && !isAlive(holder.pid);
}

function holderOf(lock: string): Holder | undefined {
  try {
    return holderSchema.safeParse(valueIn(readReal(lock, 'write')?.text ?? '')).data;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isErrno(error, 'ESRCH');
  }
}

/** One thief at a time: a second would take the lock the first has just made. */
function steal(lock: string): void {
  const guard = `${lock}.steal`;
  if (!create(guard, '')) {
    const stat = statOf(guard);
    if (stat && Math.abs(Date.now() - stat.mtimeMs) > old) unlinkSync(guard);
    return;
  }
  try {
    if (isStale(lock)) unlinkSync(lock);
  } finally {
    rmSync(guard, { force: true });
  }
}

function taken(lock: string): AnyhookError {
  const holder = holderOf(lock);
  const who = holder
    ? `process ${holder.pid} on ${holder.host} since ${holder.time}`
    : 'another process';
  return new AnyhookError('write', `${lock} is held by ${who}; let it end, or delete the lock`);
}
