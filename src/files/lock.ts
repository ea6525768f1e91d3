import { randomUUID } from 'node:crypto';
import { rmSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { AnyhookError } from '../errors.ts';
import { attempt } from '../util/attempt.ts';
import { createFile, readRegularFile } from './atomic.ts';
import { hasErrorCode, toFileError } from './file-errors.ts';
import { anyhookFolderOf, makeFolder, type Root, removeIfEmpty, statOf } from './root.ts';

/** What a lock file says of the process that holds the lock. */
const holderSchema = z.object({
  pid: z.number().int().positive(),
  host: z.string().regex(/^[\w.-]{1,255}$/),
  time: z.iso.datetime(),
});

/** A lock of this age, in milliseconds, is taken over, whoever holds it. */
const staleAge = 60_000;

/**
 * Runs work while no other run of ours writes below the same root: makes the file `.anyhook/lock`, which
 * names this process, does the work, and removes the file. Waits for a run that holds the lock, and
 * throws `write`, which names that run, after `patience` milliseconds.
 */
export async function withLock<T>(
  base: Root,
  work: () => T | Promise<T>,
  patience = 10_000,
): Promise<T> {
  const lock = join(anyhookFolderOf(base), 'lock');
  const time = new Date().toISOString();
  const holder = { pid: process.pid, host: hostname(), time, id: randomUUID() };
  const text = `${JSON.stringify(holder)}\n`;
  const end = performance.now() + patience;
  while (!tryLock(base, lock, text)) {
    if (performance.now() > end) throw lockedError(lock);
    await setTimeout(5 + Math.random() * 20);
  }
  try {
    return await work();
  } finally {
    // A lock file that cannot be removed is stale as soon as this process ends.
    attempt(() => readRegularFile(lock, 'write')?.text === text && unlinkSync(lock));
    removeIfEmpty(dirname(lock));
  }
}

/** Tries to make the lock file. Returns false where another run has the lock, or had it just now. */
function tryLock(base: Root, lock: string, text: string): boolean {
  try {
    makeFolder(base, dirname(lock));
    if (tryCreate(lock, text)) return true;
    if (isStale(lock)) removeStale(lock);
    return false;
  } catch (error) {
    // Another run removed the lock, or the empty folder.
    if (hasErrorCode(error, 'ENOENT')) return false;
    removeIfEmpty(dirname(lock));
    throw toFileError('write', lock, error);
  }
}

/** Makes a file. Returns false where there is one. */
function tryCreate(path: string, text: string): boolean {
  try {
    createFile(path, text, 0o644);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Tells whether a file was changed long ago; or in the future, after a clock was set back. */
const isOld = (path: string): boolean => {
  const stat = statOf(path);
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > staleAge;
};

/** Tells whether a lock is nobody's: it is old, no file, or its process on this machine has ended. */
function isStale(lock: string): boolean {
  if (isOld(lock) || statOf(lock)?.isFile() === false) return true;
  const holder = holderOf(lock);
  return holder?.host === hostname() && !isAlive(holder.pid);
}

/** Returns who holds the lock; undefined where the file does not say. */
const holderOf = (lock: string): z.infer<typeof holderSchema> | undefined =>
  attempt(() => holderSchema.parse(JSON.parse(readRegularFile(lock, 'write')?.text ?? '')));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !hasErrorCode(error, 'ESRCH');
  }
}

/**
 * Removes a lock whose process has ended. One process at a time does so, under a second lock file: else
 * two that saw the stale lock would both remove it, and the second would remove the first one's new lock.
 */
function removeStale(lock: string): void {
  const guard = `${lock}.steal`;
  if (!tryCreate(guard, '')) {
    if (isOld(guard)) unlinkSync(guard);
    return;
  }
  try {
    if (isStale(lock)) unlinkSync(lock);
  } finally {
    rmSync(guard, { force: true });
  }
}

function lockedError(lock: string): AnyhookError {
  const holder = holderOf(lock);
  const who = holder
    ? `process ${holder.pid} on ${holder.host} since ${holder.time}`
    : 'another process';
  return new AnyhookError('write', `${lock} is held by ${who}; let it end, or delete the lock`);
}
