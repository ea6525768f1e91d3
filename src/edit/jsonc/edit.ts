import type { Node } from 'jsonc-parser';
import { set as sow } from '../../mapping/paths.ts';
import type { FileEdits } from '../../mapping/settings.ts';
import type { Json } from '../../util/json.ts';
import { breaks, eolOf } from './layout.ts';
import { endOf, itemsOf, keyOf, kindOf, named, valueIn } from './nodes.ts';
import { gapsIn, isComment } from './rows.ts';
import { type ParsedJsonc, parseJsonc } from './tree.ts';
import { type Change, written } from './write.ts';

type Path = readonly string[];

/**
 * The text with elements of lists taken out and put in; every other byte stays. A list that is left
 * empty goes, and so do objects that held nothing else, unless a comment stands in them. `file` is
 * what errors call it. Throws `settings`.
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
  const change = (node: Node): Change => {
    const none = { drop: new Set<number>(), slot: itemsOf(node).length, put: Object.create(null) };
    if (!changes.has(node)) changes.set(node, none);
    return changes.get(node) as Change;
  };
  const vanish = (node: Node, around: number): void => {
    const item = node.parent;
    const outer = item?.parent;
    // Of keys held twice, the one before would count again.
    if (!outer || commented(text, item) || named(outer, keyOf(item)).length > 1) return;
    changes.delete(node);
    change(outer).drop.add(itemsOf(outer).indexOf(item));
    if (around > 0 && emptied(outer, change(outer))) vanish(outer, around - 1);
  };

  for (const { path, value } of set) {
    const { node, missing } = reach(parsed, path);
    if (missing.length) sow(change(node).put as Json, missing, value);
  }
  const found = lists.flatMap(({ path, remove, add }) => {
    const { node, missing } = reach(parsed, path);
    if (!missing.length) expectKind(parsed, node, path, 'array');
    const length = missing.length ? 0 : itemsOf(node).length;
    if (Math.max(...remove) >= length) throw new RangeError(`${path.join('.')} holds ${length}`);
    if (missing.length) sow(change(node).put as Json, missing, add);
    else changes.set(node, { drop: new Set(remove), slot: Math.min(length, ...remove), put: add });
    return missing.length ? [] : [node];
  });
  for (const node of found) if (emptied(node, change(node))) vanish(node, Number.POSITIVE_INFINITY);
  for (const { path, around } of unset) {
    const { node, missing } = reach(parsed, path);
    if (!missing.length) vanish(node, around);
  }
  return bom + written(text, root, changes);
}

const emptied = (node: Node, { drop, put }: Change): boolean =>
  drop.size > 0 && drop.size === itemsOf(node).length && Object.keys(put).length === 0;

/** Whether a comment stands in a property, outside of what its value holds. */
function commented(text: string, property: Node): boolean {
  const [key, value] = property.children as [Node, Node];
  const colon = text.slice(endOf(key), value.offset);
  return colon.includes('/') || gapsIn(text, value).flat().some(isComment);
}

/** A file that did not exist, or held comments alone, with an object to be filled. */
function withObject(text: string): string {
  const eol = eolOf(text);
  const said = text.trim() && (breaks(text.at(-1) as string) ? text : text + eol);
  return `${said}{}${eol}`;
}

/** The last node on a path, and the keys that are missing below it. */
function reach(parsed: ParsedJsonc, path: Path): { node: Node; missing: Path } {
  let node = parsed.root as Node;
  for (const [depth, name] of path.entries()) {
    expectKind(parsed, node, path.slice(0, depth), 'object');
    const item = named(node, name).at(-1);
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
  throw error(node.offset, `${name} is ${kindOf(node)}, expected ${wanted}`);
}
