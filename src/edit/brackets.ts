import type { Node } from 'jsonc-parser';
import { itemAt } from '../util/item-at.ts';
import { hasBreak, type Item, indentAt, type Layout, styleForNewItem } from './layout.ts';
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
 * Returns the text of a list or an object, from bracket to bracket, with items removed and inserted.
 * Comments stay.
 *
 * @param node The list or object before the change.
 * @param texts The text to write for each item of the node.
 * @param change Which items are removed and inserted. Absent: none.
 * @param rewrite Returns the text of a new item that replaces another. Undefined: it is written like
 *   any new item.
 */
export function writeBracketed(
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
  const hasTrailingComma = rows.at(-1)?.gap.includes(',') ?? false;
  const write = (item: Item, replacedIndex: number) => {
    const replaced = itemAt(items, replacedIndex);
    const writeNew = () => {
      const style = styleForNewItem(text, replaced, node, item.value);
      return layout.write(item, indentAt(text, replaced.offset), style);
    };
    return rewrite(item, replaced) ?? writeNew();
  };
  const insert = (index: number, items: Item[]) =>
    index > 0
      ? insertAfterItem(layout, node, rows, index, items)
      : insertAtStart(layout, node, rows, items);
  const changed = change
    ? dropRemoved(changeRows(rows, change, write, insert), eol + indentAt(text, node.offset))
    : rows;
  return text[node.offset] + joinRows(changed, hasTrailingComma) + text[endOf(node) - 1];
}

/**
 * Returns rows of new items, and after them the row `next`. The gap of `next` is cut in two: its first
 * pieces go before the first new item, and the others stay.
 *
 * @param cut How many pieces of the gap go before the first new item.
 * @param firstBlank The blank or line break just before the first new item.
 * @param blank The blank or line break before each other new item.
 */
function rowsBefore(
  next: Row,
  cut: number,
  firstBlank: string,
  blank: string,
  texts: string[],
): Row[] {
  const firstGap = [...next.gap.slice(0, cut), firstBlank];
  const newRows = texts.map((text, i): Row => ({ gap: i ? [blank] : firstGap, text }));
  return [...newRows, { ...next, gap: next.gap.slice(cut) }];
}

/**
 * Returns rows of new items that follow another item and are laid out like it, and the row after them.
 *
 * @param index The index of the row before which the new items are inserted; at least 1.
 */
function insertAfterItem(
  layout: Layout,
  container: Node,
  rows: Row[],
  index: number,
  items: Item[],
): Row[] {
  const { text, eol } = layout;
  const { gap: gapBefore } = itemAt(rows, index - 1);
  const previous = itemAt(itemsOf(container), index - 1);
  const next = itemAt(rows, index);
  const commaEnd = next.gap.indexOf(',') + 1;
  const afterComma = next.gap.slice(commaEnd);
  const lineEnd = afterComma.findIndex(isBreak);
  const isNextOnLine = lineEnd < 0 && index < rows.length - 1;
  // A comment on the line of the previous item stays with that item, unless the next item is on that line as
  // well: then the comment belongs to the next item.
  const restOfLine = isNextOnLine ? [] : afterComma.slice(0, lineEnd < 0 ? undefined : lineEnd);
  const lastComment = restOfLine.findLastIndex(isComment);
  const indent = indentAt(text, previous.offset);
  const needsNewLine = gapBefore.some(isBreak) || isLineComment(restOfLine[lastComment]);
  const blank = needsNewLine ? eol + indent : (blankAfterComma(gapBefore) ?? layout.space);
  const texts = items.map((item) =>
    layout.write(item, indent, styleForNewItem(text, previous, container, item.value)),
  );
  return rowsBefore(next, commaEnd + lastComment + 1, blank, blank, texts);
}

/** Returns the blank after the comma of a gap, which may be empty. Undefined: the gap has no comma. */
function blankAfterComma(gap: readonly string[]): string | undefined {
  const comma = gap.indexOf(',');
  if (comma < 0) return undefined;
  return gap[comma + 1]?.trim() === '' ? gap[comma + 1] : '';
}

/**
 * Returns rows of new items at the start of a list or object, and the row after them. The new items go after
 * comments, to the same line if the brackets are on one line, or else to lines of their own.
 */
function insertAtStart(layout: Layout, node: Node, rows: Row[], items: Item[]): Row[] {
  const { text, eol, indentStep, space, newBracePad } = layout;
  const next = itemAt(rows, 0);
  const inside = next.gap.join('');
  const container = node.parent?.parent; // the list or object around this one
  // An empty list or object is taken for multi-line if its container is, or if it has none.
  const isMultiline =
    hasBreak(inside) || !container || hasBreak(text.slice(container.offset, endOf(container)));
  const commentsEnd = next.gap.findLastIndex(isComment) + 1;
  const indent = indentAt(text, node.offset);
  const textsAt = (indent: string) =>
    items.map((item) => layout.write(item, indent, { isMultiline, bracePad: '' }));
  if (commentsEnd && !hasBreak(inside))
    return rowsBefore(next, commentsEnd, ' ', ' ', textsAt(indent));
  if (!isMultiline) {
    const pad = inside || (node.type === 'object' ? newBracePad : '');
    return rowsBefore({ ...next, gap: [pad] }, 0, pad, space, textsAt(indent));
  }
  const blank = eol + indent + indentStep;
  const end = hasBreak(inside) ? next : { ...next, gap: [eol + indent] };
  return rowsBefore(end, commentsEnd, blank, blank, textsAt(indent + indentStep));
}
