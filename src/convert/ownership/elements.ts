/** Compares the elements in the lists of a settings file, and the entries in them. */

import { parseCarry } from '../../settings/command-line/flags.ts';
import {
  parseShimLine,
  type ShimLine,
  startsOwnRunner,
} from '../../settings/command-line/shim-line.ts';
import { commandKeyOf, readCommand } from '../../settings/entry.ts';
import type { Element, GroupedEntry, ReadHook } from '../../settings/formats/format.ts';
import { formatOf } from '../../settings/formats/index.ts';
import { tableOf } from '../../settings/tables.ts';
import { headerVariable } from '../../shim/http-hook.ts';
import { isObject, isSameJson } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** Returns a list element that holds one entry, with the keys of the entry's group around it. */
export const elementOf = (vendor: string, newEntry: Pick<GroupedEntry, 'entry' | 'group'>): Json =>
  formatOf(vendor).elementOf(newEntry);

/** One entry of an element. */
interface ElementEntry {
  entry: unknown;
  /** The group that holds the entry; `{}` if the element is the entry itself. */
  group: Json;
  /** The entry's shim line; undefined: its command starts no shim for this vendor. */
  shimLine: ShimLine | undefined;
}

/** Entries → their parsed lines: a merge compares each entry many times. */
const parsedLines = new WeakMap<object, ShimLine | undefined>();

/** Returns the shim line of an entry; undefined: its command is none, or starts the shim for another vendor. */
function shimLineOf(vendor: string, entry: unknown): ShimLine | undefined {
  if (!isObject(entry)) return undefined;
  const line = readCommand(tableOf(vendor), entry);
  if (typeof line !== 'string') return undefined;
  if (!parsedLines.has(entry)) parsedLines.set(entry, parseShimLine(line));
  const shimLine = parsedLines.get(entry);
  return shimLine?.host === vendor ? shimLine : undefined;
}

/** Returns the entries of an element; an empty list, if the vendor would not read the element. */
function entriesIn(vendor: string, element: unknown): ElementEntry[] {
  const entries = formatOf(vendor).entriesOf(element);
  if (!Array.isArray(entries)) return [];
  return entries.map(([entry, group]) => ({ entry, group, shimLine: shimLineOf(vendor, entry) }));
}

/** Splits an element into elements of one entry each. An element that the vendor would not read stays whole. */
export function splitElement(vendor: string, element: unknown): unknown[] {
  if (!Array.isArray(formatOf(vendor).entriesOf(element))) return [element];
  return entriesIn(vendor, element).map(({ entry, group }) =>
    elementOf(vendor, { entry: entry as Json, group }),
  );
}

/** Returns the shim lines of the entries of an element. */
export const shimLinesIn = (vendor: string, element: unknown): ShimLine[] =>
  entriesIn(vendor, element).flatMap(({ shimLine }) => shimLine ?? []);

/** Returns a value for each entry of an element that does not start the shim. Entries that mean the same hook have equal values. */
export const nativeMeaningsIn = (vendor: string, element: unknown): unknown[] =>
  entriesIn(vendor, element)
    .filter(({ entry, shimLine }) => isObject(entry) && !shimLine)
    .map(({ entry, group }) => formatOf(vendor).meaningOf(vendor, entry as Json, group));

/** Returns an id of the command that a line runs, at its event and in its dialect. Other flags of the line do not count. */
export const commandIdOf = ({ speaks, flags }: ShimLine): string =>
  JSON.stringify([speaks, flags.event, flags.command, flags.url, flags.module]);

/** Removes the first equal value from a list. Returns false if the list holds none. */
export function removeValue(list: unknown[], value: unknown): boolean {
  const at = list.findIndex((one) => isSameJson(one, value));
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

/**
 * Finds the elements whose values are among `values`. Each value finds one element.
 *
 * @returns `found`: those elements. `lost`: the values that no element has.
 */
export function matchElements(elements: readonly Element[], values: readonly unknown[]) {
  const lost = [...values];
  return { found: elements.filter(({ value }) => removeValue(lost, value)), lost };
}

/** Returns those of the hooks that stand in one of the elements. */
export function hooksIn(hooks: readonly ReadHook[], elements: readonly Element[]): Set<ReadHook> {
  const places = new Set(elements.map(({ event, index }) => `${event} ${index}`));
  return new Set(hooks.filter(({ event, index }) => places.has(`${event} ${index}`)));
}

/**
 * Flags in which lines of different versions differ for one hook: before 0.2.0, values stood on the line
 * or in the entry instead of the value record, and a line did not say what its conversion saw in the script.
 */
const flagsThatVary = ['exit', 'wordings', 'servers', 'carry', 'values', 'env', 'headers'];

/**
 * Returns an element of one entry in the form that all versions of ours have in common: two versions
 * write one hook as elements for which this form is equal. An element is returned as it is if its entry
 * is no shim line, or if a person changed the ending of the line.
 */
function withoutVersionDifferences(vendor: string, element: unknown): unknown {
  const [{ entry, group, shimLine } = {}] = entriesIn(vendor, element);
  if (!shimLine?.hasPlainEnding || !isObject(entry)) return element;
  const flags: Json = { ...shimLine.flags };
  for (const name of flagsThatVary) delete flags[name];
  const { guard } = parseCarry(shimLine.flags); // until 0.2.0, this flag stood in `carry`
  if (guard === false) flags.guard = guard;
  const launcher = startsOwnRunner(shimLine.launcher) || shimLine.launcher; // true for all our launchers
  const key = commandKeyOf(tableOf(vendor));
  const common = { ...withoutHeaderVariables(entry), [key]: { ...shimLine, launcher, flags } };
  return elementOf(vendor, { entry: common, group: group ?? {} });
}

/** Returns an entry without the variables that held the values of headers before 0.2.0. */
function withoutHeaderVariables({ env, ...entry }: Json): Json {
  if (!isObject(env)) return env === undefined ? entry : { ...entry, env };
  const others = Object.entries(env).filter(([name]) => !headerVariable.test(name));
  return others.length ? { ...entry, env: Object.fromEntries(others) } : entry;
}

/**
 * Finds the elements of one event all of whose entries are shim lines that are to be written. Each
 * element of `values` accounts for one entry.
 *
 * @param values The elements that are to be written, with one entry each.
 * @param anyVersion False: an entry must be exactly equal. True: it may also be as another version of
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
  let unmatched = values.filter((one) => shimLinesIn(vendor, one).length).map(comparable);
  return elements.filter(({ value }) => {
    if (!shimLinesIn(vendor, value).length) return false;
    const left = [...unmatched];
    const isAlike = splitElement(vendor, value).every((one) => removeValue(left, comparable(one)));
    if (isAlike) unmatched = left;
    return isAlike;
  });
}
