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

/** A change of one settings file, with the elements in it that are ours afterwards. */
export interface SettingsChange {
  /** The file's name in the ledger: its path below the root, with forward slashes. */
  file: string;
  /** The text from which the new text was made. Undefined: the file did not exist. */
  textBefore: string | undefined;
  /** The new text. Undefined: the file is removed. */
  newText: string | undefined;
  /** All elements of ours in the new text. */
  entries: Entries;
  /** Dotted paths of the settings that we wrote in addition to hooks: `set` of {@link LedgerFile}. */
  writtenSettings?: readonly string[] | undefined;
  /** The source of each element that does not show it by its dialect: `sources` of {@link LedgerFile}. */
  sources?: LedgerFile['sources'];
  /** True: lines stay in the file that a person changed. The ledger goes on knowing the file, so that they stay changed ones. */
  hasUnlistedLines?: boolean | undefined;
  /** True: `textBefore` holds entries of ours already, so that a later removal must not restore it. */
  hasAdopted?: boolean;
}

/**
 * Writes a settings file and what the ledger says of it. The caller holds the lock. The ledger first lists
 * the old and the new entries, then the file is written, then the ledger lists the new entries alone: if
 * the process is killed in between, the ledger lists every entry of ours in the file.
 * Throws `write` if a write fails; the file and the ledger are then as before.
 */
export function commitSettings(ledger: Ledger, change: SettingsChange): void {
  const { file, textBefore, newText, entries, hasUnlistedLines, writtenSettings, sources } = change;
  const { root } = ledger;
  const path = join(root.path, file);
  const old = ledger.fileAt(file);
  const { backup, ...stateBefore } = stateBeforeUs(old, change);
  // While a file is being removed, the ledger keeps the hash of our last write; '': we never wrote it.
  const after = newText === undefined ? (old?.after ?? '') : sha256(newText);
  const noteInLedger = (entries: Entries, sources: LedgerFile['sources']) => {
    const { sources: _, ...known } = old ?? {};
    const set = writtenSettings?.length ? [...writtenSettings] : undefined;
    const noted = { ...known, ...stateBefore, after, entries, set };
    const holdsNothing = !after || (isEmpty(entries) && !hasUnlistedLines);
    ledger.setFile(file, holdsNothing ? undefined : { ...noted, ...(sources && { sources }) });
  };
  try {
    noteInLedger(joinEntries(old?.entries ?? {}, entries), old?.sources);
    if (newText === undefined) removeFile(path, { ...root, was: textBefore });
    else replaceFile(path, newText, { ...root, was: textBefore, backup });
  } catch (error) {
    attempt(() => ledger.setFile(file, old));
    throw error;
  }
  noteInLedger(entries, sources);
  // The file is as it was before our first write: nobody needs its backup any more.
  const isRestored = newText !== undefined && isEmpty(entries) && sha256(newText) === old?.before;
  if (isRestored)
    attempt(() => rmSync(backupPathOf(resolveInside(root, path, 'write')), { force: true }));
}

/** Writes a change as {@link commitSettings} does, unless neither the file nor the ledger would change. */
export function commitIfChanged(ledger: Ledger, change: SettingsChange): void {
  const { file, textBefore = '', newText = '', entries, hasUnlistedLines, sources } = change;
  const old = ledger.fileAt(file);
  const hasNewEntries = !isSameJson(entries, old?.entries ?? {});
  const hasNewSources = !isSameJson(sources, old?.sources);
  if (newText !== textBefore || hasNewEntries) commitSettings(ledger, change);
  else if (old && isEmpty(entries) && !hasUnlistedLines) ledger.setFile(file, undefined);
  else if (old && hasNewSources) {
    const { sources: _, ...known } = old;
    ledger.setFile(file, { ...known, ...(sources && { sources }) });
  }
}

/** The fields of {@link LedgerFile} about the file before our first write, and the backup to make now. */
type StateBefore = Pick<LedgerFile, 'created' | 'before'> & Pick<ReplaceOptions, 'backup'>;

/**
 * Returns what the ledger is to say of the file as it was before our first write, and which backup to make
 * of `textBefore`: `fresh` replaces an older backup, since this is our first write; `once` keeps it.
 */
function stateBeforeUs(
  old: LedgerFile | undefined,
  { textBefore, newText, hasAdopted }: SettingsChange,
): StateBefore {
  if (textBefore === undefined) return { created: true, before: null };
  const now = sha256(textBefore);
  // The ledger may know the file already: an earlier run was killed before it wrote the file.
  const isFirstWrite = !old || now === old.before;
  if (isFirstWrite && !hasAdopted && newText !== textBefore)
    return { created: false, before: now, backup: 'fresh' };
  if (old && now === old.after) return { created: old.created, before: old.before };
  // Somebody else wrote since our last write: the text from before our first write lacks that change.
  return { created: false, before: null, backup: 'once' };
}

const isEmpty = (entries: Entries): boolean => !Object.values(entries).some((list) => list.length);
