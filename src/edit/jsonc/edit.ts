import type { Node } from 'jsonc-parser';
import { setAtPath } from '../../mapping/paths.ts';
import type { FileEdits } from '../../mapping/settings.ts';
import { asObject } from '../../util/equal.ts';
import { itemAt } from '../../util/item-at.ts';

import { eolOf, hasBreak } from '../layout.ts';
import { describeKind, endOf, itemsOf, keyOf, propertiesNamed, valueIn } from '../nodes.ts';
import { gapsIn, isComment } from '../rows.ts';
import { type ParsedJsonc, parseJsonc } from './tree.ts';
import { type Change, writeChanges } from './write.ts';

type Path = readonly string[];

/**
 * Takes elements of lists out of a text and puts others in; every other byte stays. A list that is
 * left empty goes, and so do the objects that held nothing else, unless a comment stands in them.
 * First the new properties and elements are collected for each node, then the lists that are left
 * empty and the properties of `unset` are marked to go; at the end all changes are written at once.
 * Throws `settings`.
 *
 * @param source The text that is changed.
 * @param file What messages call the file.
 */
export function editJsonc(source: string, file: string, edits: FileEdits): string {
  const lists = edits.lists.filter(({ remove, add }) => remove.length + add.length);
  const { set = [], unset = [] } = edits;
  if (lists.length + set.length + unset.length === 0) return source;
  const parsed = parseJsonc(source, file);
  const { text, root } = parsed;
  const bom = source.slice(0, source.length - text.length);
  if (!root) return bom + editJsonc(withObject(text), file, edits);

  const changes = new Map<Node, Change>();
  const changeOf = (node: Node): Change => {
    const known = changes.get(node);
    if (known) return known;
    const none = { drop: new Set<number>(), slot: itemsOf(node).length, put: Object.create(null) };
    changes.set(node, none);
    return none;
  };
  /** Takes a value out with its key, and at most `around` objects that are then empty. */
  const removeValue = (node: Node, around: number): void => {
    const item = node.parent;
    const outer = item?.parent;
    // Where a key stands twice, removing the last would make the one before count again.
    if (!outer || hasComment(text, item) || propertiesNamed(outer, keyOf(item)).length > 1) return;
    changes.delete(node);
    changeOf(outer).drop.add(itemsOf(outer).indexOf(item));
    if (around > 0 && isEmptied(outer, changeOf(outer))) removeValue(outer, around - 1);
  };

  for (const { path, value } of set) {
    const { node, missing } = findNearest(parsed, root, path);
    if (missing.length) setAtPath(asObject(changeOf(node).put), missing, value);
  }
  const found = lists.flatMap(({ path, remove, add }) => {
    const { node, missing } = findNearest(parsed, root, path);
    if (!missing.length) expectKind(parsed, node, path, 'array');
    const length = missing.length ? 0 : itemsOf(node).length;
    if (Math.max(...remove) >= length) throw new RangeError(`${path.join('.')} holds ${length}`);
    if (missing.length) setAtPath(asObject(changeOf(node).put), missing, add);
    else changes.set(node, { drop: new Set(remove), slot: Math.min(length, ...remove), put: add });
    return missing.length ? [] : [node];
  });
  for (const node of found)
    if (isEmptied(node, changeOf(node))) removeValue(node, Number.POSITIVE_INFINITY);
  for (const { path, around } of unset) {
    const { node, missing } = findNearest(parsed, root, path);
    if (!missing.length) removeValue(node, around);
  }
  return bom + writeChanges(text, root, changes);
}

const isEmptied = (node: Node, { drop, put }: Change): boolean =>
  drop.size > 0 && drop.size === itemsOf(node).length && Object.keys(put).length === 0;

/** Tells whether a comment stands in a property, outside of the items of its value. */
function hasComment(text: string, property: Node): boolean {
  const key = itemAt(itemsOf(property), 0);
  const value = valueIn(property);
  const colon = text.slice(endOf(key), value.offset);
  return colon.includes('/') || gapsIn(text, value).flat().some(isComment);
}

/** Adds an empty object to a text that is empty or holds comments alone. */
function withObject(text: string): string {
  const eol = eolOf(text);
  const comments = text.trim() && (hasBreak(text.slice(-1)) ? text : text + eol);
  return `${comments}{}${eol}`;
}

/** Returns the last node on a path that exists, and the keys that are missing below it. */
function findNearest(parsed: ParsedJsonc, root: Node, path: Path): { node: Node; missing: Path } {
  let node = root;
  for (const [depth, name] of path.entries()) {
    expectKind(parsed, node, path.slice(0, depth), 'object');
    const item = propertiesNamed(node, name).at(-1);
    if (!item) return { node, missing: path.slice(depth) };
    node = valueIn(item);
  }
  return { node, missing: [] };
}

function expectKind(
  { error }: ParsedJsonc,
  node: Node,
  path: Path,
  type: 'object' | 'array',
): void {
  if (node.type === type) return;
  const wanted = type === 'array' ? 'a list' : 'an object';
  const name = path.join('.') || 'the file';
  throw error(node.offset, `${name} is ${describeKind(node)}, expected ${wanted}`);
}
