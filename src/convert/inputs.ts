/** Everything that a conversion of files reads from the disk. */
import { pathInAnyProject } from '../check/script.ts';
import { AnyhookError } from '../errors.ts';
import { scriptOf } from '../settings/command-line/script.ts';
import { formatOf, neutralVendor, readHooks } from '../settings/formats/index.ts';
import {
  filesOf,
  findPlugin,
  findSharingAgents,
  hasSettings,
  readOuterFiles,
  readSourceFiles,
  readTargetFiles,
  type SettingsFile,
  writableFilesOf,
} from '../settings/vendor-files.ts';
import { displayPath, scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { toOneLine } from '../translate/shim-output.ts';
import type { Job } from './job.ts';
import { launcherFor, startsInstalledRunner } from './launcher.ts';
import type { ConvertOptions } from './options.ts';
import { isForWindows } from './options.ts';
import { Ledger } from './ownership/ledger.ts';
import { divideBySource } from './ownership/sources.ts';
import { workspaceOfSource } from './working-folder.ts';

/** The files of a conversion, and the ledger, which lists what earlier conversions wrote into them. */
export interface ConversionInputs {
  workspace: Workspace;
  /** The ledger of the workspace's root, opened once: under the lock, where the conversion writes. */
  ledger: Ledger;
  sources: readonly [SettingsFile, ...SettingsFile[]];
  /** What the ledger calls the source of the hooks. */
  sourceName: string;
  /** The files of the target that are written. */
  targets: readonly SettingsFile[];
  /** What {@link convertText} is given. */
  options: ConvertOptions;
}

/** Reads the files and the ledger that a job needs. Throws `settings`, `usage`. */
export function readInputs(job: Job, workspace: Workspace): ConversionInputs {
  const { from, to } = job;
  const ledger = new Ledger(scopeRootOf(workspace));
  const sources = readSources(job, workspace);
  const { targets, readOnlyFiles } = readTargetFiles(to, job.output, workspace, ledger.fileNames);
  const outerFiles = readOuterFiles(to, workspace);
  const ledgerFilesOf = (files: readonly SettingsFile[]) =>
    files.map(({ path }) => ledger.fileAt(path));
  const { launcher = launcherFor(to, workspace, isForWindows(job)) } = job;
  const { path: sourcePath } = sources[0];
  const [writtenTargets, writtenSources] = [ledgerFilesOf(targets), ledgerFilesOf(sources)];
  const sourceName = sourceNameOf(from, sourcePath, workspace);
  const writtenIntoTargets = divideBySource(writtenTargets, sourceName, to);
  const options: ConvertOptions = {
    ...job,
    hosts: job.alongside,
    source: sources,
    target: targets,
    readOnlyFiles,
    outerFiles,
    launcher,
    valuesOnLine: job.launcher !== undefined && !startsInstalledRunner(launcher, to, workspace),
    ofThisSource: writtenIntoTargets.ofThisSource,
    ofOtherSources: writtenIntoTargets.ofOtherSources,
    isListed: writtenTargets.some((file) => file !== undefined),
    writtenSettings: writtenTargets.flatMap((file) => file?.set ?? []),
    // Here the roles are exchanged: which entries of the source's files came from the target's hooks.
    writtenIntoSource: {
      fromTarget: divideBySource(writtenSources, to, from).ofThisSource,
      fromNeutral: divideBySource(writtenSources, neutralVendor(), from).ofThisSource,
    },
    earlierNonGuards: ledger.nonGuardsOf(from),
    workspace,
    ledger,
    sourceWorkspace:
      job.input === undefined ? workspace : workspaceOfSource(sourcePath, from, workspace),
    wrapsOwnDialect: shouldWrapOwn(job, workspace),
    plugin: findPlugin(sourcePath, from),
  };
  return { workspace, ledger, sources, sourceName, targets, options };
}

/**
 * Returns what the ledger calls the source of a conversion: the vendor; or the vendor and the file, if it is none of the
 * vendor's own here, such as that of a plugin. The hooks of such a file stand beside those of the vendor's own files.
 */
function sourceNameOf(vendor: string, path: string, workspace: Workspace): string {
  const isOwn = filesOf(vendor, workspace).some((one) => one.path === path);
  if (isOwn || formatOf(vendor).holdsAllDialects) return vendor;
  return `${vendor} ${displayPath(path, workspace)}`;
}

/** Reads the files of the source, or takes the text that is given in place of its own file. */
function readSources(
  { from, input, sourceText }: Job,
  workspace: Workspace,
): ConversionInputs['sources'] {
  const [own] = writableFilesOf(from, workspace);
  if (sourceText !== undefined && own) {
    const file = displayPath(own.path, workspace);
    return [{ ...own, file, text: sourceText, textOnDisk: sourceText }];
  }
  const sources = readSourceFiles(from, input, workspace, '--input');
  for (const source of sources) refuseScriptsOfProjects(from, source, workspace);
  return sources;
}

/**
 * Throws `settings` if a neutral hook of the home folder starts a script by a path that each project would have to have:
 * then a project would choose what runs for its person, and where it has no such script, every call would be refused.
 */
function refuseScriptsOfProjects(
  from: string,
  { text, file }: SettingsFile,
  workspace: Workspace,
): void {
  if (workspace.scope !== 'user' || from !== neutralVendor()) return;
  for (const { hook, at } of readHooks(from, text, file).hooks) {
    if (pathInAnyProject(hook, workspace) === undefined) continue;
    const path = toOneLine(scriptOf(hook.command ?? '')?.path ?? '');
    throw new AnyhookError(
      'settings',
      `${file}${at ? `:${at.line}` : ''}: run: the script ${path} would be looked for in each project, whose author could choose it. Write ~/.anyhook/${path}, and keep the script there`,
    );
  }
}

/**
 * Tells whether to start hooks of the target's own dialect through the shim, although its settings can state
 * them as they are. This is so for a file that is converted into itself with `force`. It is also so if the
 * source is a file with hooks of all dialects, and an agent of the project loads the target's settings beside
 * its own, or the target's agent loads those of another: such an agent finds a hook twice. Of two shim lines
 * for one hook, the second does nothing, but a plain entry would run a second time.
 */
function shouldWrapOwn({ from, to, force, alongside = [] }: Job, workspace: Workspace): boolean {
  if (formatOf(to).holdsAllDialects) return false;
  if (from === to) return force === true;
  const isThere = (id: string) => alongside.includes(id) || hasSettings(id, workspace);
  const isShared = workspace.scope === 'project' && findSharingAgents(to, workspace).some(isThere);
  return formatOf(from).holdsAllDialects && isShared;
}
