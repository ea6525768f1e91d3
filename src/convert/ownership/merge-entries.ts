import type { FileEdits } from '../../mapping/settings.ts';
import { type ShimLine, startsOwnRunner } from '../../settings/command-line/shim-line.ts';
import type { Finding, Position } from '../../settings/finding.ts';
import type { Element, GroupedEntry, Settings } from '../../settings/formats/format.ts';
import { formatOf } from '../../settings/formats/index.ts';
import { tableOf } from '../../settings/tables.ts';
import { isSameJson } from '../../util/equal.ts';
import { groupBy } from '../../util/group.ts';
import type { Json } from '../../util/json.ts';
import {
  elementOf,
  hasUnreadLine,
  matchElements,
  nativeMeaningsIn,
  removeValue,
  shimLinesIn,
  splitElement,
} from './elements.ts';
import type { Entries, LedgerFile } from './ledger.ts';
import { mergeList, speaksHost } from './merge-list.ts';
import { createdPaths, missingSettingsIn, removeRequiredSettings } from './required-settings.ts';

/** What earlier conversions wrote into a file, as the ledger lists it. */
export interface EarlierContent {
  /** Entries from this source. */
  ofThisSource?: Entries | undefined;
  /** Entries from other sources. */
  ofOtherSources?: Entries | undefined;
  /** Whether the ledger knows the file, so that an entry that it does not list is not ours. Absent: if it lists an entry. */
  isListed?: boolean | undefined;
  /** Dotted paths of the settings that we wrote in addition to hooks: `set` of {@link LedgerFile}. */
  writtenSettings?: readonly string[] | undefined;
  /**
   * Entries that start a hook of the target's own dialect through the shim, each with the meaning of the entry that a
   * person would write for the hook. If the file has such an entry of a person, the shim line takes its place.
   */
  ownForms?: ReadonlyMap<GroupedEntry, unknown> | undefined;
}

/** An entry that is to be written. */
export interface WrittenEntry extends GroupedEntry {
  /**
   * Returns the entries that start the hooks of this one but for some, given by their indexes on its line. Absent: it
   * has one hook.
   */
  without?(hooks: ReadonlySet<number>): WrittenEntry[];
  /**
   * Does what `without` does, with entries that have the own matchers of these hooks. Absent: this entry has no wider
   * matcher than they have.
   */
  withOwnMatchers?(hooks: ReadonlySet<number>): WrittenEntry[];
}

/** Returns the elements that an earlier conversion may have written for the hooks of an entry but for some. */
export const listFormsWithout = (
  vendor: string,
  entry: WrittenEntry | undefined,
  hooks: ReadonlySet<number>,
): Json[] =>
  [...(entry?.without?.(hooks) ?? []), ...(entry?.withOwnMatchers?.(hooks) ?? [])].map((one) =>
    elementOf(vendor, one),
  );

/** A settings file after the merge. */
export interface MergeResult {
  /** The new text of each file of the target. */
  texts: string[];
  /** The entries from this source that the ledger must list from now on. */
  entries: Entries;
  /** The entries from other sources that the ledger must list from now on. */
  ofOtherSources: Entries;
  /** Whether the file held, before the merge, entries of ours that the ledger did not list. */
  hasAdopted: boolean;
  /** The events at which lines stay that start the shim and that the ledger does not list. */
  eventsWithUnlistedLines: ReadonlySet<string>;
  /** Settings that the merge adds since the agent runs no hook without them. */
  addedSettings: readonly { path: readonly string[]; value: unknown }[];
  /** Dotted paths of all settings of ours that the new text holds in addition to hooks. */
  writtenSettings: string[];
  /** Entries that take the place of some that were to be written, of which a person changed the lines of hooks. */
  partly: readonly WrittenEntry[];
  /** The entries that were to be written and stand there as a person changed them. */
  editedByHand: readonly EditedEntry[];
  /** The hooks that a person deleted from the file, and that are written again. */
  restored: readonly HookOfEntry[];
  findings: Finding[];
}

/** A hook of an entry that is to be written. */
interface HookOfEntry {
  entry: WrittenEntry;
  /** The index of the hook on the line. */
  hook: number;
}

/** A hook of an entry that was to be written, and where it stands as a person changed its line. */
export interface EditedEntry extends HookOfEntry {
  element: Element;
  at?: Position | undefined;
}

/**
 * Puts the entries of one source into a settings file, in the place of those that earlier conversions of
 * this source wrote. In order, it
 *
 * 1. decides for each event which elements are removed and which are added (see {@link mergeList}), and
 *    which findings a person should read about the elements that stay;
 * 2. edits the text, and adds the settings that the agent requires to run hooks at all;
 * 3. removes such settings of ours again, if no hook is left in the file.
 *
 * Throws `settings`.
 *
 * @param target The settings of the file before the merge.
 * @param written The entries that the file is to hold from this source.
 * @param launcher The launcher of those entries; undefined: none of them starts the shim.
 */
export function mergeEntries(
  vendor: string,
  target: Settings,
  written: readonly WrittenEntry[],
  launcher: string | undefined,
  earlier: EarlierContent,
): MergeResult {
  const { ofThisSource = {}, ofOtherSources = {}, writtenSettings = [], ownForms } = earlier;
  const listsEntries = Object.keys({ ...ofThisSource, ...ofOtherSources }).length > 0;
  const { isListed = listsEntries } = earlier;
  const eventsWithUnlistedLines = new Set<string>();
  const listEdits: FileEdits['lists'][number][] = [];
  const entries: Entries = {};
  const entriesOfOthers = { ...ofOtherSources };
  const partly: WrittenEntry[] = [];
  const editedByHand: EditedEntry[] = [];
  const restored: HookOfEntry[] = [];
  const editedFindings: Finding[] = [];
  const strayFindings: Finding[] = [];
  const ownFindings: Finding[] = [];
  let hasAdopted = false;
  const eventOf = (item: { event: string }) => item.event;
  const writtenByEvent = groupBy(written, eventOf);
  const elementsByEvent = groupBy(target.elements, eventOf);
  const othersByEvent = groupBy(target.elementsOfOtherFiles ?? [], eventOf);
  const hooksByElement = groupBy(target.hooks, (one) => JSON.stringify([one.event, one.index]));
  for (const event of new Set([...target.elements, ...written].map(eventOf))) {
    const entryOf = new Map(
      writtenByEvent.get(event)?.map((entry) => [elementOf(vendor, entry) as unknown, entry]),
    );
    const elements = elementsByEvent.get(event) ?? [];
    const ours = [...(ofThisSource[event] ?? []), ...(ofOtherSources[event] ?? [])];
    const listed = new Set(matchElements(elements, ours).found);
    const ofPerson = elements.filter((one) => !listed.has(one));
    const { replaced, lines } = replaceOwnEntries(vendor, ofPerson, entryOf, ownForms);
    const isReplaced = new Set(replaced);
    const { current, wanted, ...merged } = mergeList(vendor, {
      there: elements.filter((one) => !isReplaced.has(one)),
      written: [...entryOf.keys()],
      without: (element, hooks) => {
        const entries = entryOf.get(element)?.without?.(hooks) ?? [];
        partly.push(...entries);
        return entries.map((one) => elementOf(vendor, one));
      },
      formsWithout: (element, hooks) => listFormsWithout(vendor, entryOf.get(element), hooks),
      ofThisSource: ofThisSource[event] ?? [],
      ofOtherSources: ofOtherSources[event] ?? [],
      isListed,
      inOtherFiles: othersByEvent.get(event) ?? [],
    });
    const positionOf = ({ index }: Element) =>
      hooksByElement.get(JSON.stringify([event, index]))?.[0]?.at;
    for (const element of replaced)
      ownFindings.push({ code: 'own-entry-wrapped', event, at: positionOf(element) });
    for (const [value, forms] of merged.editedForms)
      for (const [hook, element] of forms) {
        const entry = entryOf.get(value);
        const isByHand = entry && merged.edited.has(element);
        if (isByHand) editedByHand.push({ entry, hook, element, at: positionOf(element) });
      }
    // Where the whole file was deleted, no hook is named.
    for (const { element, hook } of target.text.trim() ? merged.restored : []) {
      const entry = entryOf.get(element);
      if (entry) restored.push({ entry, hook });
    }
    for (const element of merged.edited) {
      eventsWithUnlistedLines.add(event);
      const otherEntries = splitElement(vendor, element.value).length - 1;
      editedFindings.push({ code: 'edited', event, beside: otherEntries, at: positionOf(element) });
    }
    for (const element of ofPerson.filter(({ value }) => hasUnreadLine(vendor, value))) {
      eventsWithUnlistedLines.add(event);
      strayFindings.push({ code: 'stray', event, at: positionOf(element) });
    }
    for (const element of merged.unclaimed) {
      // A line in the target's own dialect is a person's own: no conversion from another agent left it behind.
      if (!speaksHost(vendor, element.value)) eventsWithUnlistedLines.add(event);
      const isOurs = shimLinesIn(vendor, element.value).some(
        (line) => isStartedBy(line, launcher) && line.speaks !== vendor,
      );
      if (isOurs) strayFindings.push({ code: 'stray', event, at: positionOf(element) });
    }
    hasAdopted ||= merged.hasAdopted;
    const toList = [...wanted, ...merged.replacedByHand];
    if (toList.length) entries[event] = toList;
    // The ledger lists such a line as made of the person's entry, so that `remove` puts the entry back.
    const ofOthers = [...merged.ofOtherSources, ...lines];
    if (ofOthers.length) entriesOfOthers[event] = ofOthers;
    else delete entriesOfOthers[event];
    if (!replaced.length && isSameJson(valuesOf(current), wanted)) continue;
    // If a person's trust in a hook depends on its position, elements that can stay are not moved.
    const { gone, added } = tableOf(vendor).firing.dependsOnPosition
      ? findDifferences(current, wanted)
      : { gone: current, added: wanted };
    const remove = [...replaced, ...gone].map(({ index }) => index).toSorted((a, b) => a - b);
    const add = [...lines, ...added];
    if (remove.length || add.length) listEdits.push({ path: ['hooks', event], remove, add });
  }
  const hasAdditions = listEdits.some(({ add }) => add.length);
  const addedSettings = hasAdditions ? missingSettingsIn(vendor, target.value) : [];
  const texts = editTexts(vendor, target, listEdits, addedSettings);
  const created = addedSettings.flatMap(({ path }) => createdPaths(target.value, path));
  const ourSettings = [...new Set([...writtenSettings, ...created])];
  const hasEntries = Object.values(entries).some((list) => list.length);
  const textWithoutSettings =
    ourSettings.length && !hasEntries
      ? removeRequiredSettings(vendor, texts[0] ?? '', target.file, ourSettings)
      : undefined;
  // A person needs no finding about settings that are added to a file without content.
  const settingFindings = (target.text.trim() ? addedSettings : []).map(
    ({ path, value }): Finding => ({ code: 'setting-written', path: path.join('.'), value }),
  );
  return {
    texts: textWithoutSettings === undefined ? texts : [textWithoutSettings, ...texts.slice(1)],
    entries,
    ofOtherSources: entriesOfOthers,
    hasAdopted,
    eventsWithUnlistedLines,
    addedSettings,
    writtenSettings: textWithoutSettings === undefined ? ourSettings : [],
    partly,
    editedByHand,
    restored,
    findings: [...ownFindings, ...editedFindings, ...strayFindings, ...settingFindings],
  };
}

/**
 * Finds the elements of one event that a person wrote, and all of whose hooks are to be started by shim lines.
 *
 * @param entryOf The elements that are to be written, with their entries. Those that are `lines` are removed from it.
 * @param ownForms See {@link EarlierContent}.
 * @returns `replaced`: the elements of the person. `lines`: the elements that take their place.
 */
function replaceOwnEntries(
  vendor: string,
  elements: readonly Element[],
  entryOf: Map<unknown, GroupedEntry>,
  ownForms: ReadonlyMap<GroupedEntry, unknown> = new Map(),
) {
  const replaced: Element[] = [];
  const lines: unknown[] = [];
  for (const element of elements) {
    const meanings = nativeMeaningsIn(vendor, element.value);
    const waiting = [...entryOf].filter(([, entry]) => ownForms.has(entry));
    const found = meanings.flatMap((meaning) => {
      const at = waiting.findIndex(([, entry]) => isSameJson(ownForms.get(entry), meaning));
      return at < 0 ? [] : waiting.splice(at, 1).map(([value]) => value);
    });
    const isWhole = found.length === splitElement(vendor, element.value).length;
    if (!found.length || !isWhole) continue;
    replaced.push(element);
    lines.push(...found);
    for (const value of found) entryOf.delete(value);
  }
  return { replaced, lines };
}

/**
 * Tells whether a line has this launcher, or another one that also starts the runner in `.anyhook`, since
 * different versions of anyhook write such launchers differently.
 */
const isStartedBy = (line: ShimLine, launcher: string | undefined): boolean =>
  launcher !== undefined &&
  (line.launcher === launcher || (startsOwnRunner(line.launcher) && startsOwnRunner(launcher)));

/**
 * Replaces hooks in a file of their own agent by entries that start them through the shim, and keeps all
 * other elements.
 *
 * @param target The settings of the file as it is now.
 * @param toReplace The elements to replace. They hold those hooks, or shim lines that an earlier conversion
 *   made of them.
 * @param written The entries that take their place.
 */
export function replaceHooksInPlace(
  vendor: string,
  target: Settings,
  toReplace: readonly Element[],
  written: readonly GroupedEntry[],
  { ofThisSource = {}, ofOtherSources = {}, writtenSettings = [] }: EarlierContent,
): MergeResult {
  const entries: Entries = {};
  const eventsWithUnlistedLines = new Set<string>();
  const events = new Set([...target.elements, ...written].map(({ event }) => event));
  const listEdits = [...events].map((event) => {
    const isOfEvent = (item: { event: string }) => item.event === event;
    const current = toReplace.filter(isOfEvent);
    const others = target.elements.filter((one) => isOfEvent(one) && !toReplace.includes(one));
    const listed = valuesOf(matchElements(others, ofThisSource[event] ?? []).found);
    // A shim line that another element of ours holds already is not written again. An entry without the shim
    // stays wanted, since the hook that a person wrote would be removed from the list otherwise.
    const wanted = written
      .filter(isOfEvent)
      .map((entry) => elementOf(vendor, entry))
      .filter(
        (element) =>
          !listed.some((other) => isSameJson(element, other)) ||
          nativeMeaningsIn(vendor, element).length,
      );
    const ours = [...listed, ...wanted.filter((one) => shimLinesIn(vendor, one).length)];
    // The ledger goes on listing lines that a person changed, so that their new forms do not become a person's own.
    const ofEvent = target.elements.filter(isOfEvent);
    const { lost } = matchElements(ofEvent, ofThisSource[event] ?? []);
    const hasShimLines = ({ value }: Element) => shimLinesIn(vendor, value).length > 0;
    const hasUnlistedLines = others.filter(hasShimLines).length > listed.length;
    if (lost.length && hasUnlistedLines) {
      ours.push(...lost);
      eventsWithUnlistedLines.add(event);
    }
    if (ours.length) entries[event] = ours;
    const { gone, added } = findDifferences(current, wanted);
    return { path: ['hooks', event], remove: gone.map(({ index }) => index), add: added };
  });
  return {
    texts: editTexts(vendor, target, listEdits),
    entries,
    ofOtherSources,
    hasAdopted: false,
    eventsWithUnlistedLines,
    addedSettings: [],
    writtenSettings: [...writtenSettings],
    partly: [],
    editedByHand: [],
    restored: [],
    findings: [],
  };
}

/** Returns the current elements that are not wanted (`gone`), and the wanted ones that are not there yet (`added`). */
function findDifferences(current: readonly Element[], wanted: readonly unknown[]) {
  const added = [...wanted];
  const gone = current.filter(({ value }) => !removeValue(added, value));
  return { gone, added };
}

/**
 * Edits the lists of events in some settings.
 *
 * @param listEdits For each list, the elements that are removed and those that are added.
 * @param addedSettings Settings to add in addition to hooks.
 * @returns The new text of each file.
 */
const editTexts = (
  vendor: string,
  { parts, ...whole }: Settings,
  listEdits: FileEdits['lists'],
  addedSettings: FileEdits['set'] = [],
): string[] =>
  (parts ?? [whole]).map(({ text, file, event }) => {
    const lists = listEdits.filter(({ path }) => event === undefined || path[1] === event);
    return formatOf(vendor).edit(vendor, text, file, { lists, set: addedSettings });
  });

const valuesOf = (elements: readonly Element[]): unknown[] => elements.map(({ value }) => value);
