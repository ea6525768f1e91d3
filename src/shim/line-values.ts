/** The values that a line names by a key, since a line is shown to others. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Flags } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import { isObject } from '../util/equal.ts';
import { type Json, valueIn } from '../util/json.ts';

/** The record beside a runner. */
export const valueRecordName = 'kept.json';
/** No record is larger, in bytes: each run of a line with `--values` reads all of it. */
export const maxRecordBytes = 4 * 1024 * 1024;

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Adds to the flags of a run what the record beside its runner holds for it. Throws `settings` where
 * that cannot be had: without its values, a hook is another one.
 */
export function addRecordedValues(flags: Flags, runner = ''): void {
  const { values: key } = flags;
  if (key === undefined) return;
  const path = join(dirname(runner), valueRecordName);
  try {
    const { env, headers } = parseRecordEntry(entryIn(textOf(path), key));
    flags.env = { ...env, ...flags.env };
    if (flags.url !== undefined) flags.headers = { ...headers, ...flags.headers };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'is not there' : code ? `cannot be read (${code})` : message;
    throw new AnyhookError('settings', `the values of --values ${key} are missing: ${path} ${why}`);
  }
}

/** A record's text as JSON; editors may put a byte order mark before it. */
export function parseRecordJson(text: string): { version?: unknown; kept?: Json } {
  const record = valueIn(text.replace(/^\uFEFF/, ''));
  const { version, kept } = isObject(record) ? record : {};
  return { version, ...(isObject(kept) && { kept }) };
}

function entryIn(text: string, key: string): unknown {
  const { kept } = parseRecordJson(text);
  if (!kept) throw new Error('is cut off, or a merge in it is not settled');
  return Object.hasOwn(kept, key) ? kept[key] : undefined;
}

type Texts = Record<string, string>;

/** What an entry says of a hook. Throws where it is none, or holds what no line of ours says. */
export function parseRecordEntry(entry: unknown): { env: Texts; headers: Texts } {
  if (!isObject(entry)) throw new Error('has no such entry');
  return { env: textsIn(entry.env), headers: textsIn(entry.headers) };
}

/** A regular file's text: no pipe is waited for, no link followed. */
function textOf(path: string): string {
  const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error('is not a regular file');
    if (stat.size > maxRecordBytes) throw new Error('is larger than 4 MB');
    const bytes = Buffer.alloc(stat.size);
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, stat.size, 0));
  } finally {
    closeSync(fd);
  }
}

/** Texts by name, as variables and headers are. */
function textsIn(value: unknown = {}): Texts {
  const isText = ([name, text]: [string, unknown]) =>
    /^[^=\0]+$/.test(name) && typeof text === 'string';
  if (!isObject(value) || !Object.entries(value).every(isText))
    throw new Error('holds something else under this key');
  return value as Texts;
}
