import type { Node } from 'jsonc-parser';
import { equal } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import { inserted } from './insert.ts';
import { type Item, indentAt, type Layout, layoutOf, rendered, styleLike } from './layout.ts';
import { endOf, itemsOf, plain, valueIn } from './nodes.ts';
import { gapsIn, joined, type Row, staying } from './rows.ts';

/** What becomes of one list or object. */
export interface Change {
  /** Indices of what goes. */
  drop: Set<number>;
  /** What comes before an index: in the place of what goes around it, as far as it does. */
  put: readonly unknown[] | Json;
  slot: number;
}

/** The text with the changes made; every other byte stays. */
export function written(text: string, root: Node, changes: ReadonlyMap<Node, Change>): string {
  const layout = layoutOf(text, root);
  const touched = new Set<Node>();
  for (const node of changes.keys())
    for (let at: Node | undefined = node; at; at = at.parent) touched.add(at);
  const write = (node: Node): string => {
    if (!touched.has(node)) return text.slice(node.offset, endOf(node));
    const value = valueIn(node);
    if (value !== node) return text.slice(node.offset, value.offset) + write(value);
    const items = itemsOf(node);
    const rows = gapsIn(text, node).map((gap, i): Row => {
      return { gap, text: items[i] ? write(items[i]) : '', node: items[i] };
    });
    const trailing = rows.at(-1)?.gap.includes(',') ?? false;
    const change = changes.get(node);
    const inside = change ? changed(layout, node, rows, change) : rows;
    return text[node.offset] + joined(inside, trailing) + text[endOf(node) - 1];
  };
  return text.slice(0, root.offset) + write(root) + text.slice(endOf(root));
}

function changed(layout: Layout, node: Node, rows: Row[], { drop, put, slot }: Change): Row[] {
  for (const index of drop) (rows[index] as Row).gone = true;
  let at = slot;
  while (rows[at - 1]?.gone) at--;
  const items = Object.entries(put).map(([key, value]) =>
    Array.isArray(put) ? { value } : { key, value },
  );
  for (; items.length && rows[at]?.gone; at++)
    replace(layout, node, rows[at] as Row, items.shift() as Item);
  const fresh = items.length
    ? rows.toSpliced(at, 1, ...inserted(layout, node, rows, at, items))
    : rows;
  return staying(fresh, layout.eol + indentAt(layout.text, node.offset));
}

function replace(layout: Layout, around: Node, row: Row, item: Item): void {
  const node = row.node as Node;
  row.gone = false;
  if (around.type === 'array' && equal(plain(node), item.value)) return;
  const style = styleLike(layout.text, node, around, item.value);
  row.text = rendered(layout, item, indentAt(layout.text, node.offset), style);
}
