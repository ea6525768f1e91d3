/** Everything that a conversion of files reads from the disk. */
import { join, resolve } from 'node:path';
import { AnyhookError } from '../errors.ts';
import { isBelow } from '../files/root.ts';
import type { FileText } from '../settings/formats/format.ts';
import { formatOf, neutralVendor, readSettingsText } from '../settings/formats/index.ts';
import { tableOf } from '../settings/tables.ts';
import {
  chooseTargets,
  defaultFilesOf,
  findForeignReaders,
  findPlugin,
  hasSettings,
  openSettingsFile,
  readOnlyFilesOf,
  readSourceFiles,
  type SettingsFile,
  writableFilesOf,
} from '../settings/vendor-files.ts';
import { displayPath, scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import type { Job } from './job.ts';
import { launcherFor, startsInstalledRunner } from './launcher.ts';
import type { ConvertOptions } from './options.ts';
import { isForWindows } from './options.ts';
import { Ledger } from './ownership/ledger.ts';
import { divideBySource } from './ownership/sources.ts';
import { workspaceOfSource } from './working-folder.ts';

/** The files of a conversion, and what earlier conversions wrote into them. */
export interface ConversionInputs {
  workspace: Workspace;
  /** The ledger of the workspace's root, opened once: under the lock, where the conversion writes. */
  ledger: Ledger;
  sources: readonly [SettingsFile, ...SettingsFile[]];
  /** The files of the target that are written. */
  targets: readonly SettingsFile[];
  /** What {@link convertText} is given. */
  options: ConvertOptions;
}

/** Reads all that a job needs. Throws `settings`, `usage`. */
export function readInputs(job: Job, workspace: Workspace): ConversionInputs {
  const { from, to } = job;
  const sources = readSourceFiles(from, job.input, workspace, '--input');
  const ledger = new Ledger(scopeRootOf(workspace));
  const { targets, beside } = readTargets(job, workspace, ledger);
  const ownedIn = (files: readonly SettingsFile[]) => files.map(({ path }) => ledger.fileAt(path));
  const { launcher = launcherFor(to, workspace, isForWindows(job)) } = job;
  const { path } = sources[0];
  const options: ConvertOptions = {
    ...job,
    source: sources,
    target: targets,
    readOnlyFiles: [
      ...beside,
      ...readOnlyFilesOf(to, workspace).map((one) => openSettingsFile(one, workspace)),
    ],
    outerFiles: readOuterFiles(to, workspace),
    launcher,
    valuesOnLine: job.launcher !== undefined && !startsInstalledRunner(launcher, to, workspace),
    ...divideBySource(ownedIn(targets), from, to),
    writtenSettings: ownedIn(targets).flatMap((file) => file?.set ?? []),
    writtenIntoSource: {
      fromTarget: divideBySource(ownedIn(sources), to, from).ofThisSource,
      fromNeutral: divideBySource(ownedIn(sources), neutralVendor(), from).ofThisSource,
    },
    earlierNonGuards: ledger.nonGuardsOf(from),
    workspace,
    ledger,
    sourceWorkspace: job.input === undefined ? workspace : workspaceOfSource(path, from, workspace),
    wrapsOwnDialect: shouldWrapOwn(job, workspace),
    plugin: findPlugin(path, from),
  };
  return { workspace, ledger, sources, targets, options };
}

/** Reads the files of the target that are written, and those beside them that are not. */
function readTargets(
  { to, output }: Job,
  workspace: Workspace,
  ledger: Ledger,
): ReturnType<typeof chooseTargets> {
  const { path: root } = ledger.root;
  if (output === undefined) {
    return chooseTargets(to, workspace, ({ path }) => ledger.fileAt(path) !== undefined);
  }
  if (output === '-') {
    const targets = defaultFilesOf(to, workspace).map((one) => {
      return { ...one, file: displayPath(one.path, workspace), text: '', textOnDisk: undefined };
    });
    return { targets, beside: [] };
  }
  const path = resolve(workspace.root, output);
  if (isBelow(root, path)) return { targets: [openSettingsFile({ path }, workspace)], beside: [] };
  const where = displayPath(root, workspace) || workspace.root;
  throw new AnyhookError(
    'usage',
    `--output ${output} lies outside ${where}, where its commands would not find the runner; go there, or say --output -`,
  );
}

/**
 * Reads the files whose settings hold for a project besides its own: those of the person, and those of
 * other vendors that the agent loads. A file that cannot be read is left out.
 */
function readOuterFiles(vendor: string, workspace: Workspace): FileText[] {
  if (workspace.scope !== 'project') return [];
  const user: Workspace = { ...workspace, scope: 'user' };
  const loaded = (tableOf(vendor).files.alsoLoaded?.project ?? []).map((name) => {
    return { file: { path: join(scopeRootOf(workspace).path, name) }, of: workspace };
  });
  const all = [...writableFilesOf(vendor, user).map((file) => ({ file, of: user })), ...loaded];
  return all.flatMap(({ file, of }) => attempt(() => readValid(vendor, file, of)) ?? []);
}

/** Reads a file, and throws `settings` where its text is no settings file of the vendor. */
function readValid(vendor: string, file: { path: string }, workspace: Workspace): FileText {
  const read = openSettingsFile(file, workspace);
  readSettingsText(vendor, read.text, read.file);
  return read;
}

/**
 * Whether hooks that the target's agent has in its own dialect are started through the shim as well:
 * where `force` asks for it, and in a project in which one agent loads the settings of another. Of two
 * lines of ours for one hook, one stands aside; a line of ours and a plain entry would both run.
 */
function shouldWrapOwn({ from, to, force, alongside = [] }: Job, workspace: Workspace): boolean {
  if (formatOf(to).holdsAllDialects) return false;
  if (from === to) return force === true;
  const isThere = (id: string) => alongside.includes(id) || hasSettings(id, workspace);
  const sharing = [...findForeignReaders(to, workspace), ...(adapterOf(to).loads ?? [])];
  return formatOf(from).holdsAllDialects && workspace.scope === 'project' && sharing.some(isThere);
}
