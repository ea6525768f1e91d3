/** Finds the hooks of a project that can be tried under an agent: those of `anyhook.yaml`, and those in the agent's settings. */
import { convertFile, packagedRunner } from '../convert/convert-file.ts';
import { convertText } from '../convert/convert-text.ts';
import type { HookResult } from '../convert/hook-result.ts';
import { isUnsafe } from '../convert/hook-result.ts';
import { listTargets } from '../convert/targets.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter } from '../mapping/adapter.ts';
import type { FileText } from '../settings/formats/format.ts';
import { agentVendors, neutralVendor, readHooks } from '../settings/formats/index.ts';
import { findPlugin, hasSettings, readSourceFiles } from '../settings/vendor-files.ts';
import type { Workspace } from '../settings/workspace.ts';
import { type FileSurvey, listLoadedFiles } from '../survey/index.ts';
import { adapterOf } from '../translate/host.ts';
import { quoteWord } from '../util/shell/quote.ts';
import { entriesIn, type FoundEntry } from './entries.ts';

/** Tells whether a hook is a weaker guard under an agent, or does not run there. */
const isLostOrWeaker = (row: HookResult): boolean => isUnsafe(row) || row.how === 'lost';

/** The hooks of one agent in a project. */
export interface AgentHooks {
  agent: Adapter;
  entries: FoundEntry[];
  /** Hooks of `anyhook.yaml` that `anyhook sync` does not write for this agent, or only in a weaker form. */
  notCarried: HookResult[];
  /** Hooks of `anyhook.yaml` start through the runner of this package, since the agent's settings are not up to date. */
  isUnsynced: boolean;
}

/** A launcher that starts the runner of this package, and no copy in a project. */
const packagedLauncher = (): string =>
  [process.execPath, packagedRunner].map((word) => quoteWord(word, true)).join(' ');

/**
 * Finds the hooks of an agent in a project, in all files that the agent loads. If its settings hold what `anyhook sync`
 * would write, these are tried as they stand. Otherwise those of `anyhook.yaml` are tried as `sync` would write them,
 * through the runner of this package. Nothing is written. Throws `settings` for a file that cannot be read.
 */
export async function findAgentHooks(agent: Adapter, workspace: Workspace): Promise<AgentHooks> {
  const files = listLoadedFiles(agent.id, workspace);
  if (!hasSettings(neutralVendor(), workspace)) {
    const entries = files.flatMap((one) => entriesInFile(agent, one, workspace));
    return { agent, entries, notCarried: [], isUnsynced: false };
  }
  const job = { ...workspace, from: neutralVendor(), to: agent.id, acceptLoss: true, dryRun: true };
  const asWritten = await convertFile(job);
  const isUnsynced = asWritten.changed || asWritten.stale;
  const done = isUnsynced ? await convertFile({ ...job, launcher: packagedLauncher() }) : asWritten;
  const written = done.files.flatMap((one) => entriesIn(agent, one));
  const names = new Set(done.files.map(({ file }) => file));
  const others = files.filter(({ file }) => !names.has(file));
  const entries = [...written, ...others.flatMap((one) => entriesInFile(agent, one, workspace))];
  return { agent, entries, notCarried: done.rows.filter(isLostOrWeaker), isUnsynced };
}

/** Lists the hooks of a file that an agent loads. Throws `settings` for a file of the agent that cannot be read. */
function entriesInFile(agent: Adapter, one: FileSurvey, { scope }: Workspace): FoundEntry[] {
  const { settings, error, owner, path, role } = one;
  // Files around those of the workspace may be of somebody else.
  if (error !== undefined && one.scope === scope && owner === agent.id && role !== 'plugin')
    throw new AnyhookError('settings', error);
  if (!settings) return [];
  const { folder: pluginFolder } = (role === 'plugin' && findPlugin(path, agent.id)) || {};
  return entriesIn(agent, settings, adapterOf(owner)).map((entry) => ({
    ...entry,
    ...(pluginFolder !== undefined && { pluginFolder }),
  }));
}

/**
 * Returns the agents of a project: those that `anyhook sync` writes for, and those that have settings in it. All
 * agents, if there is none.
 */
export function agentsOf(workspace: Workspace): Adapter[] {
  const neutral = neutralVendor();
  const hooks = hasSettings(neutral, workspace)
    ? readSourceFiles(neutral, undefined, workspace, '--from').flatMap(
        ({ text, file }) => readHooks(neutral, text, file).hooks,
      )
    : [];
  const targets = listTargets(hooks, neutral, workspace);
  const all = agentVendors();
  const present = all.filter((id) => targets.includes(id) || hasSettings(id, workspace));
  return (present.length ? present : all).map((id) => adapterOf(id));
}

/** Returns the entries by which an agent would start the hooks of a text of `anyhook.yaml`, and of nothing else. */
export function entriesForSource(agent: Adapter, text: string, workspace: Workspace): AgentHooks {
  const source: FileText = { file: 'anyhook.yaml', text };
  const launcher = packagedLauncher();
  const target: FileText = { file: '', text: '' };
  const { rows, files } = convertText({
    ...{ from: neutralVendor(), to: agent.id, source, target, launcher, workspace },
    wrapsOwnDialect: false,
  });
  const entries = files.flatMap((one) => entriesIn(agent, one));
  return { agent, entries, notCarried: rows.filter(isLostOrWeaker), isUnsynced: true };
}
