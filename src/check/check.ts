import type { Hook } from '../canonical/hook.ts';
import type { PathOrRow } from '../mapping/adapter.ts';
import { getAtPath } from '../mapping/paths.ts';
import type { Finding } from '../settings/finding.ts';
import type { ReadHook, Settings } from '../settings/formats/format.ts';
import { findWarnings } from '../settings/neutral/relations.ts';
import { handlerOf, hasKnownEvent } from '../settings/own-agent.ts';
import { tableOf, vendorIds } from '../settings/tables.ts';
import { findUnknownKeys } from '../settings/unknown-keys.ts';
import type { Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { isExpression } from '../translate/matching.ts';
import { groupBy } from '../util/group.ts';
import { once } from '../util/once.ts';
import { findMatcherProblem } from './matcher.ts';
import { findScriptProblem, scriptPathOf } from './script.ts';
import { checkScriptText } from './script-text.ts';

/**
 * Finds hooks of a settings file that have no effect, and anything else that looks wrong in it.
 *
 * @param workspace where scripts are looked for. Absent: scripts are not checked.
 *
 * @example
 * checkSettings('cursor', readHooks('cursor', text, '.cursor/hooks.json')).map(describeFinding);
 */
export function checkSettings(
  vendor: string,
  settings: Settings,
  workspace?: Workspace,
): Finding[] {
  const { hooks, value, comments } = settings;
  const { activation, syntax } = tableOf(vendor);
  const direct = hooks.filter(({ wrapped }) => !wrapped);
  const each = (find: (hook: Hook) => Iterable<Finding>) => findAtEach(direct, find);
  const found = [
    ...settings.findings,
    ...each((hook) => (hook.speaks === vendor ? checkOwnHook(hook, value, workspace) : [])),
    ...each((hook) => checkAnyHook(hook, hook.speaks === vendor, workspace)),
    ...checkScripts(direct, workspace),
    ...findSharedNames(direct),
  ];
  if (!hooks.length) return found;
  for (const [path, wanted] of Object.entries(activation.required)) {
    if (getAtPath(value, path.split('.')) === undefined) {
      found.push({ code: 'setting-missing', path, wanted });
    }
  }
  if (comments && syntax.comments === 'may-fail') found.push({ code: 'comments', ends: false });
  return found;
}

/**
 * Checks a hook of any dialect. `own` means that it stands in its own agent's file, where
 * `checkOwnHook` does the rest.
 */
function* checkAnyHook(hook: Hook, own: boolean, workspace?: Workspace): Iterable<Finding> {
  for (const [key, why] of findWarnings(hook)) {
    if (!own || key !== 'match') yield { code: 'doubtful', why };
  }
  const { matcher } = hook;
  const unreadable = !own && hasKnownEvent(hook) && matcher !== undefined && !isExpression(matcher);
  const matches = unreadable && findMatcherProblem(hook);
  if (matches) yield matches;
  const dead = !own && workspace && findScriptProblem(hook, workspace);
  if (dead) yield dead;
}

function* checkOwnHook(
  hook: Hook,
  file: Settings['value'],
  workspace?: Workspace,
): Iterable<Finding> {
  const { speaks, event, timeout } = hook;
  const { title: agent } = adapterOf(speaks);
  const { activation, validation, entry } = tableOf(speaks);
  const unasked = hook.url === undefined ? undefined : entry.http?.whyNeverSent?.(event, hook.url);
  if (unasked !== undefined) yield { code: 'address-unasked', event, why: unasked };
  const why = activation.whyDisabled?.(file, hook);
  if (why !== undefined) yield { code: 'switched-off', event, why };
  const handler = handlerOf(hook);
  if (handler.kind === 'unknown') {
    yield { code: 'unknown-handler', event, agent, type: handler.type };
  }
  for (const one of [findMatcherProblem(hook), workspace && findScriptProblem(hook, workspace)])
    if (one) yield one;
  const [least, most] = validation.timeoutRange;
  if (timeout !== undefined && (timeout < least || timeout > most)) {
    yield { code: 'odd-timeout', event, milliseconds: timeout };
  }
  if (hook.rest?.env !== undefined && entry.fields.env === undefined) {
    yield { code: 'env-ignored', event, agent };
  }
  const keys = findUnknownKeys(hook).filter((key) => keysOfAnyAgent().has(key));
  if (keys.length && handler.kind === 'shell') yield { code: 'key-ignored', event, agent, keys };
}

/** Finds names that hooks with different commands share. */
function findSharedNames(all: readonly ReadHook[]): Finding[] {
  const named = groupBy(
    all.filter(({ hook }) => hook.name !== undefined),
    ({ hook }) => hook.name,
  );
  return [...named].flatMap(([name = '', same]) => {
    const hooks = [...new Set(same.map(({ hook }) => hook.url ?? hook.command))];
    const at = same.at(-1)?.at;
    return hooks.length > 1 ? [{ code: 'same-name', name, hooks, at }] : [];
  });
}

/**
 * Checks the scripts of hooks. A script that stands at several events may treat each in its own way,
 * so all of them count.
 */
function checkScripts(all: readonly ReadHook[], workspace?: Workspace): Finding[] {
  if (!workspace) return [];
  const own = all.filter(
    ({ hook }) => adapterOf(hook.speaks).tools.length > 0 && hasKnownEvent(hook),
  );
  // Events of another agent have no meaning to this one.
  const keyOf = (hook: Hook) =>
    JSON.stringify([hook.speaks, scriptPathOf(hook, workspace) ?? hook.command]);
  const same = groupBy(own, ({ hook }) => keyOf(hook));
  return findAtEach(own, (hook) => {
    const events = (same.get(keyOf(hook)) ?? []).map((one) => one.hook.event);
    return checkScriptText(hook, events, workspace);
  });
}

/** Returns findings about each of some hooks, at the position of the hook. */
const findAtEach = (
  hooks: readonly ReadHook[],
  find: (hook: Hook) => Iterable<Finding>,
): Finding[] =>
  hooks.flatMap(({ hook, at }) => Array.from(find(hook), (finding) => ({ ...finding, at })));

/** Returns the keys of an entry that have a meaning to some agent, or to most people. */
const keysOfAnyAgent = once(() => {
  const tables = vendorIds().map((id) => tableOf(id));
  const rows = tables.flatMap(({ entry, group }) => {
    const { name: _, description: __, ...fields } = entry.fields;
    const fieldRows = [fields, group].flatMap((row) => Object.values<PathOrRow>(row));
    return [
      ...fieldRows.flatMap((one) => (typeof one === 'string' ? one : one.at)),
      ...Object.values<readonly string[]>(entry.commandKeys ?? {}).flat(),
      ...(entry.backgroundKeys ?? []),
    ];
  });
  return new Set([...rows, 'args', 'condition', 'enabled', 'disabled', 'if', 'once', 'when']);
});
