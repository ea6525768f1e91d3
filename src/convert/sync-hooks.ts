import type { Vendor } from '../adapters/index.ts';
import { AnyhookError } from '../errors.ts';
import { agentVendors, neutralVendor, readMergedSettings } from '../settings/formats/index.ts';
import { tableOf, vendorIds } from '../settings/tables.ts';
import {
  explainMisnamedFile,
  findFileRoot,
  hasSettings,
  readSourceFiles,
  writableFilesOf,
} from '../settings/vendor-files.ts';
import { resolveWorkspace, type Workspace, type WorkspaceOptions } from '../settings/workspace.ts';
import { adapterOf, findAdapter } from '../translate/host.ts';
import { convertFile, findModulesToMake } from './convert-file.ts';
import type { FileConversion, Job } from './job.ts';
import { type ModuleFiles, makeModules } from './module-files.ts';
import { listWrittenLines, renewModules } from './renew-modules.ts';
import { agentFolderOf, listTargets, listWrittenAgents } from './targets.ts';

/** The options of {@link syncHooks}. */
export interface Syncing
  extends WorkspaceOptions,
    Pick<Job, 'acceptLoss' | 'guardsNothing' | 'force' | 'for' | 'sourceText' | 'numbers'> {
  /** The source: a vendor, or a settings file of one. Default: the neutral file. */
  from?: string | undefined;
  /** The vendors whose settings are written. Default: every agent that is present in the project. */
  to?: readonly string[] | undefined;
  /** True: nothing is written, and the results tell what would change. */
  check?: boolean | undefined;
}

/**
 * Converts the hooks of one source into the settings of several agents. If a conversion would lose a
 * guard that nobody accepted to lose, no settings are written for any agent; only the module files of other hooks, whose
 * lines stand already, are made anew. Throws as `convertFile` does.
 *
 * @returns The conversion for each agent.
 */
export async function syncHooks({
  check,
  from: source,
  to,
  ...job
}: Syncing): Promise<FileConversion[]> {
  const workspace = resolveWorkspace(job);
  if (source === undefined && job.sourceText === undefined) requireNeutralFile(workspace);
  const { from, input } = parseSource(source ?? neutralVendor());
  const targets = [...new Set(to ?? findTargets(from, input, workspace))];
  if (!targets.length) {
    const others = agentVendors().filter((id) => id !== from);
    const folders = others.map((id) => agentFolderOf(id, workspace));
    const [beside, examples] =
      from === neutralVendor()
        ? ['', others.slice(0, 2)]
        : [` beside ${adapterOf(from).title}`, others.slice(0, 1)];
    throw new AnyhookError(
      'usage',
      `no agent${beside} is present here (looked for ${folders.join(', ')}); say which agents, such as --to ${examples.join(',')}`,
    );
  }
  const convertAll = async (write: boolean, modules?: ModuleFiles): Promise<FileConversion[]> => {
    const conversions = [];
    for (const to of targets) {
      const conversionJob = {
        ...job,
        ...workspace,
        from,
        input,
        to,
        write,
        alongside: targets,
        modules,
      };
      conversions.push(await convertFile(conversionJob));
    }
    return conversions;
  };
  const plans = await convertAll(false);
  const isRefused = plans.some(({ end }) => end === 'refused');
  if (check) return plans;
  const uses = plans.flatMap((plan) => findModulesToMake({ from }, plan, workspace));
  if (isRefused) return renewModules(plans, uses, workspace);
  // A source that cannot be compiled is found before the first file is written.
  return convertAll(true, await makeModules(uses, workspace));
}

/**
 * Throws `settings` if the workspace has no neutral file, but has shim lines. They came from a neutral file that is
 * gone, or `convert` wrote them: then the message names the commands that write them again.
 */
function requireNeutralFile(workspace: Workspace): void {
  const neutral = neutralVendor();
  if (hasSettings(neutral, workspace)) return;
  const misnamed = explainMisnamedFile(neutral, workspace);
  if (misnamed !== undefined) throw new AnyhookError('settings', misnamed);
  const file = tableOf(neutral).files.own[workspace.scope];
  const agents = listWrittenAgents(neutral, workspace).map((id) => adapterOf(id).title);
  if (agents.length)
    throw new AnyhookError(
      'settings',
      `${file}: there is no such file, but its hooks are in the settings of ${agents.join(', ')}. Restore the file, or take its hooks out: anyhook remove --all`,
    );
  const commands = findConvertCommands(workspace);
  if (!commands.length) return;
  throw new AnyhookError(
    'settings',
    `${file}: there is no such file. The lines in this project's settings were written by anyhook convert. To write them again, run: ${commands.join('; ')}`,
  );
}

/** Returns the `anyhook convert` commands that write the shim lines in the settings of all agents again. */
function findConvertCommands(workspace: Workspace): string[] {
  const commands = listWrittenLines(workspace).map(({ to, line: { speaks: from } }) => [
    from,
    to,
    ...(from === to ? ['--force'] : []),
  ]);
  return [...new Set(commands.map((words) => `anyhook convert ${words.join(' ')} --write`))];
}

/**
 * Reads the name of a source: a vendor, or the path of a settings file (`input`), whose vendor shows in the
 * path. Throws `usage` if it does not, and `vendor` for a word that is neither.
 */
function parseSource(source: string): { from: string; input?: string } {
  if (findAdapter(source)) return { from: source };
  if (!/[./\\]/.test(source)) adapterOf(source, '--from'); // a word that is no path: throws `vendor`
  const owner = vendorIds().find((id) => findFileRoot(`/${source}`, id, 'project'));
  const from = owner ?? (/\.ya?ml$/.test(source) ? neutralVendor() : undefined);
  if (from) return { from, input: source };
  throw new AnyhookError(
    'usage',
    `--from ${source}: cannot tell whose file it is; run: anyhook convert VENDOR … --input ${source}`,
  );
}

/** Finds the agents that the source is for, without those that its files belong to. */
function findTargets(from: string, input: string | undefined, workspace: Workspace): Vendor[] {
  const files = readSourceFiles(from, input, workspace, '--from');
  const { hooks } = readMergedSettings(from, files);
  const isSource = (id: Vendor) =>
    writableFilesOf(id, workspace).some(({ path }) => files.some((one) => one.path === path));
  return listTargets(hooks, from, workspace).filter((id) => !isSource(id));
}
