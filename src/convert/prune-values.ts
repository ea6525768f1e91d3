import { join } from 'node:path';
import { readSettingsFile } from '../files/settings-file.ts';
import { vendorIds } from '../settings/tables.ts';
import {
  findValueKeys,
  readValueRecord,
  type ValueRecord,
  writeValueRecord,
} from '../settings/value-record.ts';
import { readOnlyFilesOf, writableFilesOf } from '../settings/vendor-files.ts';
import { scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { attempt } from '../util/attempt.ts';
import { equal } from '../util/equal.ts';
import { readLedger } from './ownership/ledger.ts';

/** Whether the record lacks some of these entries, or has them otherwise. */
export const lacks = (place: Workspace, record: ValueRecord): boolean => {
  const there = readValueRecord(scopeRootOf(place));
  return !Object.entries(record).every(([key, entry]) => equal(there[key], entry));
};

/** Adds entries to the record, under the lock: before a line names them. */
export function addKept(place: Workspace, record: ValueRecord): void {
  const base = scopeRootOf(place);
  if (lacks(place, record)) writeValueRecord(base, { ...readValueRecord(base), ...record });
}

/** Takes entries out of the record that no line names any more, under the lock. */
export function pruneKept(place: Workspace): void {
  const base = scopeRootOf(place);
  const kept = Object.entries(readValueRecord(base));
  const texts = kept.length ? textsIn(place) : undefined;
  const keys = texts && findValueKeys(texts);
  const named = kept.filter(([key]) => !keys || keys.has(key));
  if (named.length < kept.length) writeValueRecord(base, Object.fromEntries(named));
}

/** All settings of a scope, and whatever else we wrote; undefined: one of them cannot be read. */
function textsIn(place: Workspace): string[] | undefined {
  const base = scopeRootOf(place);
  const paths = vendorIds().flatMap((id) =>
    [...writableFilesOf(id, place), ...readOnlyFilesOf(id, place)].map(({ path }) => path),
  );
  return attempt(() => {
    const ours = Object.keys(readLedger(base).files).map((name) => join(base.root, name));
    return [...new Set([...paths, ...ours])].flatMap(
      (path) => readSettingsFile(path, base)?.text ?? [],
    );
  });
}
