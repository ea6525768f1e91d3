import type { Json } from '../adapter.ts';
import { equal, isObject } from '../equal.ts';
import { get } from '../paths.ts';
import { editLists, type ListEdit } from './edit.ts';
import { readEntry } from './entry.ts';
import { readLine } from './line.ts';
import { type Element, entriesOf, type Settings } from './read.ts';
import type { Entries } from './record.ts';
import { tableOf, type Written } from './wrap.ts';

/** A settings file as it is to be. */
export interface Merged {
  text: string;
  /** All of ours that stand in it now. */
  entries: Entries;
  /** Events with entries of ours that a person has changed since: those stay as they are. */
  edited: string[];
}

/** Puts entries into a settings file in place of those that were ours. Throws `settings`. */
export function merge(
  vendor: string,
  target: Settings,
  written: readonly Written[],
  ours: Entries,
): Merged {
  const events = [...target.elements, ...written].map(({ event }) => event);
  const merged: Merged = { text: target.text, entries: {}, edited: [] };
  const lists: ListEdit[] = [];
  for (const event of new Set(events)) {
    const there = target.elements.filter((one) => one.event === event);
    const fresh = written.filter((one) => one.event === event);
    const { mine, add, edited } = mergeList(vendor, there, fresh, ours[event] ?? []);
    if (edited) merged.edited.push(event);
    if (add.length) merged.entries[event] = add;
    if (equal(valuesOf(mine), add)) continue;
    lists.push({
      path: ['hooks', event],
      remove: mine.map(({ index }) => index),
      add,
      prune: true,
    });
  }
  const busy = lists.some(({ add }) => add.length);
  const set = Object.entries(tableOf(vendor).needs)
    .map(([path, value]) => ({ path: path.split('.'), value }))
    .filter(({ path }) => busy && get(target.value, path) === undefined);
  merged.text = editLists(target.text, target.file, { lists, set });
  return merged;
}

const valuesOf = (elements: readonly Element[]): unknown[] => elements.map(({ value }) => value);

/** What of one event's list is ours, and what is to stand in its place. */
function mergeList(
  vendor: string,
  there: readonly Element[],
  written: readonly Written[],
  ours: readonly unknown[],
): { mine: Element[]; add: unknown[]; edited: boolean } {
  const mine = take(there, ours);
  const foreign = there.filter((one) => !mine.includes(one));
  // A hook of the host's own dialect that a person has there already is not written again.
  const natives = foreign.flatMap(({ value }) => nativesIn(vendor, value));
  const fresh = written.filter((one) => !drop(natives, nativesIn(vendor, elementOf(vendor, one))));
  const wanted = elementsOf(vendor, fresh);
  // The same line is ours, whoever wrote it: a record may be lost.
  const same = take(
    foreign,
    wanted.filter((one) => identities(vendor, one).length),
  );
  const changed = new Set(
    foreign.filter((one) => !same.includes(one)).flatMap(({ value }) => identities(vendor, value)),
  );
  const add = wanted.filter((one) => !identities(vendor, one).some((id) => changed.has(id)));
  const all = there.filter((one) => mine.includes(one) || same.includes(one));
  return { mine: all, add, edited: add.length < wanted.length };
}

/** Written entries as elements, by event. */
export function elementsBy(vendor: string, written: readonly Written[]): Entries {
  const events = [...new Set(written.map(({ event }) => event))];
  const of = (event: string) => written.filter((one) => one.event === event);
  return Object.fromEntries(events.map((event) => [event, elementsOf(vendor, of(event))]));
}

/** The elements that hold these values, each once. */
function take(elements: readonly Element[], values: readonly unknown[]): Element[] {
  const left = [...values];
  return elements.filter(({ value }) => {
    const at = left.findIndex((one) => equal(one, value));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Takes one value out of a list, if it holds it. */
function drop(list: unknown[], [value]: unknown[]): boolean {
  const at = value === undefined ? -1 : list.findIndex((one) => equal(one, value));
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

const elementOf = (vendor: string, { entry, group }: Written): Json =>
  tableOf(vendor).shape === 'flat' ? entry : { ...group, hooks: [entry] };

/** Written entries as elements of a list: entries beside each other share a group. */
function elementsOf(vendor: string, written: readonly Written[]): unknown[] {
  const out: Json[] = [];
  for (const one of written) {
    const element = elementOf(vendor, one);
    const last = out.at(-1);
    const shared =
      tableOf(vendor).shape !== 'flat' &&
      last &&
      equal({ ...last, hooks: 0 }, { ...element, hooks: 0 });
    if (shared) (last.hooks as unknown[]).push(one.entry);
    else out.push(element);
  }
  return out;
}

const lineIn = (vendor: string, entry: unknown) => {
  const line =
    isObject(entry) && typeof entry.command === 'string' ? readLine(entry.command) : undefined;
  return line?.host === vendor ? line : undefined;
};

/** What the wrapped entries of an element run, whatever else is said of it. */
function identities(vendor: string, element: unknown): string[] {
  const entries = entriesOf(vendor, element);
  return (typeof entries === 'string' ? [] : entries).flatMap(([entry]) => {
    const { as, event, command } = lineIn(vendor, entry)?.flags ?? {};
    return as === undefined ? [] : [JSON.stringify([as, event, command])];
  });
}

/** The dialects that the wrapped entries of an element speak. */
export function speakersOf(vendor: string, element: unknown): string[] {
  return identities(vendor, element).map((one) => (JSON.parse(one) as [string])[0]);
}

/** The hooks of an element that do without the shim. */
function nativesIn(vendor: string, element: unknown): unknown[] {
  const entries = entriesOf(vendor, element);
  return (typeof entries === 'string' ? [] : entries)
    .filter(([entry]) => isObject(entry) && !lineIn(vendor, entry))
    .map(([entry, group]) => readEntry(tableOf(vendor), vendor, '', entry as Json, group));
}
