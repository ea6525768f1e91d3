import type { FileEdits } from '../../mapping/settings.ts';
import { type ShimLine, startsOwnRunner } from '../../settings/command-line/shim-line.ts';
import type { Finding } from '../../settings/finding.ts';
import type { Element, NewEntry, Settings } from '../../settings/formats/format.ts';
import { formatOf } from '../../settings/formats/index.ts';
import { tableOf } from '../../settings/tables.ts';
import { isSameJson } from '../../util/equal.ts';
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

/** What earlier conversions wrote into a file. */
export interface EarlierContent {
  /** Entries from this source. */
  ofThisSource?: Entries | undefined;
  /** Entries from other sources. */
  ofOtherSources?: Entries | undefined;
  /** Dotted paths of other settings; see `LedgerFile`. */
  writtenSettings?: readonly string[] | undefined;
}

/** A settings file with our entries merged into it. */
export interface MergeResult {
  /** The new text of each file of the target. */
  texts: string[];
  /** All entries of ours in it, from this source. */
  entries: Entries;
  /** All entries of ours in it, from other sources. */
  ofOtherSources: Entries;
  /** Whether some entries of ours stood there that no earlier conversion listed. */
  hasAdopted: boolean;
  /** Settings that are added since the agent runs no hook without them. */
  addedSettings: readonly { path: readonly string[]; value: unknown }[];
  /** Dotted paths of all settings of ours that stand in it now. */
  writtenSettings: string[];
  findings: Finding[];
}

/**
 * Puts entries into a settings file in the place of those that earlier conversions wrote. Throws
 * `settings`.
 *
 * @param target The settings of the file.
 * @param written The entries that are to stand there.
 * @param launcher The launcher of those entries; undefined: none of them starts the shim.
 */
export function mergeEntries(
  vendor: string,
  target: Settings,
  written: readonly NewEntry[],
  launcher: string | undefined,
  { ofThisSource = {}, ofOtherSources = {}, writtenSettings: before = [] }: EarlierContent,
): MergeResult {
  const lists: FileEdits['lists'][number][] = [];
  const entries: Entries = {};
  const others = { ...ofOtherSources };
  const edited: Finding[] = [];
  const strays: Finding[] = [];
  let adopted = false;
  for (const event of new Set([...target.elements, ...written].map((one) => one.event))) {
    const isOfEvent = (one: { event: string }) => one.event === event;
    const list = mergeList(vendor, {
      there: target.elements.filter(isOfEvent),
      written: written.filter(isOfEvent).map((one) => elementOf(vendor, one)),
      ofThisSource: ofThisSource[event] ?? [],
      ofOtherSources: ofOtherSources[event] ?? [],
      beside: (target.elementsOfOtherFiles ?? []).filter(isOfEvent),
    });
    const positionOf = ({ index }: Element) =>
      target.hooks.find((one) => isOfEvent(one) && one.index === index)?.at;
    for (const one of list.edited) {
      const beside = splitElement(vendor, one.value).length - 1;
      edited.push({ code: 'edited', event, beside, at: positionOf(one) });
    }
    for (const one of list.unclaimed) {
      // A line in the target's own dialect is its owner's hook, which the shim starts by their wish.
      const isOurs = shimLinesIn(vendor, one.value).some(
        (line) => isStartedBy(line, launcher) && line.speaks !== vendor,
      );
      if (isOurs) strays.push({ code: 'stray', event, at: positionOf(one) });
    }
    adopted ||= list.hasAdopted;
    if (list.wanted.length + list.replaced.length)
      entries[event] = [...list.wanted, ...list.replaced];
    if (list.ofOtherSources.length) others[event] = list.ofOtherSources;
    else delete others[event];
    if (isSameJson(valuesOf(list.current), list.wanted)) continue;
    const { gone, added } = tableOf(vendor).firing.dependsOnPosition
      ? findDifferences(list.current, list.wanted)
      : { gone: list.current, added: list.wanted };
    if (!gone.length && !added.length) continue;
    lists.push({ path: ['hooks', event], remove: gone.map(({ index }) => index), add: added });
  }
  const set = lists.some(({ add }) => add.length) ? missingSettingsIn(vendor, target.value) : [];
  const texts = editTexts(vendor, target, lists, set);
  const created = set.flatMap(({ path }) => createdPaths(target.value, path));
  const kept = [...new Set([...before, ...created])];
  const hasEntries = Object.values(entries).some((list) => list.length);
  const bare =
    kept.length && !hasEntries
      ? removeRequiredSettings(vendor, texts[0] ?? '', target.file, kept)
      : undefined;
  const news = (target.text.trim() ? set : []).map(({ path, value }): Finding => {
    return { code: 'setting-written', path: path.join('.'), value };
  });
  return {
    texts: bare === undefined ? texts : [bare, ...texts.slice(1)],
    entries,
    ofOtherSources: others,
    hasAdopted: adopted,
    addedSettings: set,
    writtenSettings: bare === undefined ? kept : [],
    findings: [...edited, ...strays, ...news],
  };
}

/** Whether a line starts the shim by a launcher, or by one that an earlier version of ours wrote for it. */
const isStartedBy = (line: ShimLine, launcher: string | undefined): boolean =>
  launcher !== undefined &&
  (line.launcher === launcher || (startsOwnRunner(line.launcher) && startsOwnRunner(launcher)));

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
  { ofThisSource = {}, ofOtherSources = {}, writtenSettings = [] }: EarlierContent,
): MergeResult {
  const entries: Entries = {};
  const lists = [...groupBy([...target.elements, ...written], ({ event }) => event).keys()].map(
    (event) => {
      const current = own.filter((one) => one.event === event);
      const others = target.elements.filter((one) => one.event === event && !own.includes(one));
      const standing = matchElements(others, ofThisSource[event] ?? []).found.map(
        ({ value }) => value,
      );
      const made = written
        .filter((one) => one.event === event)
        .map((one) => elementOf(vendor, one))
        .filter(
          (one) =>
            !standing.some((other) => isSameJson(one, other)) ||
            nativeMeaningsIn(vendor, one).length,
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
    ofOtherSources,
    hasAdopted: false,
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

/** Removes elements from the lists of some settings and adds others. Returns the text of each file. */
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
