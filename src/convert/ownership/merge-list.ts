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

/** One list of a settings file as it is to be. */
interface MergedList {
  /** Ours in the list. */
  current: Element[];
  /** What is to stand in their place. */
  wanted: unknown[];
  /** What stays other sources'. */
  theirs: unknown[];
  /** Ours that a person has changed since: they stay as they are. */
  edited: Iterable<Element>;
  /** They run through the shim, and nothing tells whose they are: they stay as well. */
  unclaimed: Iterable<Element>;
  /** Ours that became something else by hand: remembered, so that they do not come back. */
  replaced: unknown[];
  adopted: boolean;
}

/**
 * Decides what becomes of the elements of one event's list: which of them are ours and go, which values
 * take their place, and which elements stay because a person changed them or their owner is not known.
 *
 * @param there The elements that stand in the list.
 * @param written The elements that are to stand in it, for this source.
 * @param ours The elements that earlier runs wrote into it for this source.
 * @param theirs The elements that earlier runs wrote into it for other sources.
 * @param beside The elements of the event in other files of the agent.
 */
export function mergeList(
  vendor: string,
  there: readonly Element[],
  written: readonly unknown[],
  ours: readonly unknown[],
  theirs: readonly unknown[],
  beside: readonly Element[],
): MergedList {
  const idsIn = (element: unknown): string[] => shimLinesIn(vendor, element).map(commandIdOf);
  const wanted = new Set(written.flatMap(idsIn));
  // What two sources have is the last one's.
  const isWanted = (value: unknown): boolean => {
    const ids = idsIn(value);
    return ids.length > 0 && ids.every((id) => wanted.has(id)) && !speaksHost(vendor, value);
  };
  const left = theirs.filter((value) => !isWanted(value));
  const { found: known, lost } = matchElements(there, [...ours, ...theirs.filter(isWanted)]);
  const recorded = ours.length + theirs.length > 0;

  const others = there.filter((one) => !known.includes(one));
  // A hook of the host's own dialect that a person has there already is not written again.
  const natives = [...others, ...beside].flatMap(({ value }) => nativeMeaningsIn(vendor, value));
  const fresh = written.filter(
    (one) => !nativeMeaningsIn(vendor, one).some((own) => removeValue(natives, own)),
  );
  // An element equal to one that we would write is ours, whoever wrote it: the ledger may be lost. Where the
  // ledger lists elements of this list, one with the same meaning and another wording was changed by hand.
  const same = findAlike(vendor, others, fresh, !recorded);
  const mine = there.filter((one) => known.includes(one) || same.includes(one));
  const foreign = others.filter((one) => !same.includes(one));

  const standing = mine.flatMap(({ value }) => splitElement(vendor, value));
  const open = fresh.filter((one) => !removeValue(standing, one));
  const { held, edited, strange, gone } = findHandEdits(vendor, foreign, open, left, lost);
  return {
    current: mine,
    // A group for each: what a person does to one entry holds no other.
    wanted: fresh.filter((one) => !held.has(one)),
    theirs: left,
    edited,
    unclaimed: strange,
    replaced: gone,
    adopted: same.length > 0,
  };
}

/** Whether an element was made of a hook of the host's own: no other source has that. */
const speaksHost = (vendor: string, element: unknown): boolean =>
  shimLinesIn(vendor, element).some(({ speaks }) => speaks === vendor);

/** Which of what is to be written stands in a list in words that a person changed. */
function findHandEdits(
  vendor: string,
  foreign: readonly Element[],
  open: readonly unknown[],
  theirs: readonly unknown[],
  lost: readonly unknown[],
) {
  const left = new Map(open.map((one) => [one, shimLinesIn(vendor, one).map(commandIdOf)]));
  const held = new Set<unknown>();
  const edited = new Set<Element>();
  const hold = (element: Element, ids: readonly string[]): boolean => {
    const [one] = [...left].find(([, [id]]) => id !== undefined && ids.includes(id)) ?? [];
    if (one === undefined) return false;
    left.delete(one);
    held.add(one);
    edited.add(element);
    return true;
  };
  const accounted = matchElements(foreign, theirs).found;
  const unknown = foreign.flatMap((element) =>
    (accounted.includes(element) && speaksHost(vendor, element.value)
      ? []
      : shimLinesIn(vendor, element.value)
    )
      .filter((launch) => !hold(element, [commandIdOf(launch)]) && !accounted.includes(element))
      .map((launch) => ({ element, launch })),
  );
  // The rest may run something else now: then one of ours for the same event is not there.
  const gone = new Set<unknown>();
  for (const { element, launch } of left.size ? unknown : []) {
    const ofEvent = (value: unknown) =>
      shimLinesIn(vendor, value)
        .filter(
          ({ speaks, flags }) => speaks === launch.speaks && flags.event === launch.flags.event,
        )
        .map(commandIdOf);
    const value = lost.find((one) => hold(element, ofEvent(one)));
    if (value !== undefined) gone.add(value);
  }
  const strange = new Set(unknown.map(({ element }) => element).filter((one) => !edited.has(one)));
  return { held, edited, strange, gone: [...gone] };
}
