import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from '../files/lock.ts';
import { type Root, removeIfEmpty } from '../files/root.ts';
import { readSettingsFile } from '../files/settings-file.ts';
import { namesOwnRunner } from '../settings/command-line/shim-line.ts';
import type { ReadHook, Settings } from '../settings/formats/format.ts';
import { neutralVendor, readSettingsText } from '../settings/formats/index.ts';
import { displayNameOf } from '../settings/hook-names.ts';
import { modulesFolder } from '../settings/modules/names.ts';
import { vendorIds } from '../settings/tables.ts';
import { readNamedValues, readOnlyFilesOf, writableFilesOf } from '../settings/vendor-files.ts';
import {
  displayPath,
  resolveWorkspace,
  scopeRootOf,
  type Workspace,
  type WorkspaceOptions,
} from '../settings/workspace.ts';
import { valueRecordName } from '../shim/line-values.ts';
import { isCodeFile } from '../shim/saved-code.ts';
import { adapterOf } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { groupBy } from '../util/group.ts';
import { computeStep } from '../util/progress.ts';
import { isAbsence, isFolder, lookAt } from '../util/stat.ts';
import { pruneModules } from './module-files.ts';
import { findLostEntries, findOriginalHooks, findOurEntries } from './our-entries.ts';
import { commitSettings } from './ownership/commit.ts';
import { splitElement } from './ownership/elements.ts';
import { type Entries, findOriginalText, Ledger, ledgerNameOf } from './ownership/ledger.ts';
import { mergeEntries } from './ownership/merge-entries.ts';
import { selectSources } from './ownership/sources.ts';
import {
  findNeededFiles,
  installedNames,
  namesBridge,
  removeBridge,
  removeRunner,
} from './runner.ts';
import { pruneValues } from './value-record.ts';

/** The workspace whose settings are changed. */
export interface RemovalOptions extends WorkspaceOptions {
  /** True: nothing is written, and the result tells what would be removed. */
  dryRun?: boolean | undefined;
}

/** What was removed from a settings file, or from all settings files of a vendor. */
export interface Removed {
  /** The name of the file, as a person would write it. */
  file: string;
  /** How many entries were removed, or replaced by the hook that they were made of. */
  count: number;
  /** The text of the file before. */
  before: string;
  /** The text of the file after; undefined: the file held nothing else, and is removed. */
  text: string | undefined;
  /** Entries of ours that a person changed, with the names of their hooks. They stay. */
  edited: { event: string; line?: number | undefined; hooks: string[] }[];
}

/**
 * Removes our entries from a vendor's settings, and the runner if no line starts it any more. Hooks of
 * the vendor's own that we replaced by shim lines are put back. Throws `settings`, `vendor` or `write`.
 *
 * @param where The workspace whose settings are changed. With `dryRun` nothing is written.
 */
export async function removeConversions(vendor: string, where: RemovalOptions): Promise<Removed> {
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
    // All files are read before the first is written: if one cannot be read, no file changes.
    const planned = computeStep('Taking entries out', () => planAll(ledger));
    for (const removal of planned) writeRemoval(removal, ledger);
    pruneValues(workspace, ledger);
    pruneModules(workspace, ledger);
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

/** The planned removal of our entries from one file. */
interface Removal {
  removed: Removed;
  path: string;
  /** The text of the file on the disk; undefined: there is no file. */
  textOnDisk: string | undefined;
  /**
   * The entries that the ledger goes on listing: where lines stay that a person changed, those that they may have been
   * changed from.
   */
  changedEntries: Entries;
}

/**
 * Plans what to remove from a file. If nobody else wrote into the file since our last write, it gets the
 * text from before our first write; otherwise only our entries are taken out.
 */
function planRemoval(vendor: string, path: string, workspace: Workspace, ledger: Ledger): Removal {
  const file = displayPath(path, workspace);
  const textOnDisk = readSettingsFile(path, ledger.root)?.text;
  const before = textOnDisk ?? '';
  const record = readNamedValues(path, textOnDisk, workspace);
  const target = readSettingsText(vendor, before, file, record);
  const known = ledger.fileAt(path);
  const { originals, changedEvents } = findOriginalHooks(vendor, target, known);
  const takeOutEntries = () => {
    const ofThisSource = findOurEntries(vendor, target, known?.entries, workspace);
    const ours = { ofThisSource, isListed: true, writtenSettings: known?.set };
    const [text] = mergeEntries(vendor, target, originals, undefined, ours).texts;
    return { text: text === '' && before ? undefined : text };
  };
  const name = ledgerNameOf(ledger.root, path);
  const restored =
    textOnDisk === undefined ? undefined : findOriginalText(ledger, name, textOnDisk);
  const { text } = restored ?? takeOutEntries();
  const after = readSettingsText(vendor, text ?? '', file, record);
  const changed = after.hooks
    // A line in the agent's own dialect is a person's own, except at an event where a line of ours is
    // changed or gone: there it may be that line.
    .filter(({ wrapped, hook, event }) =>
      wrapped
        ? hook.speaks !== vendor || changedEvents.has(event)
        : namesOwnRunner(hook.command ?? ''),
    );
  // All hooks of an entry stand where its first one stands.
  const entryOf = ({ event, index, at, sharedEntry }: ReadHook, i: number) =>
    JSON.stringify([event, index, at?.line, sharedEntry?.command ?? i]);
  const entries = new Map(changed.map((one, i) => [one, entryOf(one, i)]));
  const edited = [...groupBy(changed, (one) => entries.get(one)).values()].map((hooks) => ({
    event: hooks[0]?.event ?? '',
    line: hooks[0]?.at?.line,
    hooks: hooks.map(({ hook }) => displayNameOf(hook)),
  }));
  // A line that only records an event starts no hook.
  const places = new Set(after.hooks.map(({ event, index }) => `${event} ${index}`));
  for (const { event, index, value } of after.elements)
    if (!places.has(`${event} ${index}`) && namesOwnRunner(JSON.stringify(value)))
      edited.push({ event, line: undefined, hooks: [] });
  const count = countEntries(vendor, target) - countEntries(vendor, after) + originals.length;
  const changedEntries = edited.length ? findLostEntries(target, known?.entries ?? {}) : {};
  return { removed: { file, count, before, text, edited }, path, textOnDisk, changedEntries };
}

/** Writes the text that is left of a file, or removes the file and the folders that are then empty. */
function writeRemoval(
  { removed, path, textOnDisk: textBefore, changedEntries: entries }: Removal,
  ledger: Ledger,
): void {
  const { root } = ledger;
  const { count, text, edited } = removed;
  const known = ledger.fileAt(path);
  if (known || count)
    commitSettings(ledger, {
      file: ledgerNameOf(root, path),
      textBefore,
      newText: textBefore === undefined ? undefined : text,
      entries,
      hasUnlistedLines: edited.length > 0,
      writtenSettings: edited.length ? known?.set : [],
      sources: selectSources(known, entries),
    });
  if (text === undefined) removeEmptyFolders(root, dirname(dirname(path)));
}

const countEntries = (vendor: string, { elements }: Settings): number =>
  elements.flatMap(({ value }) => splitElement(vendor, value)).length;

/** Removes a folder if it is empty, and then each folder above it that is empty and lies below the root. */
function removeEmptyFolders({ path }: Root, folder: string): void {
  for (let at = folder; at.length > path.length && removeIfEmpty(at); ) at = dirname(at);
}

/** Returns the names that the ledger has for the files with the hooks of every agent. */
const namesOfNeutralFiles = (workspace: Workspace): string[] =>
  writableFilesOf(neutralVendor(), workspace).map(({ path }) =>
    ledgerNameOf(scopeRootOf(workspace), path),
  );

/**
 * Removes what the ledger says of the file with the hooks of every agent: the file then belongs to its owner, as if
 * no conversion had ever written it. Files in `.anyhook` that nothing needs are removed. Throws `settings` or `write`.
 */
export async function forgetNeutralFile(where: WorkspaceOptions): Promise<void> {
  const workspace = resolveWorkspace(where);
  const root = scopeRootOf(workspace);
  if (!isFolder(join(root.path, '.anyhook'))) return;
  await withLock(root, () => {
    const ledger = new Ledger(root);
    const names = namesOfNeutralFiles(workspace);
    ledger.keepFiles((name) => !names.includes(name));
    pruneModules(workspace, ledger);
    removeUnusedFiles(ledger, workspace);
  });
}

/**
 * Removes from the ledger the files that do not exist any more, and removes the runner if no line of any vendor
 * starts it.
 */
function removeUnusedFiles(ledger: Ledger, workspace: Workspace): void {
  const { root } = ledger;
  // A file that cannot be read stays in the ledger: our entries may still be in it.
  ledger.keepFiles((name) => {
    const { stats, code } = lookAt(join(root.path, name));
    return stats ? stats.isFile() : !isAbsence(code);
  });
  const users = findUsers(ledger, workspace);
  if (!users.length) removeRunner(root);
  else if (!users.some(({ mayLoadBridge }) => mayLoadBridge)) removeBridge(root);
}

/** A file because of which the runner stays. `mayLoadBridge`: it is a plugin, or it cannot be read. */
interface RunnerUser {
  name: string;
  mayLoadBridge: boolean;
}

/**
 * Returns the files because of which the runner stays: the ledger lists them, lines in them start it, or
 * they cannot be read, so that they may start it.
 */
function findUsers(ledger: Ledger, workspace: Workspace): RunnerUser[] {
  const { root } = ledger;
  const textOf = (path: string): string | undefined => {
    try {
      return readSettingsFile(path, root)?.text ?? '';
    } catch {
      return undefined;
    }
  };
  const startsRunner = (path: string): boolean => {
    const text = textOf(path);
    return text === undefined || findNeededFiles(text).length > 0;
  };
  const neutral = namesOfNeutralFiles(workspace); // no line in them starts the runner
  const listed = ledger.fileNames.filter((name) => !neutral.includes(name));
  const paths = vendorIds().flatMap((vendor) =>
    [...writableFilesOf(vendor, workspace), ...readOnlyFilesOf(vendor, workspace)].map(
      ({ path }) => path,
    ),
  );
  const users = [...listed.map((name) => join(root.path, name)), ...paths.filter(startsRunner)];
  return [...new Set(users)].map((path) => {
    const text = textOf(path);
    return {
      name: displayPath(path, workspace),
      mayLoadBridge: text === undefined || namesBridge(text),
    };
  });
}

/** Tells whether a name in `~/.anyhook` is that of what runs save there: compiled code, and the memory of sessions. */
const isSavedByRuns = (name: string): boolean => isCodeFile(name) || name === 'state';

/** What becomes of the folder `.anyhook`, or why it stays. */
export interface FolderState {
  isThere: boolean;
  /** The names of settings files whose entries need it. */
  users: string[];
  /** Whether it holds what runs of anyhook saved for all projects: compiled code, and the memory of sessions. */
  hasSavedData: boolean;
  /** The names of files in it that are not ours. */
  others: string[];
}

/** Returns whether the folder `.anyhook` is there, and what keeps it. Throws `settings`. */
export function inspectFolder(where: WorkspaceOptions): FolderState {
  const workspace = resolveWorkspace(where);
  const root = scopeRootOf(workspace);
  const folder = join(root.path, '.anyhook');
  if (!isFolder(folder)) return { isThere: false, users: [], hasSavedData: false, others: [] };
  const names = attempt(() => readdirSync(folder).sort()) ?? [];
  const users = findUsers(new Ledger(root), workspace).map(({ name }) => name);
  // Without a line that starts anyhook, what is left in the folder of modules is somebody else's.
  const folders = users.length ? [modulesFolder] : [];
  const ofOurs = [...installedNames, valueRecordName, 'written.json', 'lock', ...folders];
  const saved = root.path === workspace.home ? names.filter(isSavedByRuns) : [];
  return {
    isThere: true,
    users,
    hasSavedData: saved.length > 0,
    others: names.filter((name) => !ofOurs.includes(name) && !saved.includes(name)),
  };
}
