import type { FileEdits } from '../../mapping/settings.ts';
import { type ShimLine, startsOwnRunner } from '../../settings/command-line/shim-line.ts';
import type { Finding } from '../../settings/finding.ts';
import type { Element, NewEntry, Settings } from '../../settings/formats/format.ts';
import { formatOf } from '../../settings/formats/index.ts';
import { tableOf } from '../../settings/tables.ts';
import { equal } from '../../util/equal.ts';
import { groupBy } from '../../util/group.ts';
import { elementOf, launchesIn, nativesIn, singles, takeFrom } from './elements.ts';
import type { Entries } from './ledger.ts';
import { mergeList } from './merge-list.ts';
import { made, missingIn, withoutNeeds } from './required-settings.ts';

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
      // What speaks the target's own dialect is its owner's, started through the shim by their wish.
      const isOurs = launchesIn(vendor, one.value).some(
        (launch) => isStartedBy(launch, launcher) && launch.speaks !== vendor,
      );
      if (isOurs) strays.push({ code: 'stray', event, at: at(one) });
    }
    adopted ||= list.adopted;
    if (list.add.length + list.gone.length) entries[event] = [...list.add, ...list.gone];
    if (list.left.length) others[event] = list.left;
    else delete others[event];
    if (equal(valuesOf(list.mine), list.add)) continue;
    const { mine, add } = tableOf(vendor).firing.dependsOnPosition ? inPlace(list) : list;
    if (!mine.length && !add.length) continue;
    const remove = mine.map(({ index }) => index);
    lists.push({ path: ['hooks', event], remove, add });
  }
  const set = lists.some(({ add }) => add.length) ? missingIn(vendor, target.value) : [];
  const texts = edited(vendor, target, lists, set);
  const kept = [...new Set([...before, ...set.flatMap(({ path }) => made(target.value, path))])];
  const [text = ''] = texts;
  const runs = Object.values(entries).some((list) => list.length);
  const bare = kept.length && !runs ? withoutNeeds(vendor, text, target.file, kept) : undefined;
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

/** Whether a line is started as new ones are, or by an earlier version of that. */
const isStartedBy = (launch: ShimLine, launcher: string | undefined): boolean =>
  launcher !== undefined &&
  (launch.launcher === launcher || (startsOwnRunner(launch.launcher) && startsOwnRunner(launcher)));

/** Puts lines of ours in the place of hooks of the file's own; `ours`: those that stand there already. */
export function replaceOwn(
  vendor: string,
  target: Settings,
  own: readonly Element[],
  written: readonly NewEntry[],
  ours: Entries,
): Pick<Merged, 'texts' | 'entries'> {
  const entries: Entries = {};
  const lists = [...groupBy([...target.elements, ...written], ({ event }) => event).keys()].map(
    (event) => {
      const [there, mine] = [target.elements, own].map((all) =>
        all.filter((one) => one.event === event),
      ) as [Element[], Element[]];
      const left = there.filter((one) => !mine.includes(one));
      const standing = takeFrom(left, ours[event] ?? []).found.map(({ value }) => value);
      const made = written
        .filter((one) => one.event === event)
        .map((one) => elementOf(vendor, one))
        .filter(
          (one) => !standing.some((other) => equal(one, other)) || nativesIn(vendor, one).length,
        );
      const all = [...standing, ...made.filter((one) => launchesIn(vendor, one).length)];
      if (all.length) entries[event] = all;
      const { mine: gone, add } = inPlace({ mine, add: made });
      return { path: ['hooks', event], remove: gone.map(({ index }) => index), add };
    },
  );
  return { texts: edited(vendor, target, lists), entries };
}

/** What has to go and to come, where all else keeps its place. */
function inPlace({ mine, add }: { mine: readonly Element[]; add: readonly unknown[] }) {
  const wanted = [...add];
  const gone = mine.filter(({ value }) => {
    const at = wanted.findIndex((one) => equal(one, value));
    if (at >= 0) wanted.splice(at, 1);
    return at < 0;
  });
  return { mine: gone, add: wanted };
}

/** The text of each file of some settings, with elements taken out and put in. */
const edited = (
  vendor: string,
  { parts, ...whole }: Settings,
  lists: FileEdits['lists'],
  set: FileEdits['set'] = [],
): string[] =>
  (parts ?? [whole]).map(({ text, file, event }) => {
    const own = lists.filter(({ path }) => event === undefined || path[1] === event);
    return formatOf(vendor).edit(vendor, text, file, { lists: own, set });
  });

const valuesOf = (elements: readonly Element[]): unknown[] => elements.map(({ value }) => value);
