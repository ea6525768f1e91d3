import type { Node } from 'jsonc-parser';
import { isSameJson } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { changeBrackets } from '../brackets.ts';
import { eolOf, type Item, indentAt, type Layout, type Style } from '../layout.ts';
import { endOf, itemsOf, toPlainValue, valueIn } from '../nodes.ts';

/** What changes in one list or object. */
export interface Change {
  /** Indices of the items that go. */
  drop: Set<number>;
  /** New elements, or new properties by their keys. */
  put: readonly unknown[] | Json;
  /** Index of the item before which new items stand. */
  slot: number;
}

/** Returns the text with lists and objects changed; every other byte stays. */
export function writeChanges(text: string, root: Node, changes: ReadonlyMap<Node, Change>): string {
  const layout = layoutOf(text, root);
  const touched = new Set<Node>();
  for (const node of changes.keys())
    for (let at: Node | undefined = node; at; at = at.parent) touched.add(at);
  const write = (node: Node): string => {
    if (!touched.has(node)) return text.slice(node.offset, endOf(node));
    const value = valueIn(node);
    if (value !== node) return text.slice(node.offset, value.offset) + write(value);
    const change = changes.get(node);
    const isList = node.type === 'array';
    const keep = (item: Item, old: Node) =>
      isList && isSameJson(toPlainValue(old), item.value) ? write(old) : undefined;
    const rows = change && { remove: change.drop, add: itemsFor(change.put), at: change.slot };
    return changeBrackets(layout, node, itemsOf(node).map(write), rows, keep);
  };
  return text.slice(0, root.offset) + write(root) + text.slice(endOf(root));
}

const itemsFor = (put: Change['put']): Item[] =>
  Object.entries(put).map(([key, value]) => (Array.isArray(put) ? { value } : { key, value }));

/** Finds out how a text is laid out, by its first property and its first line in braces. */
function layoutOf(text: string, root: Node): Layout {
  const [first] = itemsOf(root);
  const space = !first || /\s/.test(text.charAt(valueIn(first).offset - 1)) ? ' ' : '';
  const indent = /[\r\n]([ \t]*)[^\s}\]]/.exec(text.slice(root.offset, endOf(root)))?.[1] ?? '  ';
  const outer = indentAt(text, root.offset);
  const unit = indent.startsWith(outer) ? indent.slice(outer.length) : indent;
  const layout = { text, eol: eolOf(text), unit, space, pad: '' };
  return { ...layout, write: (item, indent, style) => toJson(layout, item, indent, style) };
}

/** Returns a new item as JSON; `indent` is that of the line on which it starts. */
function toJson(
  { eol, unit, space }: Omit<Layout, 'write'>,
  { key, value }: Item,
  indent: string,
  { tall, pad }: Style,
): string {
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${tall ? ' ' : space}`;
  if (!tall && !space) return name + JSON.stringify(value);
  const text = JSON.stringify(value, undefined, '\t');
  if (tall)
    return name + text.replace(/\n(\t*)/g, (_, tabs) => eol + indent + unit.repeat(tabs.length));
  const one = (_: string, before: string, after?: string) =>
    before === ',' ? ', ' : before + (before === '{' || after === '}' ? pad : '');
  return name + text.replace(/([{[,]?)\n\t*(?=([}\]])?)/g, one);
}
