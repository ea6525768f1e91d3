import type { Node } from 'jsonc-parser';
import { setAtPath } from '../../mapping/paths.ts';
import type { FileEdits } from '../../mapping/settings.ts';
import { asObject } from '../../util/equal.ts';
import { itemAt } from '../../util/item-at.ts';

import { eolOf, hasBreak } from '../layout.ts';
import { describeKind, endOf, itemsOf, keyOf, nodeAt, propertiesNamed, valueIn } from '../nodes.ts';
import { gapsIn, isComment } from '../rows.ts';
import { type ParsedJsonc, parseJsonc } from './tree.ts';
import { type NodeChange, writeChanges } from './write.ts';

type KeyPath = readonly string[];

/**
 * Removes elements from lists in a JSON text, inserts others, and sets and unsets values. Every other
 * byte stays. A list that becomes empty is removed, and so are the objects that held nothing else,
 * unless a comment is in them. Throws `settings`.
 *
 * The steps: collect for each list or object what is added to it and removed from it; then remove the
 * lists that become empty, and the values of `edits.unset`; then write all changes at once.
 *
 * @param source The text that is changed.
 * @param file What messages call the file.
 */
export function editJsonc(source: string, file: string, edits: FileEdits): string {
  const lists = edits.lists.filter(({ remove, add }) => remove.length + add.length);
  const { inside = [], set = [], unset = [] } = edits;
  if (lists.length + inside.length + set.length + unset.length === 0) return source;
  const parsed = parseJsonc(source, file);
  const { text, root } = parsed;
  const byteOrderMark = source.slice(0, source.length - text.length);
  if (!root) return byteOrderMark + editJsonc(addEmptyObject(text), file, edits);

  const changes = new Map<Node, NodeChange>();
  const changeOf = (node: Node): NodeChange => {
    const known = changes.get(node);
    if (known) return known;
    const insertAt = itemsOf(node).length;
    const change = { remove: new Set<number>(), insertAt, add: Object.create(null) };
    changes.set(node, change);
    return change;
  };
  /** Removes a value with its key, and at most `around` enclosing objects that become empty by that. */
  const removeValue = (node: Node, around: number): void => {
    const property = node.parent;
    const object = property?.parent;
    // If the object has the key twice, the first value would count again once the last one was removed.
    if (!object || propertiesNamed(object, keyOf(property)).length > 1) return;
    if (hasComment(text, property)) return;
    changes.delete(node);
    changeOf(object).remove.add(itemsOf(object).indexOf(property));
    if (around > 0 && becomesEmpty(object, changeOf(object))) removeValue(object, around - 1);
  };

  for (const { path, value } of set) {
    const { node, missing } = findNearest(parsed, root, path);
    if (missing.length) setAtPath(asObject(changeOf(node).add), missing, value);
  }
  const existingLists = lists.flatMap(({ path, remove, add }) => {
    const { node, missing } = findNearest(parsed, root, path);
    if (!missing.length) requireKind(parsed, node, path, 'array');
    const length = missing.length ? 0 : itemsOf(node).length;
    if (Math.max(...remove) >= length) throw new RangeError(`${path.join('.')} holds ${length}`);
    if (missing.length) {
      setAtPath(asObject(changeOf(node).add), missing, add);
      return [];
    }
    changes.set(node, { remove: new Set(remove), insertAt: Math.min(length, ...remove), add });
    return [node];
  });
  for (const { path, remove } of inside) {
    const node = nodeAt(root, path);
    if (node)
      changes.set(node, { remove: new Set(remove), insertAt: Math.min(...remove), add: [] });
  }
  for (const node of existingLists)
    if (becomesEmpty(node, changeOf(node))) removeValue(node, Number.POSITIVE_INFINITY);
  for (const { path, around } of unset) {
    const { node, missing } = findNearest(parsed, root, path);
    if (!missing.length) removeValue(node, around);
  }
  return byteOrderMark + writeChanges(text, root, changes);
}

const becomesEmpty = (node: Node, { remove, add }: NodeChange): boolean =>
  remove.size > 0 && remove.size === itemsOf(node).length && Object.keys(add).length === 0;

/** Tells whether a property has a comment before its value, or between the items of its value. */
function hasComment(text: string, property: Node): boolean {
  const key = itemAt(itemsOf(property), 0);
  const value = valueIn(property);
  const betweenKeyAndValue = text.slice(endOf(key), value.offset);
  return betweenKeyAndValue.includes('/') || gapsIn(text, value).flat().some(isComment);
}

/** Adds an empty object to a text that is empty or has nothing but comments. */
function addEmptyObject(text: string): string {
  const eol = eolOf(text);
  const comments = text.trim() && (hasBreak(text.slice(-1)) ? text : text + eol);
  return `${comments}{}${eol}`;
}

/** Returns the last value on a path that exists, and the keys of the path that are missing below it. */
function findNearest(
  parsed: ParsedJsonc,
  root: Node,
  path: KeyPath,
): { node: Node; missing: KeyPath } {
  let node = root;
  for (const [depth, key] of path.entries()) {
    requireKind(parsed, node, path.slice(0, depth), 'object');
    const property = propertiesNamed(node, key).at(-1);
    if (!property) return { node, missing: path.slice(depth) };
    node = valueIn(property);
  }
  return { node, missing: [] };
}

/** Throws `settings` if the value at a path is no list or object, as `type` says. */
function requireKind(
  { errorAt }: ParsedJsonc,
  node: Node,
  path: KeyPath,
  type: 'object' | 'array',
): void {
  if (node.type === type) return;
  const wanted = type === 'array' ? 'a list' : 'an object';
  const name = path.join('.') || 'the file';
  throw errorAt(node.offset, `${name} is ${describeKind(node)}, expected ${wanted}`);
}
