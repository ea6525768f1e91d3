import { dirname, join } from 'node:path';
import { withLock } from '../files/lock.ts';
import { type Root, removeIfEmpty } from '../files/root.ts';
import { readSettingsFile } from '../files/settings-file.ts';
import type { Settings } from '../settings/formats/format.ts';
import { readSettingsText } from '../settings/formats/index.ts';
import { vendorIds } from '../settings/tables.ts';
import { readNamedValues, readOnlyFilesOf, writableFilesOf } from '../settings/vendor-files.ts';
import {
  displayPath,
  resolveWorkspace,
  scopeRootOf,
  type Workspace,
  type WorkspaceOptions,
} from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { isAbsence, lookAt } from '../util/stat.ts';
import { findOriginalHooks, findOurEntries } from './our-entries.ts';
import { commitSettings } from './ownership/commit.ts';
import { splitElement } from './ownership/elements.ts';
import { findOriginalText, Ledger, ledgerNameOf } from './ownership/ledger.ts';
import { mergeEntries } from './ownership/merge-entries.ts';
import { findNeededFiles, removeRunner } from './runner.ts';
import { pruneValues } from './value-record.ts';

/** What was removed from a settings file, or from all of a vendor's. */
export interface Removed {
  /** The name of the file, as a person would write it. */
  file: string;
  /** How many entries were removed, or became what they were before. */
  count: number;
  /** The text of the file before. */
  before: string;
  /** The text of the file after; undefined: the file held nothing else, and is removed. */
  text: string | undefined;
  /** Entries of ours that a person changed. They stay. */
  edited: { event: string; line?: number | undefined }[];
}

/**
 * Removes our entries from a vendor's settings, and the runner if no line starts it any more. Throws
 * `settings`, `vendor` or `write`.
 *
 * @example
 * const { count } = await removeHooks('gemini', {});
 */
export async function removeHooks(
  vendor: string,
  where: WorkspaceOptions & { dryRun?: boolean | undefined },
): Promise<Removed> {
  adapterOf(vendor);
  const workspace = resolveWorkspace(where);
  const root = scopeRootOf(workspace);
  const planAll = (ledger: Ledger): Removal[] =>
    writableFilesOf(vendor, workspace).map(({ path }) =>
      planRemoval(vendor, path, workspace, ledger),
    );
  if (where.dryRun)
    return planAll(new Ledger(root))
      .map(({ removed }) => removed)
      .reduce(joinRemoved);
  return withLock(root, () => {
    const ledger = new Ledger(root);
    // All files are read before the first is written: one that cannot be read keeps every file as it is.
    const planned = planAll(ledger);
    for (const removal of planned) writeRemoval(removal, ledger);
    pruneValues(workspace, ledger);
    removeUnusedFiles(ledger, workspace);
    return planned.map(({ removed }) => removed).reduce(joinRemoved);
  });
}

/** Joins what was removed from two files. */
function joinRemoved(one: Removed, other: Removed): Removed {
  if (!one.before || !other.before) return one.before ? one : other;
  const texts = [one, other].flatMap(({ text }) => text ?? []);
  return {
    file: `${one.file}, ${other.file}`,
    count: one.count + other.count,
    before: one.before + other.before,
    text: texts.length ? texts.join('') : undefined,
    edited: [...one.edited, ...other.edited],
  };
}

/** What is to be removed from one file. */
interface Removal {
  removed: Removed;
  path: string;
  /** The text of the file; undefined: there is none. */
  was: string | undefined;
}

/** Plans what to remove from a file: it is restored where nobody else wrote into it since. */
function planRemoval(vendor: string, path: string, workspace: Workspace, ledger: Ledger): Removal {
  const file = displayPath(path, workspace);
  const was = readSettingsFile(path, ledger.root)?.text;
  const before = was ?? '';
  const kept = readNamedValues(path, was, workspace);
  const target = readSettingsText(vendor, before, file, kept);
  const known = ledger.fileAt(path);
  const { originals, changedEvents } = findOriginalHooks(vendor, target, known);
  const withoutOurs = () => {
    const ours = findOurEntries(vendor, target, known?.entries, workspace);
    const owned = { ofThisSource: ours, writtenSettings: known?.set };
    const [text] = mergeEntries(vendor, target, originals, undefined, owned).texts;
    return { text: text === '' && before ? undefined : text };
  };
  const name = ledgerNameOf(ledger.root, path);
  const { text } =
    (was === undefined ? undefined : findOriginalText(ledger, name, was)) ?? withoutOurs();
  const after = readSettingsText(vendor, text ?? '', file, kept);
  const edited = after.hooks
    // A line in the agent's own dialect is its owner's, unless the ledger says that it was ours.
    .filter(
      ({ wrapped, hook, event }) => wrapped && (hook.speaks !== vendor || changedEvents.has(event)),
    )
    .map(({ event, at }) => ({ event, line: at?.line }));
  const count = countEntries(vendor, target) - countEntries(vendor, after) + originals.length;
  return { removed: { file, count, before, text, edited }, path, was };
}

/** Writes the text that is left of a file, or removes the file and the folders that are then empty. */
function writeRemoval({ removed: { count, text }, path, was }: Removal, ledger: Ledger): void {
  const { root } = ledger;
  if (ledger.fileAt(path) || count) {
    const newText = was === undefined ? undefined : text;
    commitSettings(ledger, {
      file: ledgerNameOf(root, path),
      textBefore: was,
      newText,
      entries: {},
    });
  }
  if (text === undefined) removeEmptyFolders(root, dirname(dirname(path)));
}

const countEntries = (vendor: string, { elements }: Settings): number =>
  elements.flatMap(({ value }) => splitElement(vendor, value)).length;

/** Removes a folder and those above it, as far as they are empty and below the root. */
function removeEmptyFolders({ path }: Root, folder: string): void {
  for (let at = folder; at.length > path.length && removeIfEmpty(at); ) at = dirname(at);
}

/** Removes the runner if no line starts it any more, and forgets files that are gone. */
function removeUnusedFiles(ledger: Ledger, workspace: Workspace): void {
  const { root } = ledger;
  // A file that cannot be looked at is kept: our entries may still be in it.
  ledger.keepFiles((name) => {
    const { stats, code } = lookAt(join(root.path, name));
    return stats ? stats.isFile() : !isAbsence(code);
  });
  const startsRunner = (vendor: string): boolean => {
    try {
      const paths = [...writableFilesOf(vendor, workspace), ...readOnlyFilesOf(vendor, workspace)];
      const texts = paths.map(({ path }) => readSettingsFile(path, root)?.text);
      return texts.some((text) => text && findNeededFiles(text).length > 0);
    } catch {
      return true; // a file that cannot be read may start it
    }
  };
  if (!ledger.fileNames.length && !vendorIds().some(startsRunner)) removeRunner(root);
}
