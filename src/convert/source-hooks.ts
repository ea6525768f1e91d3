/** Prepares the hooks of a conversion's source to run in the target. */
import { join } from 'node:path';
import type { Hook } from '../canonical/hook.ts';
import { type Finding, kindOfFinding } from '../settings/finding.ts';
import type { Element, ReadHook, Settings } from '../settings/formats/format.ts';
import { formatOf } from '../settings/formats/index.ts';
import { hasName, selectByName } from '../settings/hook-names.ts';
import { tableOf } from '../settings/tables.ts';
import { isSameJson } from '../util/equal.ts';
import type { ConvertOptions } from './options.ts';
import { hooksIn } from './ownership/elements.ts';
import { type Entries, joinEntries } from './ownership/ledger.ts';
import { isWrappable } from './route.ts';
import { folderInSettings, keepInOwnProject } from './working-folder.ts';

/** Hooks of a file that are to be replaced in that file by shim lines, and the list elements that hold them. */
export interface HooksToRewrap {
  hooks: readonly ReadHook[];
  elements: readonly Element[];
}

/**
 * Returns the hooks to replace by shim lines when a file is converted into itself. With `wrapsOwnDialect`
 * these are the hooks that a person wrote and that the shim can start, and the hooks of our own
 * entries, which an earlier version may have written. Without it there are none, and the shim lines of
 * earlier conversions stay as they are.
 *
 * @param file The settings of the file, or of all files of the vendor as one.
 * @returns The hooks; undefined if source and target are different files, or if `wrapsOwnDialect` is
 *   false and no earlier conversion replaced a hook of the file.
 */
export function findHooksToRewrap(
  file: Settings,
  {
    from,
    to,
    source,
    target,
    wrapsOwnDialect,
    ofThisSource = {},
    ofOtherSources = {},
  }: ConvertOptions,
): HooksToRewrap | undefined {
  const namesOf = (files: ConvertOptions['source']) => [files].flat().map(({ file }) => file);
  const isSameFile = from === to && isSameJson(namesOf(source), namesOf(target));
  if (!isSameFile || !(wrapsOwnDialect || Object.keys(ofThisSource).length > 0)) return undefined;
  const written: Entries = joinEntries(ofThisSource, ofOtherSources);
  const wrapped = file.hooks.filter((one) => one.wrapped);
  const wrappable = file.hooks.filter(({ hook }) => isWrappable(to, hook));
  const isOurs = ({ event, value }: Element) =>
    written[event]?.some((one) => isSameJson(one, value));
  const elements = (wrapsOwnDialect ? file.elements : []).filter(
    (one) => isOurs(one) || (hooksIn(wrappable, [one]).size && !hooksIn(wrapped, [one]).size),
  );
  return { hooks: [...hooksIn(file.hooks, elements)], elements };
}

/**
 * Returns the hooks of a source as they are to run in the target: with the variable that holds the folder
 * of their plugin, in the folder where their own agent runs them, and with `guard: false` if their owner
 * says that they guard nothing.
 * Throws `usage` for a name in `guardsNothing` that no hook has.
 */
export function prepareHooks(hooks: readonly ReadHook[], options: ConvertOptions): ReadHook[] {
  const withFolders = hooks.map((one) => setWorkingFolder(givePluginFolder(one, options), options));
  return markNonGuards(withFolders, options);
}

/** Sets `guard: false` for the hooks that guard nothing, as their owner says now, or said in an earlier conversion. */
function markNonGuards(
  hooks: readonly ReadHook[],
  { guardsNothing = [], earlierNonGuards = [], to }: ConvertOptions,
): ReadHook[] {
  const isNamed = selectByName(hooks, guardsNothing, '--guards-nothing');
  return hooks.map((one) => {
    const { guard, ...hook } = one.hook;
    if (guard !== false && !isNamed(one) && !hasName(one.hook, earlierNonGuards)) return one;
    // An entry without the shim cannot state `guard: false`.
    const canStateIt = formatOf(to).holdsAllDialects || hook.speaks !== to;
    return { ...one, hook: canStateIt ? { ...hook, guard: false } : hook };
  });
}

/** Tells whether a hook belongs to the plugin whose file is converted, and will be started by the shim. */
const isOfPlugin = ({ hook, wrapped }: ReadHook, { from, raw }: ConvertOptions): boolean =>
  !raw && !wrapped && hook.speaks === from && hook.command !== '';

/**
 * Gives a hook of a plugin the variable that holds the plugin's folder, as its own agent does, and replaces the
 * other texts in its command that its agent replaces only for plugins. Other hooks are returned as they are, and
 * so are those of a plugin outside the project whose settings are written.
 */
function givePluginFolder(one: ReadHook, options: ConvertOptions): ReadHook {
  const { plugin, workspace } = options;
  if (!plugin || !isOfPlugin(one, options)) return one;
  const folder = folderInSettings(plugin.folder, workspace);
  if (folder === undefined) return one;
  const { pluginTexts = {} } = tableOf(one.hook.speaks).commandLine;
  const command = Object.entries(pluginTexts).reduce(
    // A shell leaves a variable alone in single quotes. What stays is a loss.
    (line, [text, instead]) =>
      instead.startsWith('$') && line.includes("'") ? line : line.replaceAll(text, () => instead),
    one.hook.command,
  );
  const env = { [plugin.variable]: folder, ...one.hook.env };
  return { ...one, hook: { ...one.hook, command, env } };
}

/** Returns the hooks of a plugin that lies outside the project, so that no other checkout of the project has it. */
export function findHooksOfAbsentPlugin(
  hooks: readonly ReadHook[],
  options: ConvertOptions,
): ReadonlySet<Hook> {
  const { plugin, workspace } = options;
  const isAbsent = plugin && folderInSettings(plugin.folder, workspace) === undefined;
  const ofPlugin = hooks.filter((one) => isAbsent && isOfPlugin(one, options));
  return new Set(ofPlugin.map(({ hook }) => hook));
}

/**
 * Sets the working folder of a hook to the folder where its own agent runs it. For another project's file
 * see {@link keepInOwnProject}. In user settings this is the folder below the home folder that the agent
 * runs its hooks in, if the agent has such a folder. Its own settings do not state that folder.
 */
function setWorkingFolder(
  one: ReadHook,
  { from, to, workspace, sourceWorkspace, raw }: ConvertOptions,
): ReadHook {
  const { hook, wrapped } = one;
  const isElsewhere = workspace && sourceWorkspace && sourceWorkspace !== workspace;
  if (isElsewhere && sourceWorkspace.scope === 'project') {
    return raw ? one : keepInOwnProject(one, sourceWorkspace, workspace);
  }
  const { userFolder } = tableOf(hook.speaks).commandLine;
  if (workspace?.scope !== 'user' || userFolder === undefined) return one;
  const folder = join(workspace.home, userFolder);
  const { cwd, ...hookWithoutFolder } = hook;
  if (hook.speaks === to && cwd === folder) return { ...one, hook: hookWithoutFolder };
  const needsFolder = hook.speaks === from && hook.speaks !== to && !wrapped && cwd === undefined;
  return needsFolder ? { ...one, hook: { ...hook, cwd: folder } } : one;
}

/** Tells whether a finding is about agents that a hook is to run in: what it loses there is told as its losses. */
const isOfTargets = ({ code }: Finding): boolean =>
  code === 'no-such-event' || code === 'no-such-tool';

/**
 * Returns the hooks that never run in their own agent, by the findings about their file: those at the
 * position of a finding of the kind `dead`, except shim lines, and those of events of another agent.
 */
export function findHooksThatNeverRun(
  hooks: readonly ReadHook[],
  findings: readonly Finding[],
): ReadonlySet<ReadHook> {
  const deadPositions = new Set(
    findings.flatMap((one) =>
      kindOfFinding(one) === 'dead' && one.at && !isOfTargets(one) ? [JSON.stringify(one.at)] : [],
    ),
  );
  const eventsOfOtherAgents = new Set(
    findings.flatMap((one) => (one.code === 'unknown-event' && one.of ? [one.event] : [])),
  );
  return new Set(
    hooks.filter(
      ({ at, wrapped, event }) =>
        eventsOfOtherAgents.has(event) || (at && !wrapped && deadPositions.has(JSON.stringify(at))),
    ),
  );
}
