/**
 * Reads the value record `kept.json`. It holds variables and headers that a shim line names only by a
 * key, because others may see the settings file with the line.
 */
import { dirname, join } from 'node:path';
import type { Flags } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import { isObject } from '../util/equal.ts';
import { type Json, parseJson } from '../util/json.ts';
import { describeReadError, readRegularFile } from '../util/regular-file.ts';

/** File name of the value record, which is in the folder of the runner. */
export const valueRecordName = 'kept.json';
/** The largest size of a value record in bytes: each run of a line with `--values` reads all of it. */
export const maxRecordBytes = 4 * 1024 * 1024;

/**
 * Adds to flags the variables and headers that the value record holds under the key of `--values`. Values
 * that the line itself states win. Throws `settings` if the record cannot be read, because the hook would
 * do something else without its values.
 *
 * @param runner Path of the runner, in whose folder the record is.
 */
export function addRecordedValues(flags: Flags, runner = ''): void {
  const { values: key } = flags;
  if (key === undefined) return;
  const path = join(dirname(runner), valueRecordName);
  try {
    const { env, headers } = parseRecordEntry(entryIn(readRegularFile(path, maxRecordBytes), key));
    flags.env = { ...env, ...flags.env };
    if (flags.url !== undefined) flags.headers = { ...headers, ...flags.headers };
  } catch (error) {
    const why = `${path} ${describeReadError(error)}`;
    throw new AnyhookError('settings', `the values of --values ${key} are missing: ${why}`);
  }
}

/**
 * Parses the text of a value record. Skips a byte order mark, which some editors write.
 *
 * @returns its version, and as `kept` its entries by key. `kept` is absent if the text is no value record.
 */
export function parseRecordJson(text: string): { version?: unknown; kept?: Json } {
  const record = parseJson(text.replace(/^\uFEFF/, ''));
  const { version, kept } = isObject(record) ? record : {};
  return { version, ...(isObject(kept) && { kept }) };
}

/** Returns the entry of a key in the text of a value record. Undefined: the record has none. Throws if the text is no record. */
function entryIn(text: string, key: string): unknown {
  const { kept } = parseRecordJson(text);
  if (!kept) throw new Error('is cut off, or has a merge conflict');
  return Object.hasOwn(kept, key) ? kept[key] : undefined;
}

type Texts = Record<string, string>;

/** Parses an entry of a value record. Throws an `Error` if it does not have the form that the converter writes. */
export function parseRecordEntry(entry: unknown): { env: Texts; headers: Texts } {
  if (!isObject(entry)) throw new Error('has no such entry');
  return { env: parseTexts(entry.env), headers: parseTexts(entry.headers) };
}

/** Returns a value that is an object of texts; their names must be possible names of variables. Throws for anything else. */
function parseTexts(value: unknown = {}): Texts {
  const isNamedText = ([name, text]: [string, unknown]) =>
    /^[^=\0]+$/.test(name) && typeof text === 'string';
  if (!isObject(value) || !Object.entries(value).every(isNamedText))
    throw new Error('holds something else under this key');
  return value as Texts;
}
