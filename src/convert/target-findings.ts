/** What the target of a conversion holds already, and what becomes of it. */
import type { Hook } from '../canonical/hook.ts';
import { scriptPathOf } from '../check/script.ts';
import { setAtPath } from '../mapping/paths.ts';
import type { HookReference } from '../mapping/settings.ts';
import type { Finding } from '../settings/finding.ts';
import type { FileText, ReadHook, Settings } from '../settings/formats/format.ts';
import { readMergedSettings, readSettingsText } from '../settings/formats/index.ts';
import { displayNameOf } from '../settings/hook-names.ts';
import { shellLineOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import type { Workspace } from '../settings/workspace.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import type { HookResult } from './hook-result.ts';
import { hooksIn } from './ownership/elements.ts';
import type { Entries } from './ownership/ledger.ts';
import type { MergeResult } from './ownership/merge-entries.ts';
import type { PlannedEntry } from './wrap-hook.ts';

const asKey = (value: unknown): string => JSON.stringify(value);

/**
 * Returns the hooks of the target that we did not write and that do not start the shim.
 *
 * @param known The entries that earlier conversions wrote.
 */
export function findForeignHooks(target: Settings, known: readonly Entries[]): ReadHook[] {
  const written = hooksWrittenIn(target, known);
  return target.hooks.filter((one) => !one.wrapped && !written.has(one));
}

/** Returns the hooks of the target that stand in elements which some entries list, at whatever event. */
function hooksWrittenIn(
  { elements, hooks }: Settings,
  known: readonly Entries[],
): ReadonlySet<ReadHook> {
  const listed = new Set(known.flatMap((entries) => Object.values(entries).flat().map(asKey)));
  return hooksIn(
    hooks,
    elements.filter(({ value }) => listed.has(asKey(value))),
  );
}

/**
 * Whether a person registered a hook in the target by hand: its line, its script, or the command that
 * serves the target instead.
 *
 * @param foreign The hooks of the target that we did not write.
 */
export function isRegisteredByHand(
  result: HookResult,
  foreign: readonly ReadHook[],
  workspace: Workspace | undefined,
): boolean {
  const lineOf = (hook: Hook) => (shellLineOf(hook) ?? hook.command).trim();
  const path = workspace && scriptPathOf(result.hook, workspace);
  const lines = [lineOf(result.hook), 'instead' in result && result.instead];
  return foreign.some(
    ({ hook }) =>
      lines.includes(lineOf(hook)) || (path && workspace && scriptPathOf(hook, workspace) === path),
  );
}

/**
 * Finds hooks whose entries of ours are removed from the target, while no new entry comes for them.
 *
 * @param to The agent of the target.
 * @param target The settings before the conversion; `files` are the texts after it.
 * @param ours The entries that earlier runs wrote for this source.
 * @param source The name of the source, as messages give it.
 */
export function findRemovedHooks(
  to: string,
  target: Settings,
  files: readonly FileText[],
  ours: Entries,
  source: string,
): Finding[] {
  const before = hooksWrittenIn(target, [ours]);
  const left = before.size ? readMergedSettings(to, files).hooks : [];
  const stays = new Set(left.map(({ event, hook }) => `${event} ${displayNameOf(hook)}`));
  return [...before].flatMap(({ event, hook, at }): Finding[] => {
    const name = displayNameOf(hook);
    return stays.has(`${event} ${name}`)
      ? []
      : [{ code: 'taken-out', event, hook: name, source, at }];
  });
}

/**
 * Finds written entries that other settings of the target `to`, or of a file around it, switch off.
 * Each reason is reported once for an event.
 *
 * @param around The files whose settings count together. The last one is the target; the nearer a file
 *   stands to it, the more it counts.
 */
export function findSwitchedOff(
  to: string,
  around: readonly (FileText & Partial<Settings>)[],
  { addedSettings }: MergeResult,
  written: readonly PlannedEntry[],
): Finding[] {
  const { whyDisabled } = tableOf(to).activation;
  if (!whyDisabled) return [];
  const readValue = ({ value, text, file }: (typeof around)[number]): Json =>
    value ?? readSettingsText(to, text, file).value;
  const addSettings = (value: Json): Json => {
    for (const one of addedSettings) setAtPath(value, one.path, one.value);
    return value;
  };
  const file = addSettings(around.map(readValue).reduce(overlayValues, {}));
  const outer = around.slice(0, -1);
  const own = addSettings(around.slice(-1).map(readValue).reduce(overlayValues, {}));
  const found = written.flatMap(({ event, entry }): Finding[] => {
    const why = whyDisabled(file, entry as HookReference);
    if (why === undefined) return [];
    const isOuter = whyDisabled(own, entry as HookReference) === undefined;
    const by = isOuter ? outer.map((one) => one.file).join(', ') : undefined;
    return [{ code: 'switched-off', event, why, ...(by !== undefined && { by }) }];
  });
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** Lays the values of a nearer file over those of a farther one. Lists are joined. */
function overlayValues(far: Json, near: Json): Json {
  const result: Json = structuredClone(far);
  for (const [key, value] of Object.entries(near)) {
    const was = Object.hasOwn(result, key) ? result[key] : undefined;
    const both = isObject(was) && isObject(value) ? overlayValues(was, value) : value;
    const all = Array.isArray(was) && Array.isArray(value) ? [...was, ...value] : both;
    Object.defineProperty(result, key, {
      value: all,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return result;
}
