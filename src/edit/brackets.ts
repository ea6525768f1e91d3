import type { Node } from 'jsonc-parser';
import { itemAt } from '../util/item-at.ts';
import { hasBreak, type Item, indentAt, type Layout, styleLike } from './layout.ts';
import { endOf, itemsOf } from './nodes.ts';
import {
  changeRows,
  dropRemoved,
  gapsIn,
  isBreak,
  isComment,
  isLineComment,
  joinRows,
  type Row,
  type RowChange,
} from './rows.ts';

/**
 * Returns the text of a list or an object with items taken out and put in; comments stay.
 *
 * @param texts The text of each item there is.
 * @param change Absent: nothing but these texts changes.
 * @param rewrite Returns the text of an item that takes the place of another. Default: as if new.
 */
export function changeBrackets(
  layout: Layout,
  node: Node,
  texts: readonly string[],
  change?: RowChange<Item>,
  rewrite: (item: Item, replaced: Node) => string | undefined = () => undefined,
): string {
  const { text, eol } = layout;
  const items = itemsOf(node);
  const rows = gapsIn(text, node).map((gap, i): Row => {
    return { gap, text: texts[i] ?? '', node: items[i] };
  });
  const trailing = rows.at(-1)?.gap.includes(',') ?? false;
  const write = (item: Item, replaced: number) => {
    const old = itemAt(items, replaced);
    return (
      rewrite(item, old) ??
      layout.write(item, indentAt(text, old.offset), styleLike(text, old, node, item.value))
    );
  };
  const insert = (at: number, items: Item[]) =>
    at > 0 ? insertBeside(layout, node, rows, at, items) : insertAlone(layout, node, rows, items);
  const changed = change
    ? dropRemoved(changeRows(rows, change, write, insert), eol + indentAt(text, node.offset))
    : rows;
  return text[node.offset] + joinRows(changed, trailing) + text[endOf(node) - 1];
}

/**
 * Returns the rows of new items, and the row behind them.
 *
 * @param cut How many pieces of that row's gap stay before the first new item.
 * @param lead What leads to the first new item.
 * @param between What leads to the others.
 */
function rowsBefore(next: Row, cut: number, lead: string, between: string, texts: string[]): Row[] {
  const first = [...next.gap.slice(0, cut), lead];
  const fresh = texts.map((text, i): Row => ({ gap: i ? [between] : first, text }));
  return [...fresh, { ...next, gap: next.gap.slice(cut) }];
}

/** Returns the rows of new items that are laid out like the item before them. */
function insertBeside(layout: Layout, around: Node, rows: Row[], at: number, items: Item[]): Row[] {
  const { text, eol } = layout;
  const { gap } = itemAt(rows, at - 1);
  const left = itemAt(itemsOf(around), at - 1);
  const next = itemAt(rows, at);
  const comma = next.gap.indexOf(',') + 1;
  const line = next.gap.slice(comma);
  const end = line.findIndex(isBreak);
  // A comment on the line of the next item belongs to that item.
  const own = end < 0 && at < rows.length - 1 ? [] : line.slice(0, end < 0 ? undefined : end);
  const comment = own.findLastIndex(isComment);
  const indent = indentAt(text, left.offset);
  const below = gap.some(isBreak) || isLineComment(own[comment]);
  const lead = below ? eol + indent : (blankAfterComma(gap) ?? layout.space);
  const texts = items.map((item) =>
    layout.write(item, indent, styleLike(text, left, around, item.value)),
  );
  return rowsBefore(next, comma + comment + 1, lead, lead, texts);
}

/** Returns the blank after the comma of a gap; undefined where there is no comma. */
function blankAfterComma(gap: readonly string[]): string | undefined {
  const comma = gap.indexOf(',');
  if (comma < 0) return undefined;
  return gap[comma + 1]?.trim() === '' ? gap[comma + 1] : '';
}

/** Returns the rows of new items that no other item stands before. */
function insertAlone(layout: Layout, node: Node, rows: Row[], items: Item[]): Row[] {
  const { text, eol, unit, space, pad } = layout;
  const next = itemAt(rows, 0);
  const inside = next.gap.join('');
  const around = node.parent?.parent;
  const tall = hasBreak(inside) || !around || hasBreak(text.slice(around.offset, endOf(around)));
  const comments = next.gap.findLastIndex(isComment) + 1;
  const indent = indentAt(text, node.offset);
  const texts = (base: string) => items.map((item) => layout.write(item, base, { tall, pad: '' }));
  if (comments && !hasBreak(inside)) return rowsBefore(next, comments, ' ', ' ', texts(indent));
  if (!tall) {
    const blank = inside || (node.type === 'object' ? pad : '');
    return rowsBefore({ ...next, gap: [blank] }, 0, blank, space, texts(indent));
  }
  const lead = eol + indent + unit;
  const end = hasBreak(inside) ? next : { ...next, gap: [eol + indent] };
  return rowsBefore(end, comments, lead, lead, texts(indent + unit));
}
