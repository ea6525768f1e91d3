/** A list or an object as rows: an algorithm for all formats, whatever stands between the items. */
import type { Node } from 'jsonc-parser';
import { itemAt } from '../util/item-at.ts';
import { endOf, itemsOf } from './nodes.ts';

/** An item and what stands before it. The last row has no item: it is what follows the last item. */
export interface Row {
  /** In brackets: blanks, comments and commas, each a piece. In YAML: whole lines. */
  gap: string[];
  /** The text of the item; empty in the last row. */
  text: string;
  /** The item before the change. Absent: the item is new, or this is the last row. */
  node?: Node | undefined;
  isRemoved?: boolean;
}

/** Which items are taken out of a list, and which are put in. */
export interface RowChange<T> {
  /** Indices of the items that go. */
  remove: Iterable<number>;
  add: readonly T[];
  /** Index of the row before which new items stand, unless an item that goes leaves its place to them. */
  at: number;
}

/**
 * Takes items out of a list and puts others in. A new item takes the place of one that goes, as far
 * as those follow each other from `at` on; the other new items come behind. Rows of items that went
 * stay, marked with `isRemoved`, for what stands in their gaps.
 *
 * @param write Returns the text of a new item that takes the place of the item at an index.
 * @param insert Returns the rows of new items before the row at an index, and that row behind them.
 */
export function changeRows<T>(
  rows: Row[],
  { remove, add, at }: RowChange<T>,
  write: (item: T, replaced: number) => string,
  insert: (at: number, items: T[]) => Row[],
): Row[] {
  for (const index of remove) itemAt(rows, index).isRemoved = true;
  let next = at;
  while (rows[next - 1]?.isRemoved) next--;
  let used = 0;
  for (const item of add) {
    const row = rows[next];
    if (!row?.isRemoved) break;
    Object.assign(row, { text: write(item, next), isRemoved: false });
    next++;
    used++;
  }
  const rest = add.slice(used);
  return rest.length ? rows.toSpliced(next, 1, ...insert(next, rest)) : rows;
}

/** The pieces of a gap, with the comments of JSON and of TOML. */
const pieces = /[ \t\r\n]+|(?:\/\/|#)[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)|,/g;
const isBlank = (piece = ''): boolean => /^\s/.test(piece);
/** Tells whether a piece is white space that begins a new line. */
export const isBreak = (piece = ''): boolean => /^\s*[\r\n]/.test(piece);
/** Tells whether a piece is a comment. */
export const isComment = (piece: string): boolean => /^[/#]/.test(piece);
/** Tells whether a piece is a comment that ends with its line. */
export const isLineComment = (piece = ''): boolean => /^(?:\/\/|#)/.test(piece);

/** Returns what stands before each item in brackets, and after the last one. */
export function gapsIn(text: string, node: Node): string[][] {
  const items = itemsOf(node);
  const ends = [node.offset + 1, ...items.map(endOf)];
  const starts = [...items.map(({ offset }) => offset), endOf(node) - 1];
  return ends.map((end, i) => text.slice(end, starts[i]).match(pieces) ?? []);
}

/**
 * Returns the text between the brackets.
 *
 * @param trailing Whether a comma follows the last item as well.
 */
export function joinRows(rows: readonly Row[], trailing: boolean): string {
  const all = rows.map(({ gap, text }, i) => {
    const wanted = i > 0 && (trailing || i < rows.length - 1);
    const comma = gap.indexOf(',');
    const kept = gap.filter((piece, j) => piece !== ',' || (wanted && j === comma));
    return (wanted && comma < 0 ? ',' : '') + kept.join('') + text;
  });
  return all.join('');
}

/**
 * Returns the rows without those of removed items, whose comments move to the gap of the next row.
 *
 * @param end What leads a closing bracket to its own line.
 */
export function dropRemoved(rows: readonly Row[], end: string): Row[] {
  const first = rows.findIndex(({ isRemoved }) => !isRemoved);
  const kept: Row[] = [];
  for (const [i, row] of [...rows.entries()].reverse()) {
    const next = kept[0];
    if (!row.isRemoved || !next) kept.unshift({ ...row });
    else next.gap = mergeGaps(row.gap, next.gap, i < first && first < rows.length - 1);
  }
  const { gap } = itemAt(kept, 0);
  if (kept.length > 1 || rows.length === 1 || gap.some(isComment)) return kept;
  const blank = rows.at(-1)?.gap.filter(isBlank).join('') ?? '';
  return [{ gap: blank === end ? [] : [blank], text: '' }];
}

/**
 * Returns one gap for the two around an item that goes: without the blanks that led to the item, or,
 * before the first item that stays, without the comma and the blanks behind the item.
 */
function mergeGaps(before: string[], after: string[], isFirst: boolean): string[] {
  const rest = after.filter(
    (piece, i) => piece !== ',' && !(isFirst && isBlank(piece) && after[i - 1] === ','),
  );
  const ends = isLineComment(before.at(-2)) && !/^[\r\n]/.test(rest[0] ?? '');
  const goes = !isFirst && !ends && isBlank(before.at(-1));
  return [...(goes ? before.slice(0, -1) : before), ...rest];
}
