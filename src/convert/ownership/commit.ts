import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { resolveInside } from '../../files/root.ts';
import {
  backupPathOf,
  type ReplaceOptions,
  removeFile,
  replaceFile,
} from '../../files/settings-file.ts';
import { attempt } from '../../util/attempt.ts';
import { isSameJson } from '../../util/equal.ts';
import { sha256 } from '../../util/sha256.ts';
import { type Entries, joinEntries, type Ledger, type LedgerFile } from './ledger.ts';

/** A settings file about to be written, and what in it is then ours. */
export interface SettingsChange {
  /** The file's name in the ledger: its path below the root, with forward slashes. */
  file: string;
  /** The text that the new one was made from; undefined: there was no file. */
  textBefore: string | undefined;
  /** The new text; undefined: the file is removed. */
  newText: string | undefined;
  /** All elements of ours in the new text. */
  entries: Entries;
  /** See {@link LedgerFile}. */
  writtenSettings?: readonly string[] | undefined;
  /** See {@link LedgerFile}. */
  sources?: LedgerFile['sources'];
  /** True: `was` holds some of our entries already, so it is no text to restore later. */
  hasAdopted?: boolean;
}

/**
 * Writes a settings file and what the ledger says of it, under the lock. If the process is killed at
 * any moment, the file has its old or its new text, and the ledger lists every entry of ours in it.
 * Throws `write` with both as they were.
 */
export function commitSettings(ledger: Ledger, change: SettingsChange): void {
  const { file, textBefore: was, newText: text, entries, writtenSettings: set, sources } = change;
  const { root } = ledger;
  const path = join(root.path, file);
  const old = ledger.fileAt(file);
  const { backup, ...origin } = originOf(old, change);
  const after = text === undefined ? (old?.after ?? '') : sha256(text);
  const note = (entries: Entries, sources: LedgerFile['sources']) => {
    const { sources: _, ...known } = old ?? {};
    const ours = { ...known, ...origin, after, entries, set: set?.length ? [...set] : undefined };
    const isGone = !after || isEmpty(entries);
    ledger.setFile(file, isGone ? undefined : { ...ours, ...(sources && { sources }) });
  };
  try {
    note(joinEntries(old?.entries ?? {}, entries), old?.sources);
    if (text === undefined) removeFile(path, { ...root, was });
    else replaceFile(path, text, { ...root, was, backup });
  } catch (error) {
    attempt(() => ledger.setFile(file, old));
    throw error;
  }
  note(entries, sources);
  const isRestored = text !== undefined && isEmpty(entries) && sha256(text) === old?.before;
  if (isRestored)
    attempt(() => rmSync(backupPathOf(resolveInside(root, path, 'write')), { force: true }));
}

/** Writes a change like {@link commitSettings}, if it changes the file or what the ledger says of it. */
export function commitIfChanged(ledger: Ledger, change: SettingsChange): void {
  const { file, textBefore: was = '', newText: text = '', entries, sources } = change;
  const old = ledger.fileAt(file);
  if (text !== was || !isSameJson(entries, old?.entries ?? {})) commitSettings(ledger, change);
  else if (old && !isSameJson(sources, old.sources)) {
    const { sources: _, ...known } = old;
    ledger.setFile(file, { ...known, ...(sources && { sources }) });
  }
}

type Origin = Pick<LedgerFile, 'created' | 'before'> & Pick<ReplaceOptions, 'backup'>;

/** What was before our first write, and whether it is `was`. */
function originOf(
  old: LedgerFile | undefined,
  { textBefore: was, newText: text, hasAdopted }: SettingsChange,
): Origin {
  if (was === undefined) return { created: true, before: null };
  const now = sha256(was);
  // Also where a run was killed before it wrote.
  const first = !old || now === old.before;
  if (first && !hasAdopted && text !== was) return { created: false, before: now, backup: 'fresh' };
  if (old && now === old.after) return { created: old.created, before: old.before };
  // Somebody else wrote since: what was before us does not have that.
  return { created: false, before: null, backup: 'once' };
}

const isEmpty = (entries: Entries): boolean => !Object.values(entries).some((list) => list.length);
