/** Reads and writes the value record, `kept.json` beside the runner: values that shim lines name by a key. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { entryKeyPattern } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import { readRegularFile, writeFiles } from '../files/atomic.ts';
import { withFileErrors } from '../files/file-errors.ts';
import { anyhookFolderOf, type Root, statOf } from '../files/root.ts';
import { backupPathOf } from '../files/settings-file.ts';
import { maxRecordBytes, parseRecordJson, valueRecordName } from '../shim/line-values.ts';
import { attempt } from '../util/attempt.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { sha256 } from '../util/sha256.ts';

/**
 * The entries of the record, by the keys that shim lines name: `{ '0a1b2c3d4e': { env: { TOKEN: 'x' } } }`.
 */
export type ValueRecord = Readonly<Record<string, Json>>;

/** Returns the key of an entry: a hash of its content, so that the same entry gets the same key everywhere. */
export const valueKeyOf = (entry: Json): string => sha256(JSON.stringify(entry)).slice(0, 10);

/** Returns the entry of a key. Undefined: the record has no such key. */
export const findValueEntry = (record: ValueRecord, key: string): Json | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/**
 * Reads the text of a value record. Entries that are no objects, or whose key has another form than ours,
 * are left out. Undefined: the text is no record.
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
 * Returns the text of a record. Each entry is on a line of its own, so that git can merge the entries that
 * two branches add.
 */
export function formatValueRecord(record: ValueRecord): string {
  const lines = Object.entries(record)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => `    "${key}": ${JSON.stringify(entry)}`);
  return `{\n  "version": 1,\n  "kept": {\n${lines.join(',\n')}\n  }\n}\n`;
}

/** Returns the path of the record's file below a root. */
const pathIn = (base: Root): string => join(anyhookFolderOf(base, 'settings'), valueRecordName);

/** Reads the record below a root. If it is missing or cannot be read, the record is empty. */
export const readValueRecord = (base: Root): ValueRecord =>
  attempt(() => parseValueRecord(readRegularFile(pathIn(base), 'settings')?.text ?? '')) ?? {};

/**
 * Writes the record below a root, or removes its file if the record has no entries. A file there that is
 * no record is renamed to a backup. The caller holds the lock. Throws `write`, and `settings` if a newer
 * version of anyhook wrote the file.
 */
export function writeValueRecord(base: Root, record: ValueRecord): void {
  const to = pathIn(base);
  const oldFile = attempt(() => readRegularFile(to, 'write'));
  const oldRecord = oldFile && parseValueRecord(oldFile.text);
  const { version } = parseRecordJson(oldFile?.text ?? '');
  if (typeof version === 'number' && version > 1)
    throw new AnyhookError('settings', `${to} was made by a newer anyhook: update anyhook`);
  if (!oldRecord && statOf(to)) withFileErrors('write', to, () => renameSync(to, backupPathOf(to)));
  const text = formatValueRecord(record);
  if (Buffer.byteLength(text) > maxRecordBytes)
    throw new AnyhookError('write', `${to} would be larger than 4 MB: shorten the values of env`);
  if (!Object.keys(record).length) {
    if (oldRecord) withFileErrors('write', to, () => rmSync(to, { force: true }));
  } else if (text !== oldFile?.text) {
    const like =
      oldRecord && oldFile
        ? Object.assign(Object.create(oldFile.stat), { mode: 0o600 }) // the owner alone may read it
        : undefined;
    writeFiles(base, { to, text, mode: 0o600, like });
  }
}

/** Returns all words in texts that have the form of a key of the record. */
export const findValueKeys = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text) => text.split(/[^\da-f]+/).filter((word) => entryKeyPattern.test(word))),
  );
