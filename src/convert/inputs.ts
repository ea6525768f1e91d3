/** Everything that a conversion of files reads from the disk. */
import { formatOf, neutralVendor } from '../settings/formats/index.ts';
import {
  findPlugin,
  findSharingAgents,
  hasSettings,
  readOuterFiles,
  readSourceFiles,
  readTargetFiles,
  type SettingsFile,
} from '../settings/vendor-files.ts';
import { scopeRootOf, type Workspace } from '../settings/workspace.ts';
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
  const ledger = new Ledger(scopeRootOf(workspace));
  const sources = readSourceFiles(from, job.input, workspace, '--input');
  const { targets, readOnlyFiles } = readTargetFiles(to, job.output, workspace, ledger.fileNames);
  const outerFiles = readOuterFiles(to, workspace);
  const ownedIn = (files: readonly SettingsFile[]) => files.map(({ path }) => ledger.fileAt(path));
  const { launcher = launcherFor(to, workspace, isForWindows(job)) } = job;
  const { path } = sources[0];
  const options: ConvertOptions = {
    ...job,
    source: sources,
    target: targets,
    readOnlyFiles,
    outerFiles,
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

/**
 * Whether hooks that the target's agent has in its own dialect are started through the shim as well:
 * where `force` asks for it, and in a project in which one agent loads the settings of another. Of two
 * lines of ours for one hook, one stands aside; a line of ours and a plain entry would both run.
 */
function shouldWrapOwn({ from, to, force, alongside = [] }: Job, workspace: Workspace): boolean {
  if (formatOf(to).holdsAllDialects) return false;
  if (from === to) return force === true;
  const isThere = (id: string) => alongside.includes(id) || hasSettings(id, workspace);
  const isShared = workspace.scope === 'project' && findSharingAgents(to, workspace).some(isThere);
  return formatOf(from).holdsAllDialects && isShared;
}
