import type { Element } from '../../settings/formats/format.ts';
import {
  commandIdOf,
  findElementsLike,
  matchElements,
  nativeMeaningsIn,
  removeValue,
  shimLinesIn,
  splitElement,
} from './elements.ts';

/** What becomes of one event's list of a settings file. */
interface MergedList {
  /** Elements that anyhook wrote for this source, and that no person changed. */
  current: Element[];
  /** The elements that take the place of `current`. */
  wanted: unknown[];
  /** What the ledger goes on listing for other sources: without what this source takes over. */
  ofOtherSources: unknown[];
  /** Elements that anyhook wrote and a person changed. They stay as they are. */
  edited: Iterable<Element>;
  /** Elements that start the shim and whose source is not known. They stay as they are. */
  unclaimed: Iterable<Element>;
  /**
   * Elements, as the ledger lists them, into which a person put another command. The ledger goes on
   * listing them, so that their hooks are not written again.
   */
  replaced: unknown[];
  /** Whether elements that anyhook would write stand in the list and the ledger does not list them. */
  hasAdopted: boolean;
}

/** What stands in one event's list, what is to stand there, and what earlier conversions wrote. */
interface ListState {
  /** The elements in the list. */
  there: readonly Element[];
  /** The elements that are to stand in it, for this source. Each holds one entry. */
  written: readonly unknown[];
  /** The elements that the ledger lists for this source. */
  ofThisSource: readonly unknown[];
  /** The elements that the ledger lists for other sources. */
  ofOtherSources: readonly unknown[];
  /** The elements of the event in other files that the agent loads and that we do not write. */
  beside: readonly Element[];
}

/**
 * Decides what becomes of one event's list. In order, it finds
 *
 * 1. the elements that the ledger lists for this source, or that this source takes over from another;
 * 2. the hooks that a person has there already, in the agent's own dialect: they are not written again;
 * 3. elements that the ledger does not list and that are as we would write them. Where the ledger lists
 *    nothing for this event, it may have been lost, and what any version of ours would write counts;
 * 4. the elements of ours that a person changed: they stay, and nothing is written for their hooks.
 */
export function mergeList(
  vendor: string,
  { there, written, ofThisSource, ofOtherSources, beside }: ListState,
): MergedList {
  const idsIn = (element: unknown): string[] => shimLinesIn(vendor, element).map(commandIdOf);
  const writtenIds = new Set(written.flatMap(idsIn));
  // An element whose lines two sources have belongs to the source that is converted last.
  const isTakenOver = (value: unknown): boolean => {
    const ids = idsIn(value);
    return ids.length > 0 && ids.every((id) => writtenIds.has(id)) && !speaksHost(vendor, value);
  };
  const staying = ofOtherSources.filter((value) => !isTakenOver(value));
  const listed = matchElements(there, [...ofThisSource, ...ofOtherSources.filter(isTakenOver)]);
  const hasLedgerEntries = ofThisSource.length + ofOtherSources.length > 0;

  const others = there.filter((one) => !listed.found.includes(one));
  const natives = [...others, ...beside].flatMap(({ value }) => nativeMeaningsIn(vendor, value));
  const fresh = written.filter(
    (one) => !nativeMeaningsIn(vendor, one).some((meaning) => removeValue(natives, meaning)),
  );
  // Where the ledger lists elements of this event, an element must be equal to the letter: a line that
  // differs was changed by a person, and is not one that an older version of ours wrote.
  const unlistedOurs = findElementsLike(vendor, others, fresh, !hasLedgerEntries);
  const current = there.filter((one) => listed.found.includes(one) || unlistedOurs.includes(one));
  const foreign = others.filter((one) => !unlistedOurs.includes(one));

  const standing = current.flatMap(({ value }) => splitElement(vendor, value));
  const missing = fresh.filter((one) => !removeValue(standing, one));
  const edits = findHandEdits(vendor, { foreign, missing, theirs: staying, lost: listed.lost });
  return {
    current,
    // Each entry gets a group of its own, so that what a person changes in one concerns no other.
    wanted: fresh.filter((one) => !edits.covered.has(one)),
    ofOtherSources: staying,
    edited: edits.edited,
    unclaimed: edits.unclaimed,
    replaced: edits.replaced,
    hasAdopted: unlistedOurs.length > 0,
  };
}

/**
 * Tells whether an element starts a hook in the host's own dialect. Where the ledger lists such an
 * element for another source, this source neither takes it over nor treats it as a changed form of an
 * element of its own.
 */
const speaksHost = (vendor: string, element: unknown): boolean =>
  shimLinesIn(vendor, element).some(({ speaks }) => speaks === vendor);

/**
 * Finds elements of ours that a person changed.
 *
 * @param foreign Elements of the list that are not known to be written for this source.
 * @param missing Elements that are to be written and do not stand in the list unchanged.
 * @param theirs Elements that the ledger lists for other sources.
 * @param lost Elements that the ledger lists for this source, or that this source takes over, and that
 *   no longer stand in the list unchanged.
 * @returns `covered`: those of `missing` that stand in the list in a changed form. `edited`: the changed
 *   elements. `replaced`: those of `lost` that now run another command. `unclaimed`: elements that start
 *   the shim for some other hook.
 */
function findHandEdits(
  vendor: string,
  {
    foreign,
    missing,
    theirs,
    lost,
  }: {
    foreign: readonly Element[];
    missing: readonly unknown[];
    theirs: readonly unknown[];
    lost: readonly unknown[];
  },
) {
  /** The missing elements without a changed form so far, with the ids of the commands that they run. */
  const uncovered = new Map(missing.map((one) => [one, shimLinesIn(vendor, one).map(commandIdOf)]));
  const covered = new Set<unknown>();
  const edited = new Set<Element>();
  /**
   * Treats an element as the changed form of the first uncovered one that runs one of these commands.
   * Returns false where there is none.
   */
  const coverBy = (element: Element, ids: readonly string[]): boolean => {
    const [one] = [...uncovered].find(([, [id]]) => id !== undefined && ids.includes(id)) ?? [];
    if (one === undefined) return false;
    uncovered.delete(one);
    covered.add(one);
    edited.add(element);
    return true;
  };
  const ofOthers = matchElements(foreign, theirs).found;
  const unknown = foreign.flatMap((element) => {
    const isOfOthers = ofOthers.includes(element);
    if (isOfOthers && speaksHost(vendor, element.value)) return [];
    return shimLinesIn(vendor, element.value)
      .filter((line) => !coverBy(element, [commandIdOf(line)]) && !isOfOthers)
      .map((line) => ({ element, line }));
  });
  // An unknown line may be one of ours into which a person put another command. It counts as that where
  // an element of ours is lost which had a line of the same dialect and event, and whose hook is missing.
  const replaced = new Set<unknown>();
  for (const { element, line } of uncovered.size ? unknown : []) {
    const idsOfEvent = (value: unknown) =>
      shimLinesIn(vendor, value)
        .filter(({ speaks, flags }) => speaks === line.speaks && flags.event === line.flags.event)
        .map(commandIdOf);
    const value = lost.find((one) => coverBy(element, idsOfEvent(one))); // stops at the first that fits
    if (value !== undefined) replaced.add(value);
  }
  const unclaimed = new Set(
    unknown.map(({ element }) => element).filter((one) => !edited.has(one)),
  );
  return { covered, edited, unclaimed, replaced: [...replaced] };
}
