/** What stands in the lists of a settings file, to be compared: elements, and the entries in them. */

import type { Entries } from '../../files/manifest.ts';
import { equal, isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { type Launch, readLine } from '../command-line/line.ts';
import type { Written } from '../command-line/wrap.ts';
import { commandIn, commandKey } from '../entry.ts';
import type { Element } from '../formats/format.ts';
import { formatOf } from '../formats/index.ts';
import { tableOf } from '../tables.ts';

export const valuesOf = (elements: readonly Element[]): unknown[] =>
  elements.map(({ value }) => value);

export const elementOf = (vendor: string, written: Pick<Written, 'entry' | 'group'>): Json =>
  formatOf(vendor).elementOf(written);

/** The entries of an element, each with its group; none where it is not one. */
function entriesIn(vendor: string, element: unknown) {
  const entries = formatOf(vendor).entriesOf(element);
  return Array.isArray(entries) ? entries : [];
}

/** An element as elements of one entry each. */
export function singles(vendor: string, element: unknown): unknown[] {
  const entries = formatOf(vendor).entriesOf(element);
  if (!Array.isArray(entries)) return [element];
  return entries.map(([entry, group]) => elementOf(vendor, { entry: entry as Json, group }));
}

/** The elements that hold these values, each once. */
export function take(elements: readonly Element[], values: readonly unknown[]): Element[] {
  const left = [...values];
  return elements.filter(({ value }) => drop(left, [value]));
}

/** What was recorded, and is not there. */
export function lost(elements: readonly Element[], values: readonly unknown[]): unknown[] {
  const left = valuesOf(elements);
  return values.filter((value) => !drop(left, [value]));
}

/** Takes one value out of a list, if it holds it. */
export function drop(list: unknown[], [value]: unknown[]): boolean {
  const at = value === undefined ? -1 : list.findIndex((one) => equal(one, value));
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

/** Entries are looked at again and again. */
const lines = new WeakMap<object, Launch | undefined>();

function lineIn(vendor: string, entry: unknown): Launch | undefined {
  if (!isObject(entry)) return undefined;
  const said = commandIn(tableOf(vendor), entry);
  if (typeof said !== 'string') return undefined;
  if (!lines.has(entry)) lines.set(entry, readLine(said));
  const line = lines.get(entry);
  return line?.host === vendor ? line : undefined;
}

/** What starts the shim in the wrapped entries of an element. */
export const launchersIn = (vendor: string, element: unknown): string[] =>
  entriesIn(vendor, element).flatMap(([entry]) => lineIn(vendor, entry)?.launcher ?? []);

/** What the wrapped entries of an element run, whatever else is said of it. */
export function identities(vendor: string, element: unknown): string[] {
  return entriesIn(vendor, element).flatMap(([entry]) => {
    const { as, event, command } = lineIn(vendor, entry)?.flags ?? {};
    return as === undefined ? [] : [JSON.stringify([as, event, command])];
  });
}

/** The dialect and the event of an identity. */
export const eventOf = (id: string): string =>
  JSON.stringify((JSON.parse(id) as unknown[]).slice(0, 2));

/** The dialects that the wrapped entries of an element speak. */
export function speakersOf(vendor: string, element: unknown): string[] {
  return identities(vendor, element).map((one) => (JSON.parse(one) as [string])[0]);
}

/** The hooks of an element that do without the shim. */
export function nativesIn(vendor: string, element: unknown): unknown[] {
  return entriesIn(vendor, element)
    .filter(([entry]) => isObject(entry) && !lineIn(vendor, entry))
    .map(([entry, group]) => formatOf(vendor).meaning(vendor, entry as Json, group));
}

/** An element of one entry without what another version of ours may have put around its command. */
function bare(vendor: string, element: unknown): unknown {
  const [[entry, group] = []] = entriesIn(vendor, element);
  const line = lineIn(vendor, entry);
  if (!line?.plain || !isObject(entry)) return element;
  const { exit: _, ...flags } = line.flags; // since 0.1.0
  return elementOf(vendor, {
    entry: { ...entry, [commandKey(tableOf(vendor))]: { ...line, flags } },
    group: group ?? {},
  });
}

/**
 * The elements of one event that hold nothing but wrapped entries that are to be written: to the
 * letter, or as any version of ours would have it where `anyVersion`.
 */
export function alike(
  vendor: string,
  elements: readonly Element[],
  written: readonly Written[],
  anyVersion: boolean,
): Element[] {
  const shown = (one: unknown) => (anyVersion ? bare(vendor, one) : one);
  const id = (one: unknown) => identities(vendor, one).join();
  const left = new Map<string, unknown[]>();
  for (const one of written.map((one) => elementOf(vendor, one)))
    left.set(id(one), [...(left.get(id(one)) ?? []), shown(one)]);
  left.delete('');
  return elements.filter(({ value }) => {
    if (!identities(vendor, value).length) return false;
    const taken: [list: unknown[], one: unknown][] = [];
    const all = singles(vendor, value).every((one) => {
      const list = left.get(id(one)) ?? [];
      const found = drop(list, [shown(one)]);
      if (found) taken.push([list, shown(one)]);
      return found;
    });
    if (!all) for (const [list, one] of taken) list.push(one);
    return all;
  });
}

/** The same for all events, by event. */
export function holding(
  vendor: string,
  elements: readonly Element[],
  written: readonly Written[],
  anyVersion: boolean,
): Entries {
  const of = (event: string) =>
    alike(
      vendor,
      elements.filter((one) => one.event === event),
      written.filter((one) => one.event === event),
      anyVersion,
    );
  const events = new Set(written.map(({ event }) => event));
  return Object.fromEntries([...events].map((event) => [event, valuesOf(of(event))]));
}
