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

/** A settings file about to be written, and what in it is then ours. */
export interface SettingsChange {
  /** Below the root, with forward slashes: its name in the record. */
  file: string;
  /** The text the new one was made from; undefined: there was no file. */
  was: string | undefined;
  /** Undefined: the file is taken away. */
  text: string | undefined;
  /** Everything of ours in the new text: native event → elements of its list, exactly. */
  entries: Entries;
  /** What else of ours is in it: see the record. */
  set?: readonly string[] | undefined;
  /** `was` holds some of them already: it is no text to go back to. */
  adopted?: boolean;
}

/**
 * Writes a settings file and the record of it, under the lock. Killed at any moment, the file is
 * the old or the new one, and the record knows every entry of ours in it.
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

/** What was before our first write, and whether it is `was`. */
function originOf(old: LedgerFile | undefined, { was, text, adopted }: SettingsChange): Origin {
  if (was === undefined) return { created: true, before: null };
  const now = sha256(was);
  // Also where a run was killed before it wrote.
  const first = !old || now === old.before;
  if (first && !adopted && text !== was) return { created: false, before: now, backup: 'fresh' };
  if (old && now === old.after) return { created: old.created, before: old.before };
  // Somebody else wrote since: what was before us does not have that.
  return { created: false, before: null, backup: 'once' };
}

const isEmpty = (entries: Entries): boolean => !Object.values(entries).some((list) => list.length);
