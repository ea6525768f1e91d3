import type { Node } from 'jsonc-parser';
import { equal } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import {
  breaks,
  type Item,
  indentAt,
  type Layout,
  layoutOf,
  rendered,
  styleLike,
} from './layout.ts';
import { endOf, itemsOf, plain, valueIn } from './nodes.ts';
import { gapsIn, isBreak, isComment, joined, type Row, staying } from './rows.ts';
import type { Parsed } from './tree.ts';

/** What becomes of one list or object. */
export interface Change {
  /** Indices of what goes. */
  drop: Set<number>;
  /** What comes before an index: in the place of what goes around it, as far as it does. */
  put: readonly unknown[] | Json;
  slot: number;
}

/** The text with the changes made; every other byte stays. */
export function written(parsed: Parsed, root: Node, changes: ReadonlyMap<Node, Change>): string {
  const layout = layoutOf(parsed);
  const { text } = layout;
  const touched = new Set<Node>();
  for (const node of changes.keys())
    for (let at: Node | undefined = node; at; at = at.parent) touched.add(at);
  const write = (node: Node): string => {
    if (!touched.has(node)) return text.slice(node.offset, endOf(node));
    const value = valueIn(node);
    if (value !== node) return text.slice(node.offset, value.offset) + write(value);
    const rows = gapsIn(text, node).map((gap, i): Row => {
      const item = itemsOf(node)[i];
      return { gap, text: item ? write(item) : '', node: item };
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
  if (!items.length) return staying(rows, layout.eol + indentAt(layout.text, node.offset));
  if (rows.length === 1) return filled(layout, node, rows[0] as Row, items);
  return staying(inserted(layout, node, rows, at, items), '');
}

function replace(layout: Layout, around: Node, row: Row, item: Item): void {
  const node = row.node as Node;
  row.gone = false;
  if (around.type === 'array' && equal(plain(node), item.value)) return;
  const style = styleLike(layout.text, node, around, item.value);
  row.text = rendered(layout, item, indentAt(layout.text, node.offset), style);
}

/** Items after the row before an index, laid out like it. */
function inserted(
  layout: Layout,
  around: Node,
  rows: Row[],
  at: number,
  items: readonly Item[],
): Row[] {
  const { text, eol } = layout;
  const { gap: before, node: left } = rows[at - 1] as Row & { node: Node };
  const next = rows[at] as Row;
  const indent = indentAt(text, left.offset);
  const comma = next.gap.indexOf(',') + 1;
  const line = next.gap.slice(comma);
  const end = line.findIndex(isBreak);
  // A comment that shares the line with what comes next is that one's.
  const all = end < 0 && at < rows.length - 1 ? [] : line.slice(0, end < 0 ? line.length : end);
  const cut = comma + all.findLastIndex(isComment) + 1;
  const own = before.some(isBreak) || (cut > comma && next.gap[cut - 1]?.startsWith('//'));
  const space = own ? eol + indent : (spaceIn(before) ?? layout.space);
  const fresh = items.map(
    (item, i): Row => ({
      gap: i ? [space] : [...next.gap.slice(0, cut), space],
      text: rendered(layout, item, indent, styleLike(text, left, around, item.value)),
    }),
  );
  return rows.toSpliced(at, 1, ...fresh, { ...next, gap: next.gap.slice(cut) });
}

/** The blank after a comma. */
function spaceIn(gap: readonly string[]): string | undefined {
  const comma = gap.indexOf(',');
  if (comma < 0) return undefined;
  return gap[comma + 1]?.trim() === '' ? gap[comma + 1] : '';
}

/** Items where there is none. */
function filled(layout: Layout, node: Node, { gap }: Row, items: readonly Item[]): Row[] {
  const { text, eol, unit, space } = layout;
  const inside = gap.join('');
  const around = node.parent?.parent;
  const tall = breaks(inside) || !around || breaks(text.slice(around.offset, endOf(around)));
  const indent = indentAt(text, node.offset);
  const said = gap.findLastIndex(isComment) + 1;
  const beside = said > 0 && !breaks(inside);
  const below = tall && !beside;
  const lead = beside ? ' ' : tall ? eol + indent + unit : inside;
  const base = below ? indent + unit : indent;
  const fresh = items.map(
    (item, i): Row => ({
      gap: i ? [said || tall ? lead : space] : [...gap.slice(0, said), lead],
      text: rendered(layout, item, base, { tall, pad: '' }),
    }),
  );
  const close = below && !breaks(inside) ? [eol + indent] : gap.slice(said);
  return [...fresh, { gap: close, text: '' }];
}
