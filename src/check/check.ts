import type { Hook } from '../canonical/types.ts';
import type { PathOrRow } from '../mapping/adapter.ts';
import { getAtPath } from '../mapping/paths.ts';
import type { Finding } from '../settings/finding.ts';
import type { ReadHook, Settings } from '../settings/formats/format.ts';
import { agentVendors, formatOf } from '../settings/formats/index.ts';
import { canonicalId } from '../settings/neutral/names.ts';
import { findWarnings } from '../settings/neutral/relations.ts';
import { handlerOf, hasKnownEvent } from '../settings/own-agent.ts';
import { tableOf, vendorIds } from '../settings/tables.ts';
import { findUnknownKeys } from '../settings/unknown-keys.ts';
import type { Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { groupBy } from '../util/group.ts';
import { once } from '../util/once.ts';
import { mapSteps } from '../util/progress.ts';
import { findMatcherProblem } from './matcher.ts';
import { checkModules } from './module.ts';
import { findWhereNeverRun } from './neutral-match.ts';
import { findForeignNeutralReads } from './neutral-reads.ts';
import { findScriptProblem, scriptPathOf } from './script.ts';
import { type ScriptStarts, startsOf } from './script-reads.ts';
import { checkScriptText } from './script-text.ts';

type Findings = Iterable<Finding>;

/**
 * Finds hooks of a settings file that have no effect, and anything else that looks wrong in it.
 *
 * @param vendor - The agent whose settings file it is.
 * @param workspace - Where scripts are looked for. Absent: scripts are not checked.
 * @param hosts - The agents in which hooks of the canonical dialect are to run. Default: all agents for the neutral
 *   file, and the file's own agent for any other.
 */
export function checkSettings(
  vendor: string,
  settings: Settings,
  workspace?: Workspace,
  hosts: readonly string[] = formatOf(vendor).holdsAllDialects ? agentVendors() : [vendor],
): Finding[] {
  // Hooks that a conversion has put into the file are checked in the file that they come from.
  const written = settings.hooks.filter(({ wrapped }) => !wrapped);
  return checkHooks(vendor, settings, written, hosts, workspace);
}

/**
 * Finds what {@link checkSettings} finds, also about hooks that anyhook starts for the agent.
 *
 * @param settings The content of the file.
 * @param hosts The agents in which hooks of the canonical dialect are to run.
 */
export function checkSettingsAndLines(
  vendor: string,
  settings: Settings,
  workspace: Workspace,
  hosts: readonly string[],
): Finding[] {
  return checkHooks(vendor, settings, settings.hooks, hosts, workspace);
}

/**
 * Checks a settings file.
 *
 * @param checked The hooks of the file that are checked.
 */
function checkHooks(
  vendor: string,
  { findings: ofFile, hooks, value, comments }: Settings,
  checked: readonly ReadHook[],
  hosts: readonly string[],
  workspace?: Workspace,
): Finding[] {
  const { activation, syntax } = tableOf(vendor);
  const isOwn = ({ speaks }: Hook) => speaks === vendor;
  const written = checked.filter(({ wrapped }) => !wrapped);
  const findings = [
    ...ofFile,
    ...findAtEach(written, (hook) => (isOwn(hook) ? checkOwnEntry(hook, value) : [])),
    ...findAtEach(checked, (hook) => (isOwn(hook) ? checkOwnHook(hook, workspace) : [])),
    ...findAtEach(checked, (hook) => checkAnyHook(hook, isOwn(hook), hosts, workspace)),
    ...checkScripts(checked, workspace),
    ...checkModules(written, workspace),
    ...findSharedNames(written),
  ];
  if (!hooks.length) return findings;
  for (const [path, wanted] of Object.entries(activation.required)) {
    const isAssumed = activation.assumed?.includes(path);
    if (!isAssumed && getAtPath(value, path.split('.')) === undefined) {
      findings.push({ code: 'setting-missing', path, wanted });
    }
  }
  if (comments && syntax.comments === 'may-fail') findings.push({ code: 'comments', ends: false });
  return findings;
}

/**
 * Yields the findings that a hook of any dialect may have.
 * @param isInOwnFile - Whether the hook stands in the file of its own agent. Then `checkOwnHook` checks its
 *   matcher and its script, and this function does not.
 */
function* checkAnyHook(
  hook: Hook,
  isInOwnFile: boolean,
  hosts: readonly string[],
  workspace?: Workspace,
): Findings {
  for (const [, why, never] of findWarnings(hook)) yield { code: 'doubtful', why, never };
  const isCanonical = hook.speaks === canonicalId && hasKnownEvent(hook);
  if (isCanonical) yield* findWhereNeverRun(hook, hosts);
  const foreignReads = isCanonical && workspace && findForeignNeutralReads(hook, workspace);
  if (foreignReads) yield foreignReads;
  if (isInOwnFile) return;
  yield* findOddTimeout(hook);
  const matcherProblem = hasKnownEvent(hook) && !isCanonical && findMatcherProblem(hook);
  if (matcherProblem) yield matcherProblem;
  const scriptProblem = workspace && findScriptProblem(hook, workspace);
  if (scriptProblem) yield scriptProblem;
}

/** Yields the findings about the entry of a hook in the settings file of its own agent, whose parsed content is `file`. */
function* checkOwnEntry(hook: Hook, file: Settings['value']): Findings {
  const { speaks, event } = hook;
  const { title: agent } = adapterOf(speaks);
  const why = tableOf(speaks).activation.whyDisabled?.(file, hook);
  if (why !== undefined) yield { code: 'switched-off', event, why };
  const keys = findUnknownKeys(hook).filter((key) => keysOfAnyAgent().has(key));
  if (keys.length && handlerOf(hook).kind === 'shell')
    yield { code: 'key-ignored', event, agent, keys };
}

/** Yields the findings about what a hook in the settings file of its own agent starts, and for which calls. */
function* checkOwnHook(hook: Hook, workspace?: Workspace): Findings {
  const { speaks, event } = hook;
  const { title: agent } = adapterOf(speaks);
  const { entry } = tableOf(speaks);
  const whyNeverSent = hook.url !== undefined && entry.http?.whyNeverSent?.(event, hook.url);
  if (typeof whyNeverSent === 'string') yield { code: 'address-unasked', event, why: whyNeverSent };
  const handler = handlerOf(hook);
  if (handler.kind === 'unknown') {
    yield { code: 'unknown-handler', event, agent, type: handler.type };
  }
  for (const problem of [findMatcherProblem(hook), workspace && findScriptProblem(hook, workspace)])
    if (problem) yield problem;
  yield* findOddTimeout(hook);
  if (hook.rest?.env !== undefined && entry.fields.env === undefined) {
    yield { code: 'env-ignored', event, agent };
  }
}

/** Yields a finding about a time limit that is probably written in another unit than that of the hook's agent. */
function* findOddTimeout({ speaks, event, timeout }: Hook): Findings {
  const [least, most] = tableOf(speaks).validation.timeoutRange;
  if (timeout !== undefined && (timeout < least || timeout > most))
    yield { code: 'odd-timeout', event, milliseconds: timeout };
}

/** Finds names that hooks with different commands or addresses share: one finding for each name. */
function findSharedNames(readHooks: readonly ReadHook[]): Finding[] {
  return [...groupBy(readHooks, ({ hook }) => hook.name)].flatMap(([name, namesakes]) => {
    const hooks = [
      ...new Set(namesakes.map(({ hook }) => hook.url ?? hook.module ?? hook.command)),
    ];
    const isShared = name !== undefined && hooks.length > 1;
    return isShared ? [{ code: 'same-name', name, hooks, at: namesakes.at(-1)?.at }] : [];
  });
}

/**
 * Checks the texts of the scripts that hooks start. One script may serve several events and answer each in
 * another way; so it is compared with what all events that start it expect.
 */
function checkScripts(readHooks: readonly ReadHook[], workspace?: Workspace): Finding[] {
  if (!workspace) return [];
  const checkable = readHooks.filter(
    ({ hook }) => adapterOf(hook.speaks).tools.length > 0 && hasKnownEvent(hook),
  );
  // Hooks of different agents are kept apart: the events of one agent mean nothing to another.
  const keyOf = (hook: Hook) =>
    JSON.stringify([hook.speaks, scriptPathOf(hook, workspace) ?? hook.command]);
  const hooksByScript = groupBy(
    checkable.map(({ hook }) => hook),
    keyOf,
  );
  const startsByScript = new Map<string, ScriptStarts>();
  return findAtEach(checkable, (hook) => {
    const key = keyOf(hook);
    const starts =
      startsByScript.get(key) ?? startsOf(adapterOf(hook.speaks), hooksByScript.get(key) ?? []);
    startsByScript.set(key, starts);
    return checkScriptText(hook, starts, workspace);
  });
}

/** Calls `find` with each hook, and returns its findings with the position of that hook. */
const findAtEach = (hooks: readonly ReadHook[], find: (hook: Hook) => Findings): Finding[] =>
  mapSteps('Checking the hooks', hooks, ({ hook, at }) =>
    Array.from(find(hook), (finding) => ({ ...finding, at })),
  ).flat();

/**
 * Returns the keys of an entry which at least one agent reads, and keys that people expect to work. An entry
 * with such a key is reported if its own agent ignores it; `name` and `description` change nothing, so they
 * are left out.
 */
const keysOfAnyAgent = once(() => {
  const keys = vendorIds().flatMap((id) => {
    const { entry, group } = tableOf(id);
    const { name: _, description: __, ...fields } = entry.fields;
    const rows = [fields, group].flatMap((table) => Object.values<PathOrRow>(table));
    return [
      ...rows.flatMap((row) => (typeof row === 'string' ? row : row.at)),
      ...Object.values<readonly string[]>(entry.commandKeys ?? {}).flat(),
      ...(entry.backgroundKeys ?? []),
    ];
  });
  return new Set([...keys, 'args', 'condition', 'enabled', 'disabled', 'if', 'once', 'when']);
});
