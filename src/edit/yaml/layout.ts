import { isAlias, isMap, isSeq, type Node, type Scalar, type YAMLMap } from 'yaml';
import { itemAt } from '../../util/item-at.ts';
import type { Row } from '../rows.ts';
import type { ParsedYaml } from './parse.ts';

/** How the lines of a text belong to the items of a list. */
export interface Layout {
  /** All lines before the first item. */
  head: string[];
  /** Items with the comments and blank lines before them; all of these are whole lines. */
  rows: Row[];
  /** The number of blanks before the dash of an item. */
  indent: number;
  /** Where the key of the list ends, with its colon and anchor. Both count from 0. */
  key: { line: number; column: number };
}

/** Tells whether a line holds nothing but white space. */
export const isBlank = (line: string | undefined): boolean => line?.trim() === '';

/** Tells whether a line is a comment that belongs to the item before it. */
const isIndentedComment = (line: string | undefined, indent: number): boolean =>
  line !== undefined && line.search(/\S/) > indent && line.trim().startsWith('#');

/**
 * Returns the layout of a list; undefined where its items stand neither on lines of their own nor all
 * on the line of the key.
 *
 * @param name The key of the list.
 * @param lines The lines of the text, with their ends.
 */
export function layoutOf(
  { top, lines: counter }: ParsedYaml,
  name: string,
  lines: string[],
): Layout | undefined {
  if (!isMap(top) || top.flow || !top.range) return undefined;
  const row = (offset: number) => counter.linePos(offset).line - 1;
  const column = (offset: number) => counter.linePos(offset).col - 1;
  const pair = (top as YAMLMap<Scalar, Node>).items.find(({ key }) => key.value === name);
  const colon = pair?.srcToken?.sep?.findLast(({ type }) => !/space|comment|newline/.test(type));
  const list = pair?.value;
  if (!colon || !list?.range || isAlias(list)) return undefined;
  const after = colon.offset + colon.source.length;
  const key = { line: row(after), column: column(after) };
  const items = isSeq<Node>(list) ? list.items : [];
  if (list.srcToken?.type !== 'block-seq') {
    const to = Math.max(list.range[1], after);
    if (row(to) !== key.line) return undefined;
    const indent = column(top.range[0]) + 2;
    const line = itemAt(lines, key.line);
    const eol = line.endsWith('\r\n') ? '\r\n' : '\n';
    const rows = items.map(({ range }): Row => {
      const source = range && line.slice(column(range[0]), column(range[1]));
      return { gap: [], text: `${' '.repeat(indent)}- ${source}${eol}` };
    });
    const head = [...lines.slice(0, key.line), line.slice(0, key.column) + line.slice(column(to))];
    const rest = { gap: lines.slice(key.line + 1), text: '' };
    return { head, rows: [...rows, rest], indent, key };
  }
  const dashes = list.srcToken.items.flatMap(
    ({ start }) => start.find(({ type }) => type === 'seq-item-ind')?.offset ?? [],
  );
  const [first = 0] = dashes;
  const indent = column(first);
  let end = row(first);
  if (end <= key.line) return undefined;
  const head = lines.slice(0, end);
  const rows = dashes.map((dash, i): Row => {
    const start = row(dash);
    const gap = lines.slice(end, start);
    const to = Math.max(items[i]?.range?.[1] ?? 0, dash + 1);
    end = row(to - 1) + 1;
    for (let j = end; isBlank(lines[j]) || isIndentedComment(lines[j], indent); j++)
      if (!isBlank(lines[j])) end = j + 1;
    return { gap, text: lines.slice(start, end).join('') };
  });
  return { head, rows: [...rows, { gap: lines.slice(end), text: '' }], indent, key };
}
