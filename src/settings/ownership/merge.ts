import type { Entries } from '../../files/manifest.ts';
import type { FileEdits } from '../../mapping/settings.ts';
import { equal } from '../../util/equal.ts';
import type { Finding } from '../findings/finding.ts';
import type { Element, NewEntry, Settings } from '../formats/format.ts';
import { formatOf } from '../formats/index.ts';
import {
  alikeIn,
  drop,
  elementOf,
  idOf,
  launchesIn,
  nativesIn,
  singles,
  takeFrom,
} from './elements.ts';
import { made, missingIn, withoutNeeds } from './needs.ts';

/** What earlier runs wrote into a file: for this source, and for others. */
export interface Owned {
  ours?: Entries | undefined;
  theirs?: Entries | undefined;
  /** What else: see the record. */
  set?: readonly string[] | undefined;
}

/** A settings file as it is to be. */
export interface Merged {
  /** Of each of the target's files. */
  texts: string[];
  /** All of ours that stand in it now, from this source. */
  entries: Entries;
  /** Those that stay other sources'. */
  theirs: Entries;
  /** Some of ours stood there although no earlier run told of it. */
  adopted: boolean;
  /** Written because no hook runs without it. */
  set: readonly { path: readonly string[]; value: unknown }[];
  /** All of that which stands in it now: see the record. */
  kept: string[];
  findings: Finding[];
}

/** Puts entries into a settings file in place of those that were ours. Throws `settings`. */
export function merge(
  vendor: string,
  target: Settings,
  written: readonly NewEntry[],
  launcher: string | undefined,
  { ours = {}, theirs = {}, set: before = [] }: Owned,
): Merged {
  const lists: FileEdits['lists'][number][] = [];
  const entries: Entries = {};
  const others = { ...theirs };
  const changed: Finding[] = [];
  const strays: Finding[] = [];
  let adopted = false;
  for (const event of new Set([...target.elements, ...written].map((one) => one.event))) {
    const list = mergeList(
      vendor,
      target.elements.filter((one) => one.event === event),
      written.filter((one) => one.event === event).map((one) => elementOf(vendor, one)),
      ours[event] ?? [],
      theirs[event] ?? [],
      (target.beside ?? []).filter((one) => one.event === event),
    );
    const at = ({ index }: Element) =>
      target.hooks.find((one) => one.event === event && one.index === index)?.at;
    for (const one of list.edited) {
      const beside = singles(vendor, one.value).length - 1;
      changed.push({ code: 'edited', event, beside, at: at(one) });
    }
    for (const one of list.strange) {
      const isOurs = launchesIn(vendor, one.value).some((launch) => launch.launcher === launcher);
      if (isOurs) strays.push({ code: 'stray', event, at: at(one) });
    }
    adopted ||= list.adopted;
    if (list.add.length + list.gone.length) entries[event] = [...list.add, ...list.gone];
    if (list.left.length) others[event] = list.left;
    else delete others[event];
    if (equal(valuesOf(list.mine), list.add)) continue;
    const remove = list.mine.map(({ index }) => index);
    lists.push({ path: ['hooks', event], remove, add: list.add });
  }
  const set = lists.some(({ add }) => add.length) ? missingIn(vendor, target.value) : [];
  const texts = (target.parts ?? [target]).map(({ text, file, event }) => {
    const own = lists.filter(({ path }) => event === undefined || path[1] === event);
    return formatOf(vendor).edit(vendor, text, file, { lists: own, set });
  });
  const kept = [...new Set([...before, ...set.flatMap(({ path }) => made(target.value, path))])];
  const [text = ''] = texts;
  const bare = kept.length ? withoutNeeds(vendor, text, target.file, kept) : undefined;
  const news = (target.text.trim() ? set : []).map(({ path, value }): Finding => {
    return { code: 'setting-written', path: path.join('.'), value };
  });
  return {
    texts: bare === undefined ? texts : [bare, ...texts.slice(1)],
    entries,
    theirs: others,
    adopted,
    set,
    kept: bare === undefined ? kept : [],
    findings: [...changed, ...strays, ...news],
  };
}

const valuesOf = (elements: readonly Element[]): unknown[] => elements.map(({ value }) => value);

interface MergedList {
  /** Ours in the list. */
  mine: Element[];
  /** What is to stand in their place. */
  add: unknown[];
  /** What stays other sources'. */
  left: unknown[];
  /** Ours that a person has changed since: they stay as they are. */
  edited: Iterable<Element>;
  /** They run through the shim, and nothing tells whose they are: they stay as well. */
  strange: Iterable<Element>;
  /** Ours that became something else by hand: remembered, so that they do not come back. */
  gone: unknown[];
  adopted: boolean;
}

/** One list: what stands there, what is to, and what earlier runs wrote, for this source and others. */
function mergeList(
  vendor: string,
  there: readonly Element[],
  written: readonly unknown[],
  ours: readonly unknown[],
  theirs: readonly unknown[],
  beside: readonly Element[],
): MergedList {
  const idsIn = (element: unknown): string[] => launchesIn(vendor, element).map(idOf);
  const wanted = new Set(written.flatMap(idsIn));
  // What two sources have is the last one's.
  const isWanted = (value: unknown): boolean => {
    const ids = idsIn(value);
    return ids.length > 0 && ids.every((id) => wanted.has(id));
  };
  const left = theirs.filter((value) => !isWanted(value));
  const { found: known, lost } = takeFrom(there, [...ours, ...theirs.filter(isWanted)]);
  const recorded = ours.length + theirs.length > 0;

  const others = there.filter((one) => !known.includes(one));
  // A hook of the host's own dialect that a person has there already is not written again.
  const natives = [...others, ...beside].flatMap(({ value }) => nativesIn(vendor, value));
  const fresh = written.filter((one) => !nativesIn(vendor, one).some((own) => drop(natives, own)));
  // The same line is ours, whoever wrote it: a record may be lost. Where it is not, a line that only
  // says the same was changed by hand.
  const same = alikeIn(vendor, others, fresh, !recorded);
  const mine = there.filter((one) => known.includes(one) || same.includes(one));
  const foreign = others.filter((one) => !same.includes(one));

  const standing = mine.flatMap(({ value }) => singles(vendor, value));
  const open = new Map(fresh.filter((one) => !drop(standing, one)).map((one) => [one, idsIn(one)]));
  const held = new Set<unknown>();
  const edited = new Set<Element>();
  /** Of what is to be written, one stands here in words that a person changed. */
  const hold = (element: Element, ids: readonly string[]): boolean => {
    const [one] = [...open].find(([, [id]]) => id !== undefined && ids.includes(id)) ?? [];
    if (one === undefined) return false;
    open.delete(one);
    held.add(one);
    edited.add(element);
    return true;
  };
  const accounted = takeFrom(foreign, left).found;
  const unknown = foreign.flatMap((element) =>
    launchesIn(vendor, element.value)
      .filter((launch) => !hold(element, [idOf(launch)]) && !accounted.includes(element))
      .map((launch) => ({ element, launch })),
  );
  // The rest may run something else now: then one of ours for the same event is not there.
  const gone = new Set<unknown>();
  for (const { element, launch } of open.size ? unknown : []) {
    const ofEvent = (value: unknown) =>
      launchesIn(vendor, value)
        .filter(
          ({ speaks, flags }) => speaks === launch.speaks && flags.event === launch.flags.event,
        )
        .map(idOf);
    const value = lost.find((one) => hold(element, ofEvent(one)));
    if (value !== undefined) gone.add(value);
  }
  return {
    mine,
    // A group for each: what a person does to one entry holds no other.
    add: fresh.filter((one) => !held.has(one)),
    left,
    edited,
    strange: new Set(unknown.map(({ element }) => element).filter((one) => !edited.has(one))),
    gone: [...gone],
    adopted: same.length > 0,
  };
}
