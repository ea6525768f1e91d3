/** What the target of a conversion holds already, and what becomes of it. */
import type { Hook } from '../canonical/hook.ts';
import { scriptPathOf } from '../check/script.ts';
import { setAtPath } from '../mapping/paths.ts';
import type { Named } from '../mapping/settings.ts';
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
import type { Merged } from './ownership/merge-entries.ts';
import type { PlannedEntry } from './wrap-hook.ts';

const asKey = (value: unknown): string => JSON.stringify(value);

/** The hooks of a file that somebody else wrote, and that do without the shim. */
export function findForeignHooks(
  { elements, hooks }: Settings,
  known: readonly Entries[],
): ReadHook[] {
  const mine = new Set(known.flatMap((entries) => Object.values(entries).flat().map(asKey)));
  const own = hooksIn(
    hooks,
    elements.filter(({ value }) => mine.has(asKey(value))),
  );
  return hooks.filter((one) => !one.wrapped && !own.has(one));
}

/** Whether the owner registered a hook in the target by hand, or the line that serves for it. */
export function isRegisteredByHand(
  fate: HookResult,
  there: readonly ReadHook[],
  place: Workspace | undefined,
): boolean {
  const lineOf = (hook: Hook) => (shellLineOf(hook) ?? hook.command).trim();
  const path = place && scriptPathOf(fate.hook, place);
  const lines = [lineOf(fate.hook), 'instead' in fate && fate.instead];
  return there.some(
    ({ hook }) =>
      lines.includes(lineOf(hook)) || (path && place && scriptPathOf(hook, place) === path),
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
  const mine = new Set(Object.values(ours).flat().map(asKey));
  const before = hooksIn(
    target.hooks,
    target.elements.filter(({ value }) => mine.has(asKey(value))),
  );
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
  { addedSettings }: Merged,
  written: readonly PlannedEntry[],
): Finding[] {
  const { whyDisabled } = tableOf(to).activation;
  if (!whyDisabled) return [];
  const readOf = ({ value, text, file }: (typeof around)[number]): Json =>
    value ?? readSettingsText(to, text, file).value;
  const withNeeds = (value: Json): Json => {
    for (const need of addedSettings) setAtPath(value, need.path, need.value);
    return value;
  };
  const file = withNeeds(around.map(readOf).reduce(overlayValues, {}));
  const outer = around.slice(0, -1);
  const own = withNeeds(around.slice(-1).map(readOf).reduce(overlayValues, {}));
  const found = written.flatMap(({ event, entry }): Finding[] => {
    const why = whyDisabled(file, entry as Named);
    if (why === undefined) return [];
    const isOuter = whyDisabled(own, entry as Named) === undefined;
    const by = isOuter ? outer.map((one) => one.file).join(', ') : undefined;
    return [{ code: 'switched-off', event, why, ...(by !== undefined && { by }) }];
  });
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** One file read over another: lists are joined, and of two values the nearer counts. */
function overlayValues(far: Json, near: Json): Json {
  const out: Json = structuredClone(far);
  for (const [key, value] of Object.entries(near)) {
    const was = Object.hasOwn(out, key) ? out[key] : undefined;
    const both = isObject(was) && isObject(value) ? overlayValues(was, value) : value;
    const all = Array.isArray(was) && Array.isArray(value) ? [...was, ...value] : both;
    Object.defineProperty(out, key, {
      value: all,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return out;
}
