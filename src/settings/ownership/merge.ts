import type { ListEdit } from '../../edit/jsonc/edit.ts';
import type { Entries } from '../../files/manifest.ts';
import { equal } from '../../util/equal.ts';
import type { Written } from '../command-line/wrap.ts';
import type { Element, Settings } from '../formats/format.ts';
import { formatOf } from '../formats/index.ts';
import {
  alike,
  drop,
  elementOf,
  eventOf,
  identities,
  lost,
  nativesIn,
  singles,
  take,
  valuesOf,
} from './elements.ts';
import { holdsHooks, made, missingIn, type Need, unset } from './needs.ts';

/** A settings file as it is to be. */
export interface Merged {
  text: string;
  /** All of ours that stand in it now, from this source. */
  entries: Entries;
  /** Those that stay other sources'. */
  theirs: Entries;
  /** Entries of ours that a person has changed since: they stay as they are. */
  edited: Element[];
  /** Entries that run through the shim, and nothing tells whose they are: they stay as well. */
  strange: Element[];
  /** Some of ours stood there although no earlier run told of it. */
  adopted: boolean;
  /** Written because no hook runs without it. */
  set: Need[];
  /** All of that which stands in it now: see the record. */
  kept: string[];
}

/** What earlier runs wrote into a file: for this source, and for others. */
export interface Owned {
  ours?: Entries | undefined;
  theirs?: Entries | undefined;
  /** What else: see the record. */
  set?: readonly string[] | undefined;
}

/** Puts entries into a settings file in place of those that were ours. Throws `settings`. */
export function merge(
  vendor: string,
  target: Settings,
  written: readonly Written[],
  { ours = {}, theirs = {}, set = [] }: Owned,
): Merged {
  const events = [...target.elements, ...written].map(({ event }) => event);
  const merged: Merged = {
    text: target.text,
    entries: {},
    theirs: { ...theirs },
    edited: [],
    strange: [],
    adopted: false,
    set: [],
    kept: [],
  };
  const lists: ListEdit[] = [];
  for (const event of new Set(events)) {
    const there = target.elements.filter((one) => one.event === event);
    const fresh = written.filter((one) => one.event === event);
    const wanted = new Set(fresh.flatMap((one) => identities(vendor, elementOf(vendor, one))));
    const isWanted = (value: unknown) => {
      const all = identities(vendor, value);
      return all.length > 0 && all.every((id) => wanted.has(id));
    };
    // What two sources have is the last one's.
    const left = (theirs[event] ?? []).filter((value) => !isWanted(value));
    const known = [...(ours[event] ?? []), ...(theirs[event] ?? []).filter(isWanted)];
    const { mine, add, edited, strange, gone, adopted } = mergeList(
      vendor,
      there,
      fresh,
      known,
      left,
    );
    merged.edited.push(...edited);
    merged.strange.push(...strange);
    merged.adopted ||= adopted;
    if (add.length + gone.length) merged.entries[event] = [...add, ...gone];
    if (left.length) merged.theirs[event] = left;
    else delete merged.theirs[event];
    if (equal(valuesOf(mine), add)) continue;
    lists.push({
      path: ['hooks', event],
      remove: mine.map(({ index }) => index),
      add,
    });
  }
  const busy = lists.some(({ add }) => add.length);
  merged.set = busy ? missingIn(vendor, target.value) : [];
  merged.text = formatOf(vendor).edit(vendor, target.text, target.file, { lists, set: merged.set });
  merged.kept = [
    ...new Set([...set, ...merged.set.flatMap(({ path }) => made(target.value, path))]),
  ];
  if (merged.kept.length && !holdsHooks(vendor, merged.text, target.file)) {
    merged.text = unset(vendor, merged.text, target.file, merged.kept);
    merged.kept = [];
  }
  return merged;
}

interface MergedList {
  /** Ours in the list. */
  mine: Element[];
  /** What is to stand in their place. */
  add: unknown[];
  edited: Element[];
  strange: Element[];
  /** Ours that became something else by hand: remembered, so that they do not come back. */
  gone: unknown[];
  adopted: boolean;
}

function mergeList(
  vendor: string,
  there: readonly Element[],
  written: readonly Written[],
  ours: readonly unknown[],
  theirs: readonly unknown[],
): MergedList {
  const known = take(there, ours);
  const others = there.filter((one) => !known.includes(one));
  // A hook of the host's own dialect that a person has there already is not written again.
  const natives = others.flatMap(({ value }) => nativesIn(vendor, value));
  const fresh = written.filter((one) => !drop(natives, nativesIn(vendor, elementOf(vendor, one))));
  // The same line is ours, whoever wrote it: a record may be lost. Where it is not, a line that only
  // says the same was changed by hand.
  const same = alike(vendor, others, fresh, !ours.length && !theirs.length);
  const mine = there.filter((one) => known.includes(one) || same.includes(one));
  const foreign = others.filter((one) => !same.includes(one));
  const standing = valuesOf(mine).flatMap((value) => singles(vendor, value));
  const open = fresh.filter((one) => !drop(standing, [elementOf(vendor, one)]));
  const { held, edited, strange, gone } = changedIn(vendor, foreign, open, {
    theirs: take(foreign, theirs),
    lost: () => lost(there, ours),
  });
  // A group for each: what a person does to one entry holds no other.
  const add = fresh.filter((one) => !held.has(one)).map((one) => elementOf(vendor, one));
  return { mine, add, edited, strange, gone, adopted: same.length > 0 };
}

/** Which of what is to be written stands in a list already, in words that a person changed. */
function changedIn(
  vendor: string,
  foreign: readonly Element[],
  open: readonly Written[],
  { theirs, lost }: { theirs: readonly Element[]; lost: () => unknown[] },
) {
  const held = new Set<Written>();
  const edited = new Set<Element>();
  const gone = new Set<unknown>();
  const left = new Map(open.map((one) => [one, identities(vendor, elementOf(vendor, one))[0]]));
  const hold = (element: Element, ids: readonly string[]): boolean => {
    const [one] = [...left].find(([, id]) => id !== undefined && ids.includes(id)) ?? [];
    if (!one) return false;
    left.delete(one);
    held.add(one);
    edited.add(element);
    return true;
  };
  const strange = foreign.flatMap((element) =>
    identities(vendor, element.value)
      .filter((id) => !hold(element, [id]) && !theirs.includes(element))
      .map((id) => ({ element, event: eventOf(id) })),
  );
  // The rest may run something else now: then one of ours for the same event is not there.
  const missing = strange.length && left.size ? lost() : [];
  for (const { element, event } of strange) {
    const value = missing.find((one) =>
      hold(
        element,
        identities(vendor, one).filter((id) => eventOf(id) === event),
      ),
    );
    if (value !== undefined) gone.add(value);
  }
  const unknown = new Set(strange.map(({ element }) => element).filter((one) => !edited.has(one)));
  return { held, edited: [...edited], strange: [...unknown], gone: [...gone] };
}
