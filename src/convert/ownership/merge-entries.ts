import type { FileEdits } from '../../mapping/settings.ts';
import { type ShimLine, startsOwnRunner } from '../../settings/command-line/shim-line.ts';
import type { Finding } from '../../settings/finding.ts';
import type { Element, NewEntry, Settings } from '../../settings/formats/format.ts';
import { formatOf } from '../../settings/formats/index.ts';
import { tableOf } from '../../settings/tables.ts';
import { equal } from '../../util/equal.ts';
import { groupBy } from '../../util/group.ts';
import {
  elementOf,
  matchElements,
  nativeMeaningsIn,
  removeValue,
  shimLinesIn,
  splitElement,
} from './elements.ts';
import type { Entries } from './ledger.ts';
import { mergeList } from './merge-list.ts';
import { createdPaths, missingSettingsIn, removeRequiredSettings } from './required-settings.ts';

/** What earlier runs wrote into a file: for this source, and for others. */
export interface Owned {
  ours?: Entries | undefined;
  theirs?: Entries | undefined;
  /** What else: see the record. */
  writtenSettings?: readonly string[] | undefined;
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
  addedSettings: readonly { path: readonly string[]; value: unknown }[];
  /** All of that which stands in it now: see the record. */
  writtenSettings: string[];
  findings: Finding[];
}

/**
 * Puts entries into a settings file in place of those that were ours. Throws `settings`.
 *
 * @param target The settings as they stand there.
 * @param written The entries that are to stand there.
 * @param launcher The launcher of those entries. Undefined: none of them starts the shim.
 */
export function mergeEntries(
  vendor: string,
  target: Settings,
  written: readonly NewEntry[],
  launcher: string | undefined,
  { ours = {}, theirs = {}, writtenSettings: before = [] }: Owned,
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
      const beside = splitElement(vendor, one.value).length - 1;
      changed.push({ code: 'edited', event, beside, at: at(one) });
    }
    for (const one of list.unclaimed) {
      // What speaks the target's own dialect is its owner's, started through the shim by their wish.
      const isOurs = shimLinesIn(vendor, one.value).some(
        (launch) => isStartedBy(launch, launcher) && launch.speaks !== vendor,
      );
      if (isOurs) strays.push({ code: 'stray', event, at: at(one) });
    }
    adopted ||= list.adopted;
    if (list.wanted.length + list.replaced.length)
      entries[event] = [...list.wanted, ...list.replaced];
    if (list.theirs.length) others[event] = list.theirs;
    else delete others[event];
    if (equal(valuesOf(list.current), list.wanted)) continue;
    const { gone, added } = tableOf(vendor).firing.dependsOnPosition
      ? findDifferences(list.current, list.wanted)
      : { gone: list.current, added: list.wanted };
    if (!gone.length && !added.length) continue;
    lists.push({ path: ['hooks', event], remove: gone.map(({ index }) => index), add: added });
  }
  const set = lists.some(({ add }) => add.length) ? missingSettingsIn(vendor, target.value) : [];
  const texts = editTexts(vendor, target, lists, set);
  const kept = [
    ...new Set([...before, ...set.flatMap(({ path }) => createdPaths(target.value, path))]),
  ];
  const [text = ''] = texts;
  const runs = Object.values(entries).some((list) => list.length);
  const bare =
    kept.length && !runs ? removeRequiredSettings(vendor, text, target.file, kept) : undefined;
  const news = (target.text.trim() ? set : []).map(({ path, value }): Finding => {
    return { code: 'setting-written', path: path.join('.'), value };
  });
  return {
    texts: bare === undefined ? texts : [bare, ...texts.slice(1)],
    entries,
    theirs: others,
    adopted,
    addedSettings: set,
    writtenSettings: bare === undefined ? kept : [],
    findings: [...changed, ...strays, ...news],
  };
}

/** Whether a line is started as new ones are, or by an earlier version of that. */
const isStartedBy = (launch: ShimLine, launcher: string | undefined): boolean =>
  launcher !== undefined &&
  (launch.launcher === launcher || (startsOwnRunner(launch.launcher) && startsOwnRunner(launcher)));

/**
 * Puts lines of ours in the place of hooks of the file's own, and keeps all other elements.
 *
 * @param target The settings as they stand there.
 * @param own The elements that hold those hooks, or lines that an earlier conversion made of them.
 * @param written The entries that take their place.
 */
export function replaceOwnHooks(
  vendor: string,
  target: Settings,
  own: readonly Element[],
  written: readonly NewEntry[],
  { ours = {}, theirs = {}, writtenSettings = [] }: Owned,
): Merged {
  const entries: Entries = {};
  const lists = [...groupBy([...target.elements, ...written], ({ event }) => event).keys()].map(
    (event) => {
      const current = own.filter((one) => one.event === event);
      const others = target.elements.filter((one) => one.event === event && !own.includes(one));
      const standing = matchElements(others, ours[event] ?? []).found.map(({ value }) => value);
      const made = written
        .filter((one) => one.event === event)
        .map((one) => elementOf(vendor, one))
        .filter(
          (one) =>
            !standing.some((other) => equal(one, other)) || nativeMeaningsIn(vendor, one).length,
        );
      const all = [...standing, ...made.filter((one) => shimLinesIn(vendor, one).length)];
      if (all.length) entries[event] = all;
      const { gone, added } = findDifferences(current, made);
      return { path: ['hooks', event], remove: gone.map(({ index }) => index), add: added };
    },
  );
  return {
    texts: editTexts(vendor, target, lists),
    entries,
    theirs,
    adopted: false,
    addedSettings: [],
    writtenSettings: [...writtenSettings],
    findings: [],
  };
}

/** Returns the elements that must go and the values that must come, where all others keep their places. */
function findDifferences(current: readonly Element[], wanted: readonly unknown[]) {
  const added = [...wanted];
  const gone = current.filter(({ value }) => !removeValue(added, value));
  return { gone, added };
}

/** The text of each file of some settings, with elements taken out and put in. */
const editTexts = (
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
