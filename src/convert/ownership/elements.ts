/** Compares what stands in the lists of a settings file: elements, and the entries in them. */

import { parseCarry } from '../../settings/command-line/flags.ts';
import {
  parseShimLine,
  type ShimLine,
  startsOwnRunner,
} from '../../settings/command-line/shim-line.ts';
import { commandKeyOf, readCommand } from '../../settings/entry.ts';
import type { Element, NewEntry, ReadHook } from '../../settings/formats/format.ts';
import { formatOf } from '../../settings/formats/index.ts';
import { tableOf } from '../../settings/tables.ts';
import { headerVariable } from '../../shim/http-hook.ts';
import { isObject, isSameJson } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** Makes the element of an event's list from an entry and the keys of its group. */
export const elementOf = (vendor: string, stated: Pick<NewEntry, 'entry' | 'group'>): Json =>
  formatOf(vendor).elementOf(stated);

/** One entry of an element. */
interface ElementEntry {
  entry: unknown;
  group: Json;
  /** The line by which it starts the shim; undefined: it does not start the shim. */
  shimLine: ShimLine | undefined;
}

/** The parsed line of each entry, since a merge compares each entry many times. */
const knownShimLines = new WeakMap<object, ShimLine | undefined>();

function shimLineOf(vendor: string, entry: unknown): ShimLine | undefined {
  if (!isObject(entry)) return undefined;
  const line = readCommand(tableOf(vendor), entry);
  if (typeof line !== 'string') return undefined;
  if (!knownShimLines.has(entry)) knownShimLines.set(entry, parseShimLine(line));
  const shimLine = knownShimLines.get(entry);
  return shimLine?.host === vendor ? shimLine : undefined;
}

/** Returns the entries of an element; none where the vendor would not read it. */
function entriesIn(vendor: string, element: unknown): ElementEntry[] {
  const entries = formatOf(vendor).entriesOf(element);
  if (!Array.isArray(entries)) return [];
  return entries.map(([entry, group]) => ({ entry, group, shimLine: shimLineOf(vendor, entry) }));
}

/** Splits an element into elements of one entry each. */
export function splitElement(vendor: string, element: unknown): unknown[] {
  if (!Array.isArray(formatOf(vendor).entriesOf(element))) return [element];
  return entriesIn(vendor, element).map(({ entry, group }) =>
    elementOf(vendor, { entry: entry as Json, group }),
  );
}

/** Returns the lines by which entries of an element start the shim. */
export const shimLinesIn = (vendor: string, element: unknown): ShimLine[] =>
  entriesIn(vendor, element).flatMap(({ shimLine }) => shimLine ?? []);

/** Returns what the entries of an element mean that do not start the shim, so that they can be compared. */
export const nativeMeaningsIn = (vendor: string, element: unknown): unknown[] =>
  entriesIn(vendor, element)
    .filter(({ entry, shimLine }) => isObject(entry) && !shimLine)
    .map(({ entry, group }) => formatOf(vendor).meaningOf(vendor, entry as Json, group));

/** Identifies what a line runs: its dialect, event and command, without its other flags. */
export const commandIdOf = ({ speaks, flags }: ShimLine): string =>
  JSON.stringify([speaks, flags.event, flags.command, flags.url]);

/** Removes one value from a list. Returns false where the list does not hold it. */
export function removeValue(list: unknown[], value: unknown): boolean {
  const at = list.findIndex((one) => isSameJson(one, value));
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

/**
 * Finds the elements that hold some values. Each value finds one element.
 *
 * @returns `found`: those elements. `lost`: the values that no element holds.
 */
export function matchElements(elements: readonly Element[], values: readonly unknown[]) {
  const lost = [...values];
  return { found: elements.filter(({ value }) => removeValue(lost, value)), lost };
}

/** Returns the hooks that stand in some elements. */
export function hooksIn(hooks: readonly ReadHook[], elements: readonly Element[]): Set<ReadHook> {
  const at = new Set(elements.map(({ event, index }) => `${event} ${index}`));
  return new Set(hooks.filter(({ event, index }) => at.has(`${event} ${index}`)));
}

/**
 * Flags that lines of different versions do not share: before 0.2.0, values stood on the line or in the
 * entry instead of the value record, and a line did not say what its conversion saw in the script.
 */
const flagsThatVary = ['exit', 'wordings', 'servers', 'carry', 'values', 'env', 'headers'];

/** Returns an element of one entry without what differs between versions of ours. */
function withoutVersionDifferences(vendor: string, element: unknown): unknown {
  const [item] = entriesIn(vendor, element);
  if (!item?.shimLine?.hasPlainEnding || !isObject(item.entry)) return element;
  const flags: Json = { ...item.shimLine.flags };
  for (const name of flagsThatVary) delete flags[name];
  const { guard } = parseCarry(item.shimLine.flags); // carried until 0.2.0
  if (guard === false) flags.guard = guard;
  const launcher = startsOwnRunner(item.shimLine.launcher) || item.shimLine.launcher;
  const key = commandKeyOf(tableOf(vendor));
  const entry = {
    ...withoutHiddenVariables(item.entry),
    [key]: { ...item.shimLine, launcher, flags },
  };
  return elementOf(vendor, { entry, group: item.group });
}

/** Removes the variables in which the values of headers were kept off the line before 0.2.0. */
function withoutHiddenVariables({ env, ...entry }: Json): Json {
  if (!isObject(env)) return env === undefined ? entry : { ...entry, env };
  const left = Object.entries(env).filter(([name]) => !headerVariable.test(name));
  return left.length ? { ...entry, env: Object.fromEntries(left) } : entry;
}

/**
 * Finds the elements of one event that hold only lines of ours which are to be written as well.
 *
 * @param values The elements that are to be written, with one entry each.
 * @param anyVersion False: a line must be equal to the letter. True: it may be as another version of
 *   ours would write it.
 */
export function findElementsLike(
  vendor: string,
  elements: readonly Element[],
  values: readonly unknown[],
  anyVersion: boolean,
): Element[] {
  const comparable = (one: unknown) => [
    shimLinesIn(vendor, one).map(commandIdOf),
    anyVersion ? withoutVersionDifferences(vendor, one) : one,
  ];
  let open: unknown[] = values.filter((one) => shimLinesIn(vendor, one).length).map(comparable);
  return elements.filter(({ value }) => {
    if (!shimLinesIn(vendor, value).length) return false;
    const rest = [...open];
    const isAlike = splitElement(vendor, value).every((one) => removeValue(rest, comparable(one)));
    if (isAlike) open = rest;
    return isAlike;
  });
}
