/**
 * Removes and inserts items of a list or an object, for JSON, TOML and YAML. The text is taken apart into
 * rows: each holds an item, and the pieces of text between the item before and this one.
 */
import type { Node } from 'jsonc-parser';
import { itemAt } from '../util/item-at.ts';
import { endOf, itemsOf } from './nodes.ts';

/** An item and the text before it. The last row has no item: its gap is the text after the last item. */
export interface Row {
  /** In JSON and TOML: blanks, comments and commas, each a piece. In YAML: whole lines. */
  gap: string[];
  /** The text of the item. Empty in the last row. */
  text: string;
  /** The item as it was parsed. Absent: the item is new, or the row is the last one, or of YAML. */
  node?: Node | undefined;
  isRemoved?: boolean;
}

/** Which items are removed from a list, and which are inserted. */
export interface RowChange<T> {
  /** The indexes of the removed items. */
  remove: Iterable<number>;
  add: readonly T[];
  /** The index of the row before which new items are inserted, unless they replace removed items. */
  insertAt: number;
}

/**
 * Removes items from a list and inserts others. If removed rows are directly before `insertAt` or begin
 * there, new items take their places one by one. The remaining new items are inserted after these. All
 * other removed rows are kept and marked with `isRemoved`, since their gaps may hold comments.
 *
 * @param write Returns the text of a new item that replaces the item at an index.
 * @param insert Returns the rows that replace the row at an index: those of the new items, then that row
 *   itself, whose gap may be changed.
 */
export function changeRows<T>(
  rows: Row[],
  { remove, add, insertAt }: RowChange<T>,
  write: (item: T, replacedIndex: number) => string,
  insert: (index: number, items: T[]) => Row[],
): Row[] {
  for (const index of remove) itemAt(rows, index).isRemoved = true;
  let start = insertAt;
  while (rows[start - 1]?.isRemoved) start--;
  let next = start;
  for (const item of add) {
    const row = rows[next];
    if (!row?.isRemoved) break;
    Object.assign(row, { text: write(item, next), isRemoved: false });
    next++;
  }
  const inserted = add.slice(next - start);
  return inserted.length ? rows.toSpliced(next, 1, ...insert(next, inserted)) : rows;
}

/** Matches a piece of a gap: white space, a comment of JSON or TOML, or a comma. */
const gapPieces = /[ \t\r\n]+|(?:\/\/|#)[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|,/g;
/** Tells whether a piece is white space. */
const isBlank = (piece = ''): boolean => /^\s/.test(piece);
/** Tells whether a piece is white space that begins a new line. */
export const isBreak = (piece = ''): boolean => /^\s*[\r\n]/.test(piece);
/** Tells whether a piece is a comment. */
export const isComment = (piece: string): boolean => /^[/#]/.test(piece);
/** Tells whether a piece is a comment that extends to the end of its line. */
export const isLineComment = (piece = ''): boolean => /^(?:\/\/|#)/.test(piece);

/** Returns the gap before each item of a list or object, and the one after the last item. */
export function gapsIn(text: string, node: Node): string[][] {
  const items = itemsOf(node);
  const gapStarts = [node.offset + 1, ...items.map(endOf)];
  const gapEnds = [...items.map(({ offset }) => offset), endOf(node) - 1];
  return gapStarts.map((start, i) => text.slice(start, gapEnds[i]).match(gapPieces) ?? []);
}

/**
 * Returns the text that rows make up between the brackets, with exactly one comma between two items.
 *
 * @param hasTrailingComma Whether a comma also follows the last item.
 */
export function joinRows(rows: readonly Row[], hasTrailingComma: boolean): string {
  const texts = rows.map(({ gap, text }, i) => {
    const needsComma = i > 0 && (hasTrailingComma || i < rows.length - 1);
    const comma = gap.indexOf(',');
    const pieces = gap.filter((piece, j) => piece !== ',' || (needsComma && j === comma));
    return (needsComma && comma < 0 ? ',' : '') + pieces.join('') + text;
  });
  return texts.join('');
}

/**
 * Returns the rows without the removed ones, whose comments move to the gap of the next row.
 *
 * @param closingBreak The line break and the indentation before a closing bracket on its own line. If
 *   nothing else is left between the brackets, this is removed as well.
 */
export function dropRemoved(rows: readonly Row[], closingBreak: string): Row[] {
  const firstKept = rows.findIndex(({ isRemoved }) => !isRemoved);
  const kept: Row[] = [];
  for (const [i, row] of [...rows.entries()].reverse()) {
    const next = kept[0];
    const isBeforeItems = i < firstKept && firstKept < rows.length - 1;
    if (!row.isRemoved || !next) kept.unshift({ ...row });
    else next.gap = mergeGaps(row.gap, next.gap, isBeforeItems);
  }
  const { gap } = itemAt(kept, 0);
  if (kept.length > 1 || rows.length === 1 || gap.some(isComment)) return kept;
  // All items are removed, and no comment is left: of the last gap, only the blanks matter.
  const blank = rows.at(-1)?.gap.filter(isBlank).join('') ?? '';
  return [{ gap: blank === closingBreak ? [] : [blank], text: '' }];
}

/**
 * Returns one gap in place of the two around a removed item. The comma after the item is removed, and so is
 * the blank before the item. If no item before it is kept, the blank after the comma is removed instead. A
 * blank that ends a line comment stays.
 *
 * @param isBeforeItems Whether the item was before all items that are kept.
 */
function mergeGaps(before: string[], after: string[], isBeforeItems: boolean): string[] {
  const end = after.filter(
    (piece, i) => piece !== ',' && !(isBeforeItems && isBlank(piece) && after[i - 1] === ','),
  );
  // Whether the last blank of `before` is needed, because it ends a line comment.
  const endsComment = isLineComment(before.at(-2)) && !/^[\r\n]/.test(end[0] ?? '');
  const dropsBlank = !isBeforeItems && !endsComment && isBlank(before.at(-1));
  return [...(dropsBlank ? before.slice(0, -1) : before), ...end];
}
