/**
 * Finds the entries of a host's settings that a person has switched off by a name in a list. A conversion must not switch
 * such a hook on again without a word, and a line that starts several hooks has one name for all of them.
 */
import { startsHook } from '../canonical/flags.ts';
import type { Hook } from '../canonical/types.ts';
import { getAtPath } from '../mapping/paths.ts';
import type { HookReference } from '../mapping/settings.ts';
import type { Finding } from '../settings/finding.ts';
import type { FileText, Settings } from '../settings/formats/format.ts';
import { readSettingsText } from '../settings/formats/index.ts';
import { displayNameOf } from '../settings/hook-names.ts';
import { moduleNameOf } from '../settings/modules/names.ts';
import { shellLineOf, systemOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import type { Json } from '../util/json.ts';
import type { PlanOptions } from './options.ts';
import { commandIdOf, elementOf, startsIn } from './ownership/elements.ts';
import type { PlannedEntry } from './wrap-hook.ts';

/** A settings file, read or not. */
type SettingsFile = FileText & Partial<Settings>;

/** Returns the content of a file. */
export const readValueOf = (vendor: string, { value, text, file }: SettingsFile): Json =>
  value ?? readSettingsText(vendor, text, file).value;

/** Tells whether one of the files that an agent reads has a list of names by which hooks are switched off. */
export function switchesOffByName(to: string, files: readonly SettingsFile[]): boolean {
  const { switchedOffPath } = tableOf(to).activation;
  return (
    switchedOffPath !== undefined &&
    files.some((one) => getAtPath(readValueOf(to, one), switchedOffPath) !== undefined)
  );
}

/** The starts of one hook at one event of the host, in the settings as they stand. */
interface Starts {
  /** A number for each entry that starts the hook and is switched off by its name, in the order of the file. */
  off: number[];
  /** How many entries start it and are not. */
  on: number;
}

/** The starts of hooks, by {@link startIdOf}. */
export type StartsOfHooks = ReadonlyMap<string, Starts>;

/** Returns a text that is equal for the starts of one hook at one event of a host, the `native` one. */
export const startIdOf = (native: string, hook: Hook, { for: platform }: PlanOptions): string => {
  const { speaks, event, url, module } = hook;
  const line =
    url === undefined && module === undefined && shellLineOf(hook, systemOf({ for: platform }));
  const name = module === undefined ? undefined : moduleNameOf(module);
  return native + JSON.stringify([speaks, event, line ? [line] : [], url, name]);
};

/** Lists the {@link startIdOf} of each hook that an entry of a host starts. */
function startIdsOf(
  host: string,
  event: string,
  element: unknown,
): { entry: Json; ids: string[] }[] {
  return startsIn(host, element).map(({ entry, line, shimLines }) => {
    const own = [JSON.stringify([host, event, [line], undefined, undefined])];
    const started = shimLines.filter(({ flags }) => startsHook(flags)).map(commandIdOf);
    return { entry, ids: (shimLines.length ? started : own).map((id) => event + id) };
  });
}

/** Tells whether settings switch off every hook, and not only those that a list names. */
export const switchesOffAll = (vendor: string, settings: Json): boolean =>
  tableOf(vendor).activation.whyDisabled?.(settings, {} as HookReference) !== undefined;

/** Returns a function that tells whether an entry is switched off by its name or command. Undefined: the agent has no list of names. */
function offByName(host: string, settings: Json): ((entry: Json) => boolean) | undefined {
  const { whyDisabled, switchedOffPath: path } = tableOf(host).activation;
  if (!whyDisabled || !path || getAtPath(settings, path) === undefined) return undefined;
  if (switchesOffAll(host, settings)) return () => false;
  return (entry) => whyDisabled(settings, entry as unknown as HookReference) !== undefined;
}

/**
 * Finds what starts each hook in the settings of a host, and whether it is switched off.
 *
 * @param settings The content of all files that the host reads.
 */
export function findStarts(
  host: string,
  { elements }: Pick<Settings, 'elements'>,
  settings: Json,
): StartsOfHooks {
  const found = new Map<string, Starts>();
  const isOff = offByName(host, settings);
  if (!isOff) return found;
  let count = 0;
  for (const { event, value } of elements)
    for (const { entry, ids } of startIdsOf(host, event, value)) {
      const number = isOff(entry) ? count++ : undefined;
      for (const id of ids) {
        const starts = found.get(id) ?? { off: [], on: 0 };
        if (number === undefined) starts.on++;
        else starts.off.push(number);
        found.set(id, starts);
      }
    }
  return found;
}

/**
 * Finds the hooks that a person has switched off and that run again after a conversion, since their entry is another one.
 *
 * @param before The starts before the conversion (`findStarts`).
 * @param settings The content of all files that the host reads.
 * @param written The entries that the conversion writes.
 */
export function findSwitchedOn(
  host: string,
  before: StartsOfHooks,
  settings: Json,
  written: readonly PlannedEntry[],
): Finding[] {
  const isOff = offByName(host, settings);
  const { switchedOffPath = [] } = tableOf(host).activation;
  if (!isOff) return [];
  const runs = new Map<string, number>();
  return written.flatMap(({ event, entry, group, hooks }): Finding[] => {
    if (isOff(entry)) return [];
    const ids = startIdsOf(host, event, elementOf(host, { entry, group })).flatMap(
      ({ ids }) => ids,
    );
    return ids.flatMap((id, i): Finding[] => {
      const count = (runs.get(id) ?? 0) + 1;
      runs.set(id, count);
      const starts = before.get(id);
      const hook = hooks[i];
      if (!hook || !starts?.off.length || count <= starts.on) return [];
      const list = switchedOffPath.join('.');
      const { name = entry.command } = entry;
      return [{ code: 'switched-on', event, hook: displayNameOf(hook), list, name: `${name}` }];
    });
  });
}
