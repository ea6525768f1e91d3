import type { Element } from '../../settings/formats/format.ts';
import { once } from '../../util/once.ts';
import {
  commandIdOf,
  findElementsLike,
  matchElements,
  nativeMeaningsIn,
  removeValue,
  shimLinesIn,
  splitElement,
  type WrittenElements,
} from './elements.ts';

/** What becomes of one event's list of a settings file. */
interface MergedList {
  /** The elements of the list that are ours, from this source, and that no person changed. */
  current: Element[];
  /** The elements that take the place of `current`. */
  wanted: unknown[];
  /** What the ledger goes on listing for other sources: all but the elements that this source takes over. */
  ofOtherSources: unknown[];
  /** Elements that anyhook wrote and a person changed. They stay as they are. */
  edited: ReadonlySet<Element>;
  /** Those of `written` of which hooks stand in the list as a person changed their lines. */
  editedForms: EditedForms;
  /** The hooks of `written` that a person deleted from the list, or moved out of it: they are written again. */
  restored: readonly WrittenHook[];
  /** Elements that start the shim and whose source is not known. They stay as they are. */
  unclaimed: Iterable<Element>;
  /**
   * Elements, as the ledger lists them, into which a person put another command. The ledger goes on
   * listing them, so that their hooks are not written again.
   */
  replacedByHand: unknown[];
  /** Whether `current` has elements that the ledger does not list. */
  hasAdopted: boolean;
}

/** A hook of an element that is to be written. */
interface WrittenHook {
  element: unknown;
  /** The index of the hook on the line. */
  hook: number;
}

/** Element to be written → index of a hook on its line → the element that holds the hook as a person changed it. */
export type EditedForms = ReadonlyMap<unknown, ReadonlyMap<number, Element>>;

/** One event's list, what is to be written into it, and what earlier conversions wrote there. */
interface ListState extends Pick<WrittenElements, 'formsWithout'> {
  /** The elements in the list. */
  there: readonly Element[];
  /** The elements that the list is to hold from this source, with one entry each. */
  written: readonly unknown[];
  /** Returns the elements to write in place of one of `written`, without some of its hooks. */
  without(element: unknown, hooks: ReadonlySet<number>): readonly unknown[];
  /** The elements that the ledger lists for this source. */
  ofThisSource: readonly unknown[];
  /** The elements that the ledger lists for other sources. */
  ofOtherSources: readonly unknown[];
  /** Whether the ledger knows the file: it then lists every element that is ours. */
  isListed: boolean;
  /** The elements of the event in other files, which the agent loads as well and we do not write. */
  inOtherFiles: readonly Element[];
}

/**
 * Decides what becomes of one event's list. In order, it finds
 *
 * 1. the elements that the ledger lists for this source, or that this source takes over from another;
 * 2. the hooks that a person has there already, in the agent's own dialect: they are not written again;
 * 3. elements that the ledger does not list and that are equal to what we would write. If the ledger
 *    does not know the file, it may have been lost: then an element counts as well that another
 *    version of ours would have written;
 * 4. the elements of ours that a person changed: they stay, and nothing is written for their hooks.
 */
export function mergeList(
  vendor: string,
  {
    there,
    written,
    without,
    formsWithout,
    ofThisSource,
    ofOtherSources,
    isListed,
    inOtherFiles,
  }: ListState,
): MergedList {
  const idsIn = (element: unknown): string[] => shimLinesIn(vendor, element).map(commandIdOf);
  const writtenIds = once(() => new Set(written.flatMap(idsIn)));
  // If two sources write the same lines, the source that is converted last takes the element over.
  const isTakenOver = (value: unknown): boolean => {
    const ids = idsIn(value);
    return ids.length > 0 && ids.every((id) => writtenIds().has(id)) && !speaksHost(vendor, value);
  };
  const ofOthers = ofOtherSources.filter((value) => !isTakenOver(value));
  const listed = matchElements(there, [...ofThisSource, ...ofOtherSources.filter(isTakenOver)]);

  const unlisted = there.filter((element) => !listed.found.includes(element));
  const natives = [...unlisted, ...inOtherFiles].flatMap(({ value }) =>
    nativeMeaningsIn(vendor, value),
  );
  const toWrite = written.filter(
    (one) =>
      !natives.length ||
      !nativeMeaningsIn(vendor, one).some((meaning) => removeValue(natives, meaning)),
  );
  // Where the ledger knows the file, only an exactly equal element is ours, unless a listed element is equal as well: a
  // line that differs was changed by a person, and a second equal one was copied by a person.
  const listedEntries = listed.found.flatMap(({ value }) => splitElement(vendor, value));
  const values = toWrite.filter((one) => !removeValue(listedEntries, one));
  const adopted = findElementsLike(vendor, unlisted, { values, formsWithout }, !isListed);
  const isOurs = (element: Element) => listed.found.includes(element) || adopted.includes(element);
  const current = there.filter(isOurs);

  const entriesThere = current.flatMap(({ value }) => splitElement(vendor, value));
  const missing = toWrite.filter((element) => !removeValue(entriesThere, element));
  const edits = findHandEdits(vendor, {
    foreign: there.filter((element) => !isOurs(element)),
    missing,
    ofOthers,
    lost: listed.lost,
  });
  return {
    current,
    // Each entry gets an element of its own: if a person changes one, all others can still be replaced.
    wanted: toWrite.flatMap((element) => {
      const hooks = edits.editedForms.get(element);
      return hooks ? without(element, new Set(hooks.keys())) : [element];
    }),
    ofOtherSources: ofOthers,
    edited: edits.edited,
    editedForms: edits.editedForms,
    restored: findRestoredHooks(vendor, missing, listed.lost, edits.editedForms),
    unclaimed: edits.unclaimed,
    replacedByHand: edits.replacedByHand,
    hasAdopted: adopted.length > 0,
  };
}

/**
 * Tells whether an element starts a hook in the host's own dialect. Where the ledger lists such an
 * element for another source, this source neither takes it over nor treats it as a changed form of an
 * element of its own.
 */
export const speaksHost = (vendor: string, element: unknown): boolean =>
  shimLinesIn(vendor, element).some(({ speaks }) => speaks === vendor);

/**
 * Finds the hooks that the list no longer has although the ledger lists them.
 *
 * @param missing The elements that are to be written and that the list does not hold unchanged.
 * @param lost The elements that the ledger lists, and that the list no longer holds unchanged.
 * @param editedForms The hooks of `missing` that stand in the list in a changed form.
 */
function findRestoredHooks(
  vendor: string,
  missing: readonly unknown[],
  lost: readonly unknown[],
  editedForms: EditedForms,
): WrittenHook[] {
  const lostIds = lost.flatMap((one) => shimLinesIn(vendor, one).map(commandIdOf));
  return missing.flatMap((element) =>
    shimLinesIn(vendor, element).flatMap((line, hook) =>
      !editedForms.get(element)?.has(hook) && removeValue(lostIds, commandIdOf(line))
        ? { element, hook }
        : [],
    ),
  );
}

/**
 * Finds the elements of ours that a person changed. In order, it compares
 *
 * 1. lines by their commands: a line that runs the command of a missing element is its changed form;
 * 2. lines by dialect and event: into such a line a person may have put another command, if an element
 *    of that dialect and event is lost and its hook is still missing.
 *
 * @param vendor The agent whose settings hold the list.
 * @returns `editedForms`: those of `missing` of which the list holds hooks in a changed form. `edited`: the elements that
 *   a person changed. `replacedByHand`: those of `lost` that now run another command. `unclaimed`: elements that start
 *   the shim for some other hook.
 */
function findHandEdits(
  vendor: string,
  {
    foreign,
    missing,
    ofOthers,
    lost,
  }: {
    /** Elements of the list that are not known to be written for this source. */
    foreign: readonly Element[];
    /** Elements that are to be written, with one entry each, and that the list does not hold unchanged. */
    missing: readonly unknown[];
    /** Elements that the ledger lists for other sources. */
    ofOthers: readonly unknown[];
    /** Elements that the ledger lists for this source, and that the list no longer holds unchanged. */
    lost: readonly unknown[];
  },
) {
  /** The hooks of missing elements without a changed form so far. No foreign element: none is looked for. */
  const uncovered = new Set(
    (foreign.length ? missing : []).flatMap((one) =>
      shimLinesIn(vendor, one).map((line, hook) => ({ one, hook, id: commandIdOf(line) })),
    ),
  );
  const editedForms = new Map<unknown, Map<number, Element>>();
  const covering = new Set<Element>();
  /**
   * Takes an element for the changed form of the first uncovered hook that runs one of these commands.
   * Returns false where there is none.
   */
  const coverBy = (element: Element, ids: readonly string[]): boolean => {
    const found = [...uncovered].find(({ id }) => ids.includes(id));
    if (!found) return false;
    uncovered.delete(found);
    const forms = editedForms.get(found.one) ?? new Map<number, Element>();
    editedForms.set(found.one, forms.set(found.hook, element));
    covering.add(element);
    return true;
  };
  const foreignOfOthers = matchElements(foreign, ofOthers).found;
  const unknownLines = foreign.flatMap((element) => {
    const isOfOthers = foreignOfOthers.includes(element);
    if (isOfOthers && speaksHost(vendor, element.value)) return [];
    return shimLinesIn(vendor, element.value)
      .filter((line) => !coverBy(element, [commandIdOf(line)]) && !isOfOthers)
      .map((line) => ({ element, line }));
  });
  const replacedByHand = new Set<unknown>();
  for (const { element, line } of uncovered.size ? unknownLines : []) {
    const idsOfEvent = (value: unknown) =>
      shimLinesIn(vendor, value)
        .filter(({ speaks, flags }) => speaks === line.speaks && flags.event === line.flags.event)
        .map(commandIdOf);
    const value = lost.find((one) => coverBy(element, idsOfEvent(one))); // stops at the first that fits
    if (value !== undefined) replacedByHand.add(value);
  }
  const unclaimed = new Set(
    unknownLines.map(({ element }) => element).filter((one) => !covering.has(one)),
  );
  const edited = new Set([...covering].filter((one) => !foreignOfOthers.includes(one)));
  return { editedForms, edited, unclaimed, replacedByHand: [...replacedByHand] };
}
