/** Puts entries of an owner into the text of a settings file, in the place of those that stand there. */
import type { FileEdits } from '../mapping/settings.ts';
import type { GroupedEntry } from '../settings/formats/format.ts';
import { formatOf } from '../settings/formats/index.ts';
import { tableOf } from '../settings/tables.ts';
import { groupBy } from '../util/group.ts';
import { isSameEntry, type OwnedEntry } from './entries.ts';
import type { OwnedText } from './owned-text.ts';

type Setting = NonNullable<FileEdits['set']>[number];

/**
 * Returns the text with other entries of the owner. Undefined: there was no file, or nothing is left of a file that
 * these functions made.
 *
 * @param wanted The entries that the owner is to have.
 * @param settings Settings to add.
 */
export function replaceOwned(
  { agent: { id }, mark, name, text, owned }: OwnedText,
  wanted: readonly GroupedEntry[],
  settings: readonly Setting[],
): string | undefined {
  const format = formatOf(id);
  const lists: FileEdits['lists'][number][] = [];
  const inside: NonNullable<FileEdits['inside']>[number][] = [];
  for (const event of new Set([...owned, ...wanted].map((one) => one.event))) {
    const isOfEvent = (one: { event: string }) => one.event === event;
    const { gone, added } = findChanges(id, owned.filter(isOfEvent), wanted.filter(isOfEvent));
    const path = ['hooks', event];
    const remove: number[] = [];
    const add: unknown[] = [];
    for (const [index, ofElement] of groupBy(gone, (one) => one.index)) {
      const { element, listPath } = ofElement[0] as OwnedEntry;
      const removed = ofElement.flatMap(({ inner }) => inner ?? []);
      if (isWholeElement(id, ofElement)) remove.push(index);
      else if (format.editsInside(id, name))
        inside.push({ path: [...path, index, ...listPath], remove: removed });
      else {
        // The other entries of the element are written anew, with the keys of their group.
        const { hooks, ...group } = element as { hooks: unknown[] };
        remove.push(index);
        add.push({ ...group, hooks: hooks.filter((_, i) => !removed.includes(i)) });
      }
    }
    add.push(...added.map((entry) => format.elementOf(entry)));
    if (remove.length || add.length)
      lists.push({ path, remove: remove.sort((a, b) => a - b), add });
  }
  if (!lists.length && !inside.length && !settings.length) return text;
  const newText = format.edit(id, text ?? '', name, { lists, inside, set: settings });
  const [one] = owned;
  const isGone =
    one && !wanted.length && mark.isFileMade && isLeftOfMadeFile(id, name, newText, one);
  // A plugin without hooks is deleted, whoever made it.
  const isEmptyPlugin = !newText && tableOf(id).syntax.plugin !== undefined;
  return isGone || isEmptyPlugin ? undefined : newText;
}

/** Tells whether entries are all entries of their element. */
const isWholeElement = (vendor: string, entries: readonly OwnedEntry[]): boolean => {
  const all = formatOf(vendor).entriesOf(entries[0]?.element);
  return Array.isArray(all) && all.length === entries.length;
};

/**
 * Finds what changes in the list of one event. An entry that stays keeps its place, and what is new takes the place of
 * the first element that goes. If the entries were then in another order than is wanted, all are written anew, except where the
 * trust of a person depends on their places.
 *
 * @returns `gone`: the entries that are removed. `added`: those that are written.
 */
function findChanges(
  vendor: string,
  current: readonly OwnedEntry[],
  wanted: readonly GroupedEntry[],
): { gone: readonly OwnedEntry[]; added: readonly GroupedEntry[] } {
  const added = [...wanted];
  const gone = current.filter((one) => {
    const at = added.findIndex((other) => isSameEntry(one, other));
    if (at >= 0) added.splice(at, 1);
    return at < 0;
  });
  if (tableOf(vendor).firing.dependsOnPosition) return { gone, added };
  const goneElements = [...groupBy(gone, (one) => one.index)].filter(([, entries]) =>
    isWholeElement(vendor, entries),
  );
  const place = Math.min(...goneElements.map(([index]) => index));
  const kept = current.filter((one) => !gone.includes(one));
  const order = [
    ...kept.filter(({ index }) => index < place),
    ...added,
    ...kept.filter(({ index }) => index >= place),
  ];
  const isInOrder = wanted.every((one, i) => isSameEntry(one, order[i] as GroupedEntry));
  return isInOrder ? { gone, added } : { gone: current, added: wanted };
}

/**
 * Tells whether a text is what is left of a file that these functions made, after its last entry was removed.
 *
 * @param one An entry of the file.
 */
function isLeftOfMadeFile(vendor: string, name: string, text: string, one: OwnedEntry): boolean {
  const format = formatOf(vendor);
  const path = ['hooks', one.event];
  const set = Object.entries(tableOf(vendor).activation.required).map(([path, value]) => {
    return { path: path.split('.'), value };
  });
  const element = format.elementOf(one);
  const made = format.edit(vendor, '', name, {
    lists: [{ path, remove: [], add: [element] }],
    set,
  });
  const left = format.edit(vendor, made, name, { lists: [{ path, remove: [0], add: [] }] });
  return text.replaceAll('\r\n', '\n') === left;
}
