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

const holderSchema = z.object({
  pid: z.number().int().positive(),
  host: z.string().regex(/^[\w.-]{1,255}$/),
  time: z.iso.datetime(),
});

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
  const lock = join(anyhookFolderOf(base), 'lock');
  const time = new Date().toISOString();
  const holder = { pid: process.pid, host: hostname(), time, id: randomUUID() };
  const text = `${JSON.stringify(holder)}\n`;
  const end = performance.now() + patience;
  while (!take(base, lock, text)) {
    if (performance.now() > end) throw taken(lock);
    await setTimeout(5 + Math.random() * 20);
  }
  try {
    return await work();
  } finally {
    // What fails here is stale as soon as this process ends.
    attempt(() => readRegularFile(lock, 'write')?.text === text && unlinkSync(lock));
    removeIfEmpty(dirname(lock));
  }
}

/** False: another run has it, or had it just now. */
function take(base: Root, lock: string, text: string): boolean {
  try {
    makeFolder(base, dirname(lock));
    if (create(lock, text)) return true;
    if (isStale(lock)) steal(lock);
    return false;
  } catch (error) {
    // Another run took the lock, or the empty folder, away.
    if (hasErrorCode(error, 'ENOENT')) return false;
    removeIfEmpty(dirname(lock));
    throw toFileError('write', lock, error);
  }
}

/** False: somebody has it. */
function create(path: string, text: string): boolean {
  try {
    createFile(path, text, 0o644);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
}

const isOld = (path: string): boolean => {
  const stat = statOf(path);
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > old;
};

function isStale(lock: string): boolean {
  if (isOld(lock) || statOf(lock)?.isFile() === false) return true;
  const holder = holderOf(lock);
  return holder?.host === hostname() && !isAlive(holder.pid);
}

/** Undefined: it does not say. */
const holderOf = (lock: string): z.infer<typeof holderSchema> | undefined =>
  attempt(() => holderSchema.parse(JSON.parse(readRegularFile(lock, 'write')?.text ?? '')));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !hasErrorCode(error, 'ESRCH');
  }
}

/** One thief at a time: a second would take the lock the first has just made. */
function steal(lock: string): void {
  const guard = `${lock}.steal`;
  if (!create(guard, '')) {
    if (isOld(guard)) unlinkSync(guard);
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
