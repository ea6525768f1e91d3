/** Adds values to the value record of a root, and removes those that no shim line names. */
import { join } from 'node:path';
import type { Root } from '../files/root.ts';
import { readSettingsFile } from '../files/settings-file.ts';
import { vendorIds } from '../settings/tables.ts';
import {
  findValueKeys,
  readValueRecord,
  type ValueRecord,
  writeValueRecord,
} from '../settings/value-record.ts';
import { readOnlyFilesOf, writableFilesOf } from '../settings/vendor-files.ts';
import type { Workspace } from '../settings/workspace.ts';
import { attempt } from '../util/attempt.ts';
import { isSameJson } from '../util/equal.ts';
import type { Ledger } from './ownership/ledger.ts';

/** Tells whether the value record of a root lacks some of these values, or holds other values under their keys. */
export const lacksValues = (root: Root, values: ValueRecord): boolean => {
  const record = readValueRecord(root);
  return !Object.entries(values).every(([key, value]) => isSameJson(record[key], value));
};

/** Adds values to the value record of a root. The caller holds the lock, and writes the lines that name the values afterwards. */
export function addValues(root: Root, values: ValueRecord): void {
  if (lacksValues(root, values)) writeValueRecord(root, { ...readValueRecord(root), ...values });
}

/**
 * Removes the values that no shim line names any more. The caller holds the lock. If a file that may hold
 * such lines cannot be read, all values are kept.
 */
export function pruneValues(workspace: Workspace, ledger: Ledger): void {
  const values = Object.entries(readValueRecord(ledger.root));
  const texts = values.length ? readAllTexts(workspace, ledger) : undefined;
  const keys = texts && findValueKeys(texts);
  const remaining = values.filter(([key]) => !keys || keys.has(key));
  if (remaining.length < values.length)
    writeValueRecord(ledger.root, Object.fromEntries(remaining));
}

/** Returns the texts of all vendors' settings in a workspace and of all files that the ledger lists; undefined: a file cannot be read. */
export function readAllTexts(
  workspace: Workspace,
  { root, fileNames }: Ledger,
): string[] | undefined {
  const paths = vendorIds().flatMap((id) =>
    [...writableFilesOf(id, workspace), ...readOnlyFilesOf(id, workspace)].map(({ path }) => path),
  );
  const written = fileNames.map((name) => join(root.path, name));
  return attempt(() =>
    [...new Set([...paths, ...written])].flatMap(
      (path) => readSettingsFile(path, root)?.text ?? [],
    ),
  );
}
