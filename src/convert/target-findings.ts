/** Finds what a person should know about the target of a conversion: hooks of their own, hooks that are removed, hooks that are switched off. */
import type { Hook } from '../canonical/hook.ts';
import { scriptPathOf } from '../check/script.ts';
import { setAtPath } from '../mapping/paths.ts';
import type { HookReference } from '../mapping/settings.ts';
import { scriptOf } from '../settings/command-line/script.ts';
import type { Finding } from '../settings/finding.ts';
import type { FileText, ReadHook, Settings } from '../settings/formats/format.ts';
import { readMergedSettings } from '../settings/formats/index.ts';
import { displayNameOf, fullNameOf } from '../settings/hook-names.ts';
import { shellLineOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import type { Workspace } from '../settings/workspace.ts';
import { isObject } from '../util/equal.ts';
import { groupBy } from '../util/group.ts';
import type { Json } from '../util/json.ts';
import type { HookResult } from './hook-result.ts';
import { hooksIn } from './ownership/elements.ts';
import type { Entries } from './ownership/ledger.ts';
import type { MergeResult } from './ownership/merge-entries.ts';
import { readValueOf, switchesOffAll } from './switched-off.ts';
import type { PlannedEntry } from './wrap-hook.ts';

/**
 * Returns the hooks of the target that we did not write and that do not start the shim.
 *
 * @param listed The entries that earlier conversions wrote, as the ledger lists them.
 */
export function findHooksNotOurs(target: Settings, listed: readonly Entries[]): ReadHook[] {
  const written = hooksListedIn(target, listed);
  return target.hooks.filter((one) => !one.wrapped && !written.has(one));
}

/** Returns those hooks of the target whose elements are listed, also if they are listed for another event. */
function hooksListedIn(
  { elements, hooks }: Settings,
  listed: readonly Entries[],
): ReadonlySet<ReadHook> {
  const values = listed.flatMap((entries) => Object.values(entries).flat());
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  return hooksIn(
    hooks,
    elements.filter(({ value }) => texts.has(JSON.stringify(value))),
  );
}

/**
 * Returns a function that tells whether a person registered a hook in the target by hand: the target has a hook with
 * the same line or script, or with the command that the result suggests to use instead.
 *
 * @param notOurs The hooks of the target that we did not write.
 */
export function findRegisteredByHand(
  notOurs: readonly ReadHook[],
  workspace: Workspace | undefined,
): (result: HookResult) => boolean {
  const lineOf = (hook: Hook) => (shellLineOf(hook) ?? hook.command).trim();
  const pathOf = (hook: Hook) => workspace && scriptPathOf(hook, workspace);
  const lines = new Set<string>(notOurs.map(({ hook }) => lineOf(hook)));
  const paths = new Set(notOurs.map(({ hook }) => pathOf(hook)));
  return (result) => {
    if (!lines.size) return false;
    const path = pathOf(result.hook);
    const { instead } = { instead: undefined, ...result };
    return (
      lines.has(lineOf(result.hook)) ||
      (instead !== undefined && lines.has(instead)) ||
      (path !== undefined && paths.has(path))
    );
  };
}

/**
 * Finds hooks whose entries of ours the conversion removes from the target, without writing a new entry
 * for them; and those whose new entry differs in nothing but the name of the hook or of its script.
 *
 * @param to The agent of the target.
 * @param target The settings before the conversion; `files` are the texts after it.
 * @param ours The entries that earlier conversions wrote for this source.
 * @param source The settings of the source.
 */
export function findRemovedHooks(
  to: string,
  target: Settings,
  files: readonly FileText[],
  ours: Entries,
  { file: source, hooks: sourceHooks }: Pick<Settings, 'file' | 'hooks'>,
): Finding[] {
  const sourceNames = new Set(sourceHooks.map(({ hook }) => fullNameOf(hook)));
  const before = [...hooksListedIn(target, [ours])];
  const after = before.length ? readMergedSettings(to, files).hooks : [];
  const keyOf = ({ event, hook }: ReadHook) => `${event} ${fullNameOf(hook)}`;
  const lacks = (hooks: readonly ReadHook[]) => {
    const keys = new Set(hooks.map(keyOf));
    return (one: ReadHook) => !keys.has(keyOf(one));
  };
  const removed = before.filter(lacks(after));
  const newNames = findNewNames(removed, after.filter(lacks(target.hooks)));
  return removed.map((one): Finding => {
    const { event, hook, at } = one;
    const name = displayNameOf(hook);
    const newName = newNames.get(one);
    if (newName !== undefined)
      return { code: 'renamed', event, from: name, to: newName, source, at };
    const isStillThere = sourceNames.has(fullNameOf(hook));
    return {
      code: 'taken-out',
      event,
      hook: name,
      source,
      at,
      ...(isStillThere && { isStillThere }),
    };
  });
}

/**
 * Returns the new names of removed hooks: of each to which exactly one added hook is equal but for its name, or but
 * for its name and its script.
 */
function findNewNames(
  removed: readonly ReadHook[],
  added: readonly ReadHook[],
): Map<ReadHook, string> {
  const names = new Map<ReadHook, string>();
  const left = new Set(added);
  for (const formOf of [withoutName, withoutScript]) {
    const oldForms = groupBy(
      removed.filter((one) => !names.has(one)),
      formOf,
    );
    const newForms = groupBy([...left], formOf);
    for (const [form, [old, ...others]] of oldForms) {
      const [now, ...more] = newForms.get(form) ?? [];
      if (!old || !now || others.length || more.length) continue;
      names.set(old, displayNameOf(now.hook));
      left.delete(now);
    }
  }
  return names;
}

/** Returns a text that is equal for hooks of one event that differ in nothing but their names. */
const withoutName = ({ event, hook: { name: _, ...hook } }: ReadHook): string =>
  JSON.stringify([event, hook]);

/** Returns a text that is equal for hooks of one event that differ in nothing but their names and the paths of their scripts. */
function withoutScript(one: ReadHook): string {
  const { hook } = one;
  const path = scriptOf(hook.command)?.path;
  if (path === undefined) return withoutName(one);
  return withoutName({ ...one, hook: { ...hook, command: hook.command.replace(path, '\0') } });
}

/**
 * Finds written entries that will not run, since a setting of the target or of another file of its agent
 * switches hooks off. Each reason is reported once for an event.
 *
 * @param to The agent of the target.
 * @param around The files whose settings the agent merges. The last file is the target; a later file
 *   overrides an earlier one.
 */
export function findSwitchedOff(
  to: string,
  around: readonly (FileText & Partial<Settings>)[],
  { addedSettings }: MergeResult,
  written: readonly PlannedEntry[],
): Finding[] {
  const { whyDisabled } = tableOf(to).activation;
  if (!whyDisabled) return [];
  const addSettings = (value: Json): Json => {
    for (const one of addedSettings) setAtPath(value, one.path, one.value);
    return value;
  };
  const allSettings = addSettings(valueOfFiles(to, around));
  const outerFiles = around.slice(0, -1);
  const ofTarget = addSettings(valueOfFiles(to, around.slice(-1)));
  const isEveryHookOff = switchesOffAll(to, allSettings);
  const found = written.flatMap(({ event, entry, hooks: all }): Finding[] => {
    const why = whyDisabled(allSettings, entry as HookReference);
    if (why === undefined) return [];
    const isByOuterFile = whyDisabled(ofTarget, entry as HookReference) === undefined;
    const by = isByOuterFile ? outerFiles.map(({ file }) => file).join(', ') : undefined;
    const names = all.map(displayNameOf).join(', ');
    const hooks = isEveryHookOff || all.length < 2 ? {} : { hooks: names };
    return [{ code: 'switched-off', event, why, ...(by !== undefined && { by }), ...hooks }];
  });
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** Merges the contents of the files that an agent reads. */
export const valueOfFiles = (
  vendor: string,
  files: readonly (FileText & Partial<Settings>)[],
): Json => files.map((one) => readValueOf(vendor, one)).reduce(overlayValues, {});

/** Merges the values of two files, deeply. The values of `over` replace those of `base`; lists are joined. */
export function overlayValues(base: Json, over: Json): Json {
  const result: Json = structuredClone(base);
  for (const [key, value] of Object.entries(over)) {
    const old = Object.hasOwn(result, key) ? result[key] : undefined;
    const merged = isObject(old) && isObject(value) ? overlayValues(old, value) : value;
    // An assignment would set the prototype for the key `__proto__`.
    Object.defineProperty(result, key, {
      value: Array.isArray(old) && Array.isArray(value) ? [...old, ...value] : merged,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return result;
}
