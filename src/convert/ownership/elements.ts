/** Compares the elements in the lists of a settings file, and the entries in them. */

import { parseCarry } from '../../settings/command-line/flags.ts';
import {
  namesOwnRunner,
  parseShimLines,
  type ShimLine,
  startsOwnRunner,
} from '../../settings/command-line/shim-line.ts';
import { commandKeyOf, readCommand, readFields } from '../../settings/entry.ts';
import type { Element, GroupedEntry, ReadHook } from '../../settings/formats/format.ts';
import { formatOf } from '../../settings/formats/index.ts';
import { tableOf } from '../../settings/tables.ts';
import { headerVariable } from '../../shim/header-variable.ts';
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
  /** What the entry's shim line says of each hook. Empty: its command starts no shim for this vendor. */
  shimLines: readonly ShimLine[];
}

/** Entries → their parsed lines: a merge compares each entry many times. */
const parsedLines = new WeakMap<object, readonly ShimLine[]>();

/** Returns what the shim line of an entry says of each hook. Empty: its command is none, or starts the shim for another vendor. */
function shimLinesOf(vendor: string, entry: unknown): readonly ShimLine[] {
  if (!isObject(entry)) return [];
  const line = readCommand(tableOf(vendor), entry);
  if (typeof line !== 'string') return [];
  const lines = parsedLines.get(entry) ?? parseShimLines(line);
  parsedLines.set(entry, lines);
  return lines.every(({ host }) => host === vendor) ? lines : [];
}

/** Returns the entries of an element; an empty list, if the vendor would not read the element. */
function entriesIn(vendor: string, element: unknown): ElementEntry[] {
  const entries = formatOf(vendor).entriesOf(element);
  if (!Array.isArray(entries)) return [];
  return entries.map(([entry, group]) => ({ entry, group, shimLines: shimLinesOf(vendor, entry) }));
}

/** Splits an element into elements of one entry each. An element that the vendor would not read stays whole. */
export function splitElement(vendor: string, element: unknown): unknown[] {
  if (!Array.isArray(formatOf(vendor).entriesOf(element))) return [element];
  return entriesIn(vendor, element).map(({ entry, group }) =>
    elementOf(vendor, { entry: entry as Json, group }),
  );
}

/** Returns the entries of an element, each with its command and what its shim line says of each hook. */
export const startsIn = (vendor: string, element: unknown) =>
  entriesIn(vendor, element).flatMap(({ entry, shimLines }) =>
    isObject(entry) ? { entry, shimLines, line: readCommand(tableOf(vendor), entry) } : [],
  );

/** Tells whether the group of an element says that its hooks run in turn. */
export const isSequential = (vendor: string, element: unknown): boolean =>
  entriesIn(vendor, element).some(
    ({ group }) => readFields(tableOf(vendor).group, group).sequential === true,
  );

/** Returns what the shim lines of the entries of an element say of each hook. */
export const shimLinesIn = (vendor: string, element: unknown): ShimLine[] =>
  entriesIn(vendor, element).flatMap(({ shimLines }) => shimLines);

/** Tells whether an entry of an element starts our runner by a line that cannot be read: a person changed the line. */
export const hasUnreadLine = (vendor: string, element: unknown): boolean =>
  startsIn(vendor, element).some(
    ({ shimLines, line }) => !shimLines.length && typeof line === 'string' && namesOwnRunner(line),
  );

/** Returns a value for each entry of an element that does not start the shim. Entries that mean the same hook have equal values. */
export const nativeMeaningsIn = (vendor: string, element: unknown): unknown[] =>
  entriesIn(vendor, element)
    .filter(({ entry, shimLines }) => isObject(entry) && !shimLines.length)
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
  const [{ entry, group, shimLines } = {}] = entriesIn(vendor, element);
  if (!shimLines?.[0]?.hasPlainEnding || !isObject(entry)) return element;
  const key = commandKeyOf(tableOf(vendor));
  const lines = shimLines.map(withoutVersionsOfLine);
  return elementOf(vendor, {
    entry: { ...withoutHeaderVariables(entry), [key]: lines },
    group: group ?? {},
  });
}

/** Returns a shim line without what differs between versions. */
function withoutVersionsOfLine(line: ShimLine) {
  const flags: Json = { ...line.flags };
  for (const name of flagsThatVary) delete flags[name];
  const { guard } = parseCarry(line.flags); // until 0.2.0, this flag stood in `carry`
  if (guard === false) flags.guard = guard;
  const launcher = startsOwnRunner(line.launcher) || line.launcher; // true for all our launchers
  return { ...line, launcher, flags };
}

/** Returns an entry without the variables that held the values of headers before 0.2.0. */
function withoutHeaderVariables({ env, ...entry }: Json): Json {
  if (!isObject(env)) return env === undefined ? entry : { ...entry, env };
  const others = Object.entries(env).filter(([name]) => !headerVariable.test(name));
  return others.length ? { ...entry, env: Object.fromEntries(others) } : entry;
}

/** Elements that are to be written, with one entry each. */
export interface WrittenElements {
  values: readonly unknown[];
  /** Returns the elements that an earlier conversion may have written for the hooks of one of them but for some. */
  formsWithout(value: unknown, hooks: ReadonlySet<number>): readonly unknown[];
}

/**
 * Finds the elements of one event all of whose entries are shim lines that are to be written. Each
 * element that is to be written accounts for one entry.
 *
 * @param isUnlisted False: an entry must be exactly equal. True: the ledger does not know the file, so that an entry may
 *   also be as another version of ours would write it, and an element accounts as well for entries as they would be
 *   written for some of its hooks, or with the own matchers of its hooks.
 */
export function findElementsLike(
  vendor: string,
  elements: readonly Element[],
  { values, formsWithout }: WrittenElements,
  isUnlisted: boolean,
): Element[] {
  if (!elements.length) return [];
  const idsOf = (one: unknown) => shimLinesIn(vendor, one).map(commandIdOf);
  const formOf = (one: unknown) => (isUnlisted ? withoutVersionDifferences(vendor, one) : one);
  const wanted = values
    .map((value) => ({ value, form: formOf(value), ids: idsOf(value), used: new Set<number>() }))
    .filter(({ ids }) => ids.length);
  /** Finds the hooks of an entry among those that are to be written. Undefined: the entry is not as it would be written. */
  const findHooks = (entry: unknown, taken: readonly Taken[]): Taken | undefined => {
    const [form, ids] = [formOf(entry), idsOf(entry)];
    for (const one of wanted) {
      const isFree = (hook: number) =>
        !one.used.has(hook) &&
        !taken.some(({ used, hooks }) => used === one.used && hooks.includes(hook));
      const hooks = findInOrder(ids, one.ids, isFree);
      if (!hooks) continue;
      if (hooks.length === one.ids.length && isSameJson(one.form, form))
        return { used: one.used, hooks };
      if (!isUnlisted) continue;
      const others = new Set([...one.ids.keys()].filter((hook) => !hooks.includes(hook)));
      if (formsWithout(one.value, others).some((part) => isSameJson(formOf(part), form)))
        return { used: one.used, hooks };
    }
    return undefined;
  };
  return elements.filter(({ value }) => {
    if (!shimLinesIn(vendor, value).length) return false;
    const taken: Taken[] = [];
    const isAlike = splitElement(vendor, value).every((entry) => {
      const found = findHooks(entry, taken);
      if (found) taken.push(found);
      return found;
    });
    if (isAlike) for (const { used, hooks } of taken) for (const hook of hooks) used.add(hook);
    return isAlike;
  });
}

/** Hooks of an element that is to be written, and all of its hooks that elements of the list account for so far. */
interface Taken {
  used: Set<number>;
  hooks: number[];
}

/** Finds texts in a list, in their order, each at an index of its own. Undefined: not all are there. */
function findInOrder(
  texts: readonly string[],
  list: readonly string[],
  isFree: (index: number) => boolean,
): number[] | undefined {
  const indexes: number[] = [];
  for (const text of texts) {
    const after = indexes.at(-1) ?? -1;
    const index = list.findIndex((one, i) => i > after && one === text && isFree(i));
    if (index < 0) return undefined;
    indexes.push(index);
  }
  return indexes.length ? indexes : undefined;
}
