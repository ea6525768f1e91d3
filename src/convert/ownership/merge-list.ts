import type { Element } from '../../settings/formats/format.ts';
import { alikeIn, drop, idOf, launchesIn, nativesIn, singles, takeFrom } from './elements.ts';

/** One list of a settings file as it is to be. */
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
export function mergeList(
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
    return ids.length > 0 && ids.every((id) => wanted.has(id)) && !isOfHost(vendor, value);
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
  const open = fresh.filter((one) => !drop(standing, one));
  const { held, edited, strange, gone } = changedByHand(vendor, foreign, open, left, lost);
  return {
    mine,
    // A group for each: what a person does to one entry holds no other.
    add: fresh.filter((one) => !held.has(one)),
    left,
    edited,
    strange,
    gone,
    adopted: same.length > 0,
  };
}

/** Whether an element was made of a hook of the host's own: no other source has that. */
const isOfHost = (vendor: string, element: unknown): boolean =>
  launchesIn(vendor, element).some(({ speaks }) => speaks === vendor);

/** Which of what is to be written stands in a list in words that a person changed. */
function changedByHand(
  vendor: string,
  foreign: readonly Element[],
  open: readonly unknown[],
  theirs: readonly unknown[],
  lost: readonly unknown[],
) {
  const left = new Map(open.map((one) => [one, launchesIn(vendor, one).map(idOf)]));
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
  const accounted = takeFrom(foreign, theirs).found;
  const unknown = foreign.flatMap((element) =>
    (accounted.includes(element) && isOfHost(vendor, element.value)
      ? []
      : launchesIn(vendor, element.value)
    )
      .filter((launch) => !hold(element, [idOf(launch)]) && !accounted.includes(element))
      .map((launch) => ({ element, launch })),
  );
  // The rest may run something else now: then one of ours for the same event is not there.
  const gone = new Set<unknown>();
  for (const { element, launch } of left.size ? unknown : []) {
    const ofEvent = (value: unknown) =>
      launchesIn(vendor, value)
        .filter(
          ({ speaks, flags }) => speaks === launch.speaks && flags.event === launch.flags.event,
        )
        .map(idOf);
    const value = lost.find((one) => hold(element, ofEvent(one)));
    if (value !== undefined) gone.add(value);
  }
  const strange = new Set(unknown.map(({ element }) => element).filter((one) => !edited.has(one)));
  return { held, edited, strange, gone: [...gone] };
}
