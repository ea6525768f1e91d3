/** Finds the hooks of a project that can be tried under an agent: those of `anyhook.yaml`, and those in the agent's settings. */
import { convertFile } from '../convert/convert-file.ts';
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
import {
  type FileSurvey,
  type HookSurvey,
  surveyFiles,
  type Truth,
  whyNeverStarted,
} from '../survey/index.ts';
import { adapterOf } from '../translate/host.ts';
import { entriesIn, type FoundEntry } from './entries.ts';
import { packagedTrialRunner, type TrialRunner } from './trial-runner.ts';

/** Tells whether a hook is a weaker guard under an agent, or does not run there. */
const isLostOrWeaker = (row: HookResult): boolean => isUnsafe(row) || row.how === 'lost';

/** The hooks of one agent in a project. */
export interface AgentHooks {
  agent: Adapter;
  entries: FoundEntry[];
  /** Hooks of `anyhook.yaml` that `anyhook sync` does not write for this agent, or only in a weaker form. */
  notCarried: HookResult[];
}

/**
 * Finds the hooks of an agent in a project, in all files that the agent loads, as they stand there. Those of
 * `anyhook.yaml` that are not there are as `anyhook sync` would write them, and start through the runner of the trial. So
 * do those whose source has changed since their module file was made. Nothing is written. Throws `settings` for a file that cannot be
 * read.
 */
export async function findAgentHooks(
  agent: Adapter,
  workspace: Workspace,
  { launcher, outdated }: TrialRunner,
): Promise<AgentHooks> {
  const listThere = () => loadedFiles(agent, workspace).flatMap((one) => entriesInFile(agent, one));
  if (!hasSettings(neutralVendor(), workspace))
    return { agent, entries: listThere().map(finish), notCarried: [] };
  const job = { ...workspace, from: neutralVendor(), to: agent.id, acceptLoss: true, dryRun: true };
  const wanted = await convertFile(job);
  const notCarried = wanted.rows.filter(isLostOrWeaker);
  if (!wanted.changed && !outdated.size)
    return { agent, entries: listThere().map(finish), notCarried };
  const there = new Set(listThere().map(({ entry }) => placeOf(entry)));
  const startable = await convertFile({ ...job, launcher, hasModulesBeside: true });
  const textOf = new Map(startable.files.map(({ file, text }) => [file, text]));
  const texts = new Map(wanted.files.map(({ file, text }) => [file, text]));
  const entries = loadedFiles(agent, workspace, texts).flatMap((one) => {
    const text = textOf.get(one.file);
    const others = text === undefined ? [] : entriesIn(agent, { file: one.file, text });
    return entriesInFile(agent, one).map((found, i) => {
      const { module: path } = found.entry.started;
      const isThere = there.has(placeOf(found.entry));
      const isOutdated = isThere && path !== undefined && outdated.has(path);
      if (!texts.has(one.file) || (isThere && !isOutdated)) return finish(found);
      const entry = { ...(others[i] ?? found.entry), isUnwritten: true };
      return finish({ ...found, entry: isOutdated ? { ...entry, isOutdated } : entry });
    });
  });
  return { agent, entries, notCarried };
}

/** An entry, and what is true of it. Undefined: nothing is known. */
interface EntryAndTruth {
  entry: FoundEntry;
  survey: HookSurvey | undefined;
}

/** Adds to an entry why its agent never starts it, or why it can only refuse. */
function finish({ entry, survey }: EntryAndTruth): FoundEntry {
  if (!survey) return entry;
  // An entry that is not written needs no trust yet, and no runner or module of the project.
  const isPending = ({ cause }: Truth) =>
    entry.isUnwritten &&
    (cause === 'not-yet-trusted' || cause === 'runner-missing' || cause === 'module-broken');
  const never = whyNeverStarted(survey);
  const { truth } = survey;
  const isBroken = truth.code === 'refuses-every-call' && !isPending(truth);
  const altered = [truth, ...survey.alsoTrue].find(({ cause }) => cause === 'module-outdated');
  return {
    ...entry,
    ...(never && !isPending(never) && { neverStarts: never.why }),
    ...(isBroken && { cannotRun: truth.why }),
    ...(altered?.why !== undefined && !entry.isUnwritten && { askedAsItStands: altered.why }),
  };
}

/** Returns a text that is equal for an entry and its like in another text of the same file. */
const placeOf = ({ file, event, hook: { matcher, command, url } }: FoundEntry): string =>
  JSON.stringify([file, event, matcher, command, url]);

/**
 * Reads the files that an agent loads: for the scope `user`, those of the person alone. Throws `settings` for a file of
 * the agent that cannot be read; files around those of the workspace may be of somebody else.
 *
 * @param texts Texts that are taken to stand in files, by the name of the file.
 */
function loadedFiles(
  agent: Adapter,
  workspace: Workspace,
  texts?: ReadonlyMap<string, string>,
): FileSurvey[] {
  const files = surveyFiles(agent.id, workspace, texts).filter(
    ({ scope }) => workspace.scope === 'project' || scope === 'user',
  );
  for (const { error, scope, owner, role } of files)
    if (error !== undefined && scope === workspace.scope && owner === agent.id && role !== 'plugin')
      throw new AnyhookError('settings', error);
  return files;
}

/** Lists the hooks of a file that an agent loads, each with what is true of it. */
function entriesInFile(agent: Adapter, one: FileSurvey): EntryAndTruth[] {
  const { settings, owner, path, role, hooks } = one;
  if (!settings) return [];
  const { folder: pluginFolder } = (role === 'plugin' && findPlugin(path, agent.id)) || {};
  const waiting = [...hooks];
  return entriesIn(agent, settings, adapterOf(owner)).map((entry) => {
    const { event, command, url } = entry.hook;
    const at = waiting.findIndex(
      (other) =>
        other.event === event &&
        (other.line === undefined ? other.hook.url === url : other.line === command),
    );
    const [survey] = at < 0 ? [] : waiting.splice(at, 1);
    return {
      entry: { ...entry, ...(pluginFolder !== undefined && { pluginFolder }) },
      survey,
    };
  });
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
  const { launcher } = packagedTrialRunner();
  const target: FileText = { file: '', text: '' };
  const { rows, files } = convertText({
    ...{ from: neutralVendor(), to: agent.id, source, target, launcher, workspace },
    wrapsOwnDialect: false,
  });
  const entries = files.flatMap((one) => entriesIn(agent, one));
  return { agent, entries, notCarried: rows.filter(isLostOrWeaker) };
}
