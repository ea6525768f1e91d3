/** What stands in the lists of a settings file, to be compared: elements, and the entries in them. */

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
import { equal, isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';

/** Makes the element of an event's list from an entry and the keys of its group. */
export const elementOf = (vendor: string, stated: Pick<NewEntry, 'entry' | 'group'>): Json =>
  formatOf(vendor).elementOf(stated);

/** An entry of an element. */
interface ElementEntry {
  entry: unknown;
  group: Json;
  /** How it starts the shim; undefined: it does not. */
  shimLine: ShimLine | undefined;
}

/** Entries are looked at again and again. */
const knownShimLines = new WeakMap<object, ShimLine | undefined>();

function shimLineOf(vendor: string, entry: unknown): ShimLine | undefined {
  if (!isObject(entry)) return undefined;
  const line = readCommand(tableOf(vendor), entry);
  if (typeof line !== 'string') return undefined;
  if (!knownShimLines.has(entry)) knownShimLines.set(entry, parseShimLine(line));
  const launch = knownShimLines.get(entry);
  return launch?.host === vendor ? launch : undefined;
}

/** The entries of an element; none where it is none of its kind. */
function entriesIn(vendor: string, element: unknown): ElementEntry[] {
  const entries = formatOf(vendor).entriesOf(element);
  if (!Array.isArray(entries)) return [];
  return entries.map(([entry, group]) => ({ entry, group, shimLine: shimLineOf(vendor, entry) }));
}

/** An element as elements of one entry each. */
export function splitElement(vendor: string, element: unknown): unknown[] {
  if (!Array.isArray(formatOf(vendor).entriesOf(element))) return [element];
  return entriesIn(vendor, element).map(({ entry, group }) =>
    elementOf(vendor, { entry: entry as Json, group }),
  );
}

/** How the entries of an element start the shim, those that do. */
export const shimLinesIn = (vendor: string, element: unknown): ShimLine[] =>
  entriesIn(vendor, element).flatMap(({ shimLine: launch }) => launch ?? []);

/** What the hooks of an element mean that do without the shim. */
export const nativeMeaningsIn = (vendor: string, element: unknown): unknown[] =>
  entriesIn(vendor, element)
    .filter(({ entry, shimLine: launch }) => isObject(entry) && !launch)
    .map(({ entry, group }) => formatOf(vendor).meaningOf(vendor, entry as Json, group));

/** What a line runs, whatever else is said of it. */
export const commandIdOf = ({ speaks, flags }: ShimLine): string =>
  JSON.stringify([speaks, flags.event, flags.command, flags.url]);

/** Takes one value out of a list, if it holds it. */
export function removeValue(list: unknown[], value: unknown): boolean {
  const at = list.findIndex((one) => equal(one, value));
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

/** The elements that hold these values, each once; and the values that none holds. */
export function matchElements(elements: readonly Element[], values: readonly unknown[]) {
  const lost = [...values];
  return { found: elements.filter(({ value }) => removeValue(lost, value)), lost };
}

/** The hooks that stand in some elements. */
export function hooksIn(hooks: readonly ReadHook[], elements: readonly Element[]): Set<ReadHook> {
  const at = new Set(elements.map(({ event, index }) => `${event} ${index}`));
  return new Set(hooks.filter(({ event, index }) => at.has(`${event} ${index}`)));
}

/**
 * Flags that a line of another version may lack or have: what is kept in the record stood on the line
 * or in the entry, and what conversion sees in the script and in the settings was not said, until 0.2.0.
 */
const flagsThatVary = ['exit', 'wordings', 'servers', 'carry', 'values', 'env', 'headers'];

/** An element of one entry without what another version of ours may have put around its command. */
function withoutVersionDifferences(vendor: string, element: unknown): unknown {
  const [item] = entriesIn(vendor, element);
  if (!item?.shimLine?.hasPlainEnding || !isObject(item.entry)) return element;
  const said: Json = { ...item.shimLine.flags };
  for (const name of flagsThatVary) delete said[name];
  const { guard } = parseCarry(item.shimLine.flags); // carried until 0.2.0
  if (guard === false) said.guard = guard;
  const launcher = startsOwnRunner(item.shimLine.launcher) || item.shimLine.launcher;
  const key = commandKeyOf(tableOf(vendor));
  const entry = {
    ...withoutHiddenVariables(item.entry),
    [key]: { ...item.shimLine, launcher, flags: said },
  };
  return elementOf(vendor, { entry, group: item.group });
}

/** An entry without the variables in which a header was kept off its line until 0.2.0. */
function withoutHiddenVariables({ env, ...entry }: Json): Json {
  if (!isObject(env)) return env === undefined ? entry : { ...entry, env };
  const left = Object.entries(env).filter(([name]) => !headerVariable.test(name));
  return left.length ? { ...entry, env: Object.fromEntries(left) } : entry;
}

/**
 * The elements of one event that hold nothing but wrapped entries among `values`: to the letter, or
 * as any version of ours would have them where `anyVersion`.
 */
export function findAlike(
  vendor: string,
  elements: readonly Element[],
  values: readonly unknown[],
  anyVersion: boolean,
): Element[] {
  const comparable = (one: unknown) => [
    shimLinesIn(vendor, one).map(commandIdOf),
    anyVersion ? withoutVersionDifferences(vendor, one) : one,
  ];
  let left: unknown[] = values.filter((one) => shimLinesIn(vendor, one).length).map(comparable);
  return elements.filter(({ value }) => {
    if (!shimLinesIn(vendor, value).length) return false;
    const rest = [...left];
    const all = splitElement(vendor, value).every((one) => removeValue(rest, comparable(one)));
    if (all) left = rest;
    return all;
  });
}
