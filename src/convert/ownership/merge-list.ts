import type { Element } from '../../settings/formats/format.ts';
import {
  commandIdOf,
  findAlike,
  matchElements,
  nativeMeaningsIn,
  removeValue,
  shimLinesIn,
  splitElement,
} from './elements.ts';

/** What becomes of one event's list of a settings file. */
interface MergedList {
  /** Elements of ours that stand in the list. */
  current: Element[];
  /** Values that take their place. */
  wanted: unknown[];
  /** Elements that stay as entries of other sources. */
  theirs: unknown[];
  /** Elements of ours that a person changed. They stay as they are. */
  edited: Iterable<Element>;
  /** Elements that start the shim, and of which nothing tells the source. They stay as they are. */
  unclaimed: Iterable<Element>;
  /** Elements of ours that a person made run something else. They are remembered and not written again. */
  replaced: unknown[];
  /** Whether some elements of ours stand there that the ledger does not list. */
  adopted: boolean;
}

/** What stands in one event's list, what is to stand there, and what earlier conversions wrote. */
interface ListState {
  /** The elements in the list. */
  there: readonly Element[];
  /** The elements that are to stand in it, for this source. Each holds one entry. */
  written: readonly unknown[];
  /** The elements that the ledger lists for this source. */
  ours: readonly unknown[];
  /** The elements that the ledger lists for other sources. */
  theirs: readonly unknown[];
  /** The elements of the event in other files of the agent. */
  beside: readonly Element[];
}

/**
 * Decides what becomes of one event's list. In order, it finds
 *
 * 1. the elements of ours: those in the ledger, and those that are equal to what we would write, since
 *    the ledger may be lost;
 * 2. the hooks that a person has there already, in the agent's own dialect: they are not written again;
 * 3. the elements of ours that a person changed: they stay, and nothing is written for their hooks.
 */
export function mergeList(
  vendor: string,
  { there, written, ours, theirs, beside }: ListState,
): MergedList {
  const idsIn = (element: unknown): string[] => shimLinesIn(vendor, element).map(commandIdOf);
  const writtenIds = new Set(written.flatMap(idsIn));
  // An entry that two sources have belongs to the source that is converted last.
  const isTakenOver = (value: unknown): boolean => {
    const ids = idsIn(value);
    return ids.length > 0 && ids.every((id) => writtenIds.has(id)) && !speaksHost(vendor, value);
  };
  const staying = theirs.filter((value) => !isTakenOver(value));
  const listed = matchElements(there, [...ours, ...theirs.filter(isTakenOver)]);
  const isListed = ours.length + theirs.length > 0;

  const others = there.filter((one) => !listed.found.includes(one));
  const natives = [...others, ...beside].flatMap(({ value }) => nativeMeaningsIn(vendor, value));
  const fresh = written.filter(
    (one) => !nativeMeaningsIn(vendor, one).some((meaning) => removeValue(natives, meaning)),
  );
  // Where the ledger lists elements of this list, one in other words was changed by hand.
  const adopted = findAlike(vendor, others, fresh, !isListed);
  const current = there.filter((one) => listed.found.includes(one) || adopted.includes(one));
  const foreign = others.filter((one) => !adopted.includes(one));

  const standing = current.flatMap(({ value }) => splitElement(vendor, value));
  const missing = fresh.filter((one) => !removeValue(standing, one));
  const edits = findHandEdits(vendor, { foreign, missing, theirs: staying, lost: listed.lost });
  return {
    current,
    // Each entry gets a group of its own, so that what a person changes in one concerns no other.
    wanted: fresh.filter((one) => !edits.held.has(one)),
    theirs: staying,
    edited: edits.edited,
    unclaimed: edits.unclaimed,
    replaced: edits.replaced,
    adopted: adopted.length > 0,
  };
}

/** Whether an element was made of a hook in the host's own dialect, which no other source has. */
const speaksHost = (vendor: string, element: unknown): boolean =>
  shimLinesIn(vendor, element).some(({ speaks }) => speaks === vendor);

/**
 * Finds elements of ours that a person changed.
 *
 * @param foreign Elements of the list that are not known as ours.
 * @param missing Elements that are to be written and do not stand in the list as they are.
 * @param theirs Elements of other sources.
 * @param lost Elements of ours that no longer stand in the list as they were written.
 * @returns `held`: of `missing`, what a changed element stands for. `edited`: those changed elements.
 *   `replaced`: of `lost`, what became something else. `unclaimed`: elements that start the shim for
 *   some other hook.
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
  const open = new Map(missing.map((one) => [one, shimLinesIn(vendor, one).map(commandIdOf)]));
  const held = new Set<unknown>();
  const edited = new Set<Element>();
  /** Takes an element for the first open one that runs one of some commands. */
  const hold = (element: Element, ids: readonly string[]): boolean => {
    const [one] = [...open].find(([, [id]]) => id !== undefined && ids.includes(id)) ?? [];
    if (one === undefined) return false;
    open.delete(one);
    held.add(one);
    edited.add(element);
    return true;
  };
  const ofOthers = matchElements(foreign, theirs).found;
  const unknown = foreign.flatMap((element) => {
    const isOfOthers = ofOthers.includes(element);
    if (isOfOthers && speaksHost(vendor, element.value)) return [];
    return shimLinesIn(vendor, element.value)
      .filter((line) => !hold(element, [commandIdOf(line)]) && !isOfOthers)
      .map((line) => ({ element, line }));
  });
  // An unknown line may be one of ours whose command was changed: then a line of ours is lost at its event.
  const replaced = new Set<unknown>();
  for (const { element, line } of open.size ? unknown : []) {
    const idsOfEvent = (value: unknown) =>
      shimLinesIn(vendor, value)
        .filter(({ speaks, flags }) => speaks === line.speaks && flags.event === line.flags.event)
        .map(commandIdOf);
    const value = lost.find((one) => hold(element, idsOfEvent(one)));
    if (value !== undefined) replaced.add(value);
  }
  const unclaimed = new Set(
    unknown.map(({ element }) => element).filter((one) => !edited.has(one)),
  );
  return { held, edited, unclaimed, replaced: [...replaced] };
}
