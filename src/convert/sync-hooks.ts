import { dirname, join } from 'node:path';
import type { Vendor } from '../adapters/index.ts';
import { AnyhookError } from '../errors.ts';
import {
  agentVendors,
  neutralVendor,
  readMergedSettings,
  readSettingsText,
} from '../settings/formats/index.ts';
import { tableOf, vendorIds } from '../settings/tables.ts';
import {
  findFileRoot,
  hasSettings,
  openSettingsFile,
  readSourceFiles,
  writableFilesOf,
} from '../settings/vendor-files.ts';
import {
  resolveWorkspace,
  scopeRootOf,
  type Workspace,
  type WorkspaceOptions,
} from '../settings/workspace.ts';
import { adapterOf, findAdapter } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { isFolder } from '../util/stat.ts';
import { convertFile } from './convert-file.ts';
import type { FileConversion, Job } from './job.ts';
import { shimLinesIn } from './ownership/elements.ts';

export interface Syncing
  extends WorkspaceOptions,
    Pick<Job, 'acceptLoss' | 'guardsNothing' | 'force' | 'for'> {
  /** A vendor, or a file of one; default: the neutral file. */
  from?: string | undefined;
  /** Default: every agent present in the project. */
  to?: readonly string[] | undefined;
  /** Write nothing. */
  check?: boolean | undefined;
}

/**
 * Writes one source of hooks into every agent's settings. Throws as `convertFile` does.
 *
 * @example
 * const stale = (await syncHooks({ check: true })).filter(({ changed }) => changed);
 */
export async function syncHooks({
  check,
  from: named,
  to,
  ...job
}: Syncing): Promise<FileConversion[]> {
  const place = resolveWorkspace(job);
  if (named === undefined) refuseWithoutSource(place);
  const { from, input } = sourceOf(named ?? neutralVendor());
  const targets = [...new Set(to ?? chooseTargets(from, input, place))];
  if (!targets.length) {
    const folders = agentVendors().map((id) => agentFolder(id));
    throw new AnyhookError(
      'usage',
      `no agent is present here (looked for ${folders.join(', ')}); say --to VENDOR`,
    );
  }
  const convertAll = async (write: boolean): Promise<FileConversion[]> => {
    const done = [];
    for (const to of targets)
      done.push(
        await convertFile({ ...job, ...place, from, input, to, write, alongside: targets }),
      );
    return done;
  };
  const plans = await convertAll(false);
  // All or nothing: one guard that would be lost keeps every file as it is.
  const isPlan = check || plans.some(({ end }) => end === 'refused');
  return isPlan ? plans : convertAll(true);
}

/**
 * Throws `settings` where a project has no neutral file but lines that `convert` wrote, and names the
 * commands that write them again.
 */
function refuseWithoutSource(place: Workspace): void {
  const neutral = neutralVendor();
  const commands = hasSettings(neutral, place) ? [] : conversionsIn(place);
  if (!commands.length) return;
  throw new AnyhookError(
    'settings',
    `${tableOf(neutral).files.own.project}: there is no such file. The lines in this project's settings were written by anyhook convert. To write them again, run: ${commands.join('; ')}`,
  );
}

/** The commands that wrote the lines of ours in the settings of agents. */
function conversionsIn(place: Workspace): string[] {
  const commands = agentVendors().flatMap((to) =>
    writableFilesOf(to, place).flatMap((one) => {
      const { text, file } = openSettingsFile(one, place);
      const elements = attempt(() => readSettingsText(to, text, file).elements) ?? [];
      const launches = elements.flatMap(({ value }) => shimLinesIn(to, value));
      return launches.map(({ speaks: from }) => [from, to, ...(from === to ? ['--force'] : [])]);
    }),
  );
  return [...new Set(commands.map((words) => `anyhook convert ${words.join(' ')} --write`))];
}

const agentFolder = (id: Vendor): string => dirname(tableOf(id).files.own.project);

/** A vendor by its name, or by the file that is named. */
function sourceOf(source: string): { from: string; input?: string } {
  if (findAdapter(source)) return { from: source };
  if (!/[./\\]/.test(source)) adapterOf(source, '--from');
  const owner = vendorIds().find((id) => findFileRoot(`/${source}`, id, 'project'));
  const from = owner ?? (/\.ya?ml$/.test(source) ? neutralVendor() : undefined);
  if (from) return { from, input: source };
  throw new AnyhookError(
    'usage',
    `--from ${source}: cannot tell whose file it is; run: anyhook convert VENDOR … --input ${source}`,
  );
}

/** Agents with a folder in the project, and those that a hook names. */
function chooseTargets(from: string, input: string | undefined, place: Workspace): Vendor[] {
  const files = readSourceFiles(from, input, place, '--from');
  const named = new Set(
    readMergedSettings(from, files).hooks.flatMap(({ hook }) => hook.agents ?? []),
  );
  const isRead = (id: Vendor) =>
    writableFilesOf(id, place).some(({ path }) => files.some((one) => one.path === path));
  const { root } = scopeRootOf(place);
  const isThere = (id: Vendor) => isFolder(join(root, agentFolder(id)));
  return agentVendors().filter((id) => !isRead(id) && (named.has(id) || isThere(id)));
}
