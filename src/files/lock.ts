import { rmSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AnyhookError } from '../errors.ts';
import { attempt } from '../util/attempt.ts';
import { isObject } from '../util/equal.ts';
import { waitFor } from '../util/progress.ts';
import { randomDigits } from '../util/random-digits.ts';
import { createFile, readRegularFile } from './atomic.ts';
import { hasErrorCode, toFileError } from './file-errors.ts';
import { anyhookFolderOf, makeFolder, type Root, removeIfEmpty, statOf } from './root.ts';

/** The content of a lock file: the process that holds the lock, its machine, and since when. */
interface Holder {
  pid: number;
  host: string;
  time: string;
}

/** Tells whether a value is the content of a lock file. Its texts are printed, so they have nothing but the expected characters. */
const isHolder = (value: unknown): value is Holder =>
  isObject(value) &&
  Number.isSafeInteger(value.pid) &&
  Number(value.pid) > 0 &&
  typeof value.host === 'string' &&
  /^[\w.-]{1,255}$/.test(value.host) &&
  typeof value.time === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(value.time);

/** The age, in milliseconds, from which a lock is removed even if its process is running. */
const staleAge = 60_000;

/**
 * Calls `work` while no other run of ours writes below the same root: makes the file `.anyhook/lock`, which
 * names this process, and removes it after the work.
 *
 * @param maxWait How many milliseconds to wait for another run that holds the lock. Then `write` is thrown,
 *   with a message that names that run.
 */
export async function withLock<T>(
  base: Root,
  work: () => T | Promise<T>,
  maxWait = 10_000,
): Promise<T> {
  const lock = join(anyhookFolderOf(base), 'lock');
  const time = new Date().toISOString();
  const holder = { pid: process.pid, host: hostname(), time, id: randomDigits() };
  const text = `${JSON.stringify(holder)}\n`;
  const deadline = performance.now() + maxWait;
  const waitForLock = async () => {
    do {
      if (performance.now() > deadline) throw lockedError(lock);
      await setTimeout(5 + Math.random() * 20);
    } while (!tryLock(base, lock, text));
  };
  if (!tryLock(base, lock, text)) await waitFor('another anyhook that writes here', waitForLock());
  try {
    return await work();
  } finally {
    // A lock file that cannot be removed is stale as soon as this process ends.
    attempt(() => readRegularFile(lock, 'write')?.text === text && unlinkSync(lock));
    removeIfEmpty(dirname(lock));
  }
}

/** Tries to make the lock file. Returns false if another run has the lock, or had it a moment ago. */
function tryLock(base: Root, lock: string, text: string): boolean {
  try {
    makeFolder(base, dirname(lock));
    if (tryCreate(lock, text)) return true;
    if (isStale(lock)) removeStale(lock);
    return false;
  } catch (error) {
    // Meanwhile another run has removed the lock, or the folder `.anyhook`, which was empty.
    if (hasErrorCode(error, 'ENOENT')) return false;
    removeIfEmpty(dirname(lock));
    throw toFileError('write', lock, error);
  }
}

/** Makes a file. Returns false if there is one already. */
function tryCreate(path: string, text: string): boolean {
  try {
    createFile(path, text, 0o644, { isForNow: true });
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Tells whether a file was changed long ago; or far in the future, as it seems after a clock was set back. */
const isOld = (path: string): boolean => {
  const stat = statOf(path);
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > staleAge;
};

/** Tells whether a lock may be removed: it is old, or no file, or its process was on this machine and has ended. */
function isStale(lock: string): boolean {
  if (isOld(lock) || statOf(lock)?.isFile() === false) return true;
  const holder = holderOf(lock);
  return holder?.host === hostname() && !isAlive(holder.pid);
}

/** Returns the process that holds a lock. Undefined: the file cannot be read, or does not say. */
function holderOf(lock: string): Holder | undefined {
  const value = attempt(() => JSON.parse(readRegularFile(lock, 'write')?.text ?? ''));
  return isHolder(value) ? value : undefined;
}

/** Tells whether a process is running. The signal 0 asks without any effect. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !hasErrorCode(error, 'ESRCH');
  }
}

/**
 * Removes a stale lock. Only one process at a time does this, under a second lock file. Otherwise two
 * processes could see the same stale lock, and the slower one would remove the new lock of the other.
 */
function removeStale(lock: string): void {
  const secondLock = `${lock}.steal`;
  if (!tryCreate(secondLock, '')) {
    if (isOld(secondLock)) unlinkSync(secondLock);
    return;
  }
  try {
    if (isStale(lock)) unlinkSync(lock);
  } finally {
    rmSync(secondLock, { force: true });
  }
}

/** Makes the error of a run that has waited too long. */
function lockedError(lock: string): AnyhookError {
  const holder = holderOf(lock);
  const who = holder ? ` (process ${holder.pid} on ${holder.host} since ${holder.time})` : '';
  const text = `another anyhook is writing here${who}; wait until it ends, or delete ${lock}`;
  return new AnyhookError('write', text);
}
