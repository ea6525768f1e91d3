import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Root, resolveInside } from '../../files/root.ts';
import {
  backupPathOf,
  type ReplaceOptions,
  removeFile,
  replaceFile,
} from '../../files/settings-file.ts';
import { attempt } from '../../util/attempt.ts';
import { sha256 } from '../../util/sha256.ts';
import {
  type Entries,
  type LedgerFile,
  ledgerFileOf,
  mergeEntries,
  readLedger,
  writeLedger,
} from './ledger.ts';

/** A settings file to be written, and which entries in it are then ours. */
export interface SettingsChange {
  /** The name of the file in the ledger. */
  file: string;
  /** The text that the new one was made from; undefined where there was no file. */
  was: string | undefined;
  /** The new text; undefined to remove the file. */
  text: string | undefined;
  /** All our elements in the new text, by native event. */
  entries: Entries;
  /** Paths of other values of ours in the new text. */
  set?: readonly string[] | undefined;
  /** Whether `was` holds some of our entries already, so that it is no text to go back to. */
  adopted?: boolean;
}

/**
 * Writes a settings file, and our entries in it into the ledger, under the lock. The ledger is written
 * first with the old and the new entries, then the file, then the ledger with the new entries alone: if
 * the process is killed at any moment, the ledger has every entry of ours in the file.
 */
export function commitSettings(base: Root, change: SettingsChange): void {
  const { file, was, text, entries, set } = change;
  const path = join(base.root, file);
  const record = readLedger(base);
  const old = ledgerFileOf(record, file);
  const { [file]: _, ...others } = record.files;
  const { backup, ...origin } = originOf(old, change);
  const after = text === undefined ? (old?.after ?? '') : sha256(text);
  const note = (entries: Entries) => {
    const ours = { ...old, ...origin, after, entries, set: set?.length ? [...set] : undefined };
    const files = !after || isEmpty(entries) ? others : { ...record.files, [file]: ours };
    writeLedger(base, { ...record, files });
  };
  try {
    note(mergeEntries(old?.entries ?? {}, entries));
    if (text === undefined) removeFile(path, { ...base, was });
    else replaceFile(path, text, { ...base, was, backup });
  } catch (error) {
    attempt(() => writeLedger(base, record));
    throw error;
  }
  note(entries);
  const restored = text !== undefined && isEmpty(entries) && sha256(text) === old?.before;
  if (restored)
    attempt(() => rmSync(backupPathOf(resolveInside(base, path, 'write')), { force: true }));
}

type Origin = Pick<LedgerFile, 'created' | 'before'> & Pick<ReplaceOptions, 'backup'>;

/** Returns what was before our first write, and which backup `was` is to be kept in. */
function originOf(old: LedgerFile | undefined, { was, text, adopted }: SettingsChange): Origin {
  if (was === undefined) return { created: true, before: null };
  const now = sha256(was);
  // True as well where an earlier run was killed before it wrote the file.
  const first = !old || now === old.before;
  if (first && !adopted && text !== was) return { created: false, before: now, backup: 'fresh' };
  if (old && now === old.after) return { created: old.created, before: old.before };
  // Somebody else has written since: the text before our first write lacks what they wrote.
  return { created: false, before: null, backup: 'once' };
}

const isEmpty = (entries: Entries): boolean => !Object.values(entries).some((list) => list.length);
