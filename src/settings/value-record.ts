/** The value record, `kept.json` beside the runner: values that shim lines name by a key. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { entryKeyPattern } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import { readRegularFile, type TextFile, writeFiles } from '../files/atomic.ts';
import { withFileErrors } from '../files/file-errors.ts';
import { anyhookFolderOf, type Root, statOf } from '../files/root.ts';
import { backupPathOf } from '../files/settings-file.ts';
import { maxRecordBytes, parseRecordJson, valueRecordName } from '../shim/line-values.ts';
import { attempt } from '../util/attempt.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { sha256 } from '../util/sha256.ts';

/** Entries by the keys under which shim lines name them. */
export type ValueRecord = Readonly<Record<string, Json>>;

/** Returns the key of an entry: a hash of its content, so that two people give one entry one key. */
export const valueKeyOf = (entry: Json): string => sha256(JSON.stringify(entry)).slice(0, 10);

/** Returns the entry of a key; undefined where there is none. */
export const findValueEntry = (kept: ValueRecord, key: string): Json | undefined =>
  Object.hasOwn(kept, key) ? kept[key] : undefined;

/**
 * Returns the entries of a record's text, by the keys under which shim lines name them; undefined where
 * the text is no record.
 *
 * @example
 * const record = parseValueRecord(await readFile('.anyhook/kept.json', 'utf8'));
 */
export function parseValueRecord(text: string): ValueRecord | undefined {
  const { kept } = parseRecordJson(text);
  if (!kept) return undefined;
  const entries = Object.entries(kept).filter(
    ([key, entry]) => entryKeyPattern.test(key) && isObject(entry),
  );
  return Object.fromEntries(entries) as ValueRecord;
}

/**
 * Returns the text of a record, with each entry on a line, so that git merges what two branches add.
 *
 * @example
 * await writeFile('.anyhook/kept.json', formatValueRecord({ ...record, ...added }));
 */
export function formatValueRecord(kept: ValueRecord): string {
  const lines = Object.entries(kept)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => `    "${key}": ${JSON.stringify(entry)}`);
  return `{\n  "version": 1,\n  "kept": {\n${lines.join(',\n')}\n  }\n}\n`;
}

const pathIn = (base: Root): string => join(anyhookFolderOf(base, 'settings'), valueRecordName);

/** Reads the record below a root. One that is missing, or cannot be read, has no entries. */
export const readValueRecord = (base: Root): ValueRecord => attempt(() => found(base)?.kept) ?? {};

function found(base: Root): { file: TextFile; kept: ValueRecord } | undefined {
  const file = readRegularFile(pathIn(base), 'settings');
  const kept = file && parseValueRecord(file.text);
  return kept && { file, kept };
}

/**
 * Replaces the entries of the record, under the lock; without entries the file is removed. A file that
 * is no record is moved aside. Throws `write`, and `settings` where a newer version wrote the record.
 */
export function writeValueRecord(base: Root, kept: ValueRecord): void {
  const to = pathIn(base);
  const was = attempt(() => readRegularFile(to, 'write'));
  const before = was && parseValueRecord(was.text);
  const { version } = parseRecordJson(was?.text ?? '');
  if (typeof version === 'number' && version > 1)
    throw new AnyhookError('settings', `${to} was made by a newer anyhook: update anyhook`);
  if (!before && statOf(to)) withFileErrors('write', to, () => renameSync(to, backupPathOf(to)));
  const text = formatValueRecord(kept);
  if (Buffer.byteLength(text) > maxRecordBytes)
    throw new AnyhookError('write', `${to} would be larger than 4 MB: shorten what env says`);
  if (!Object.keys(kept).length) {
    if (before) withFileErrors('write', to, () => rmSync(to, { force: true }));
  } else if (text !== was?.text) {
    const like =
      before && was ? Object.assign(Object.create(was.stat), { mode: 0o600 }) : undefined;
    writeFiles(base, { to, text, mode: 0o600, like });
  }
}

/** Returns all words of some texts that have the form of a key. Reads each text once. */
export const findValueKeys = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text) => text.split(/[^\da-f]+/).filter((word) => entryKeyPattern.test(word))),
  );
