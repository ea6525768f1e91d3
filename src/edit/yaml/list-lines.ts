import { isAlias, isMap, isSeq, type Node, type Scalar, type YAMLMap } from 'yaml';
import { itemAt } from '../../util/item-at.ts';
import type { Row } from '../rows.ts';
import type { ParsedYaml } from './parse.ts';

/** The lines of a text, divided among the items of a list. All texts are whole lines with their ends. */
export interface ListLines {
  /** All lines before the first item and its comments. */
  head: string[];
  /** A row for each item, with the comments and blank lines before it as its gap. */
  rows: Row[];
  /** The number of blanks before the dash of an item. */
  indent: number;
  /** The end of the list's key, with its colon and anchor. Line and column count from 0. */
  keyEnd: { line: number; column: number };
}

/** Tells whether a line holds nothing but white space. */
export const isBlankLine = (line: string | undefined): boolean => line?.trim() === '';

/** Tells whether a line is a comment that is indented more than the dashes: it belongs to the item before it. */
const isIndentedComment = (line: string | undefined, indent: number): boolean =>
  line !== undefined && line.search(/\S/) > indent && line.trim().startsWith('#');

/**
 * Divides the lines of a text among the items of a list: one in lines, with a dash before each item, or one
 * in brackets on the line of its key, whose items then get lines of their own.
 *
 * @param name The key of the list.
 * @param textLines The lines of the text, with their ends.
 * @returns Undefined: the list has another layout.
 */
export function findListLines(
  { top, lines }: ParsedYaml,
  name: string,
  textLines: string[],
): ListLines | undefined {
  if (!isMap(top) || top.flow || !top.range) return undefined;
  const lineOf = (offset: number) => lines.linePos(offset).line - 1;
  const columnOf = (offset: number) => lines.linePos(offset).col - 1;
  const pair = (top as YAMLMap<Scalar, Node>).items.find(({ key }) => key.value === name);
  // The last token between key and value: the colon, or an anchor behind it.
  const colon = pair?.srcToken?.sep?.findLast(({ type }) => !/space|comment|newline/.test(type));
  const list = pair?.value;
  if (!colon || !list?.range || isAlias(list)) return undefined;
  const keyEndOffset = colon.offset + colon.source.length;
  const keyEnd = { line: lineOf(keyEndOffset), column: columnOf(keyEndOffset) };
  const items = isSeq<Node>(list) ? list.items : [];
  if (list.srcToken?.type !== 'block-seq') {
    const listEnd = Math.max(list.range[1], keyEndOffset);
    if (lineOf(listEnd) !== keyEnd.line) return undefined;
    const indent = columnOf(top.range[0]) + 2;
    const line = itemAt(textLines, keyEnd.line);
    const eol = line.endsWith('\r\n') ? '\r\n' : '\n';
    const rows = items.map(({ range }): Row => {
      const source = range && line.slice(columnOf(range[0]), columnOf(range[1]));
      return { gap: [], text: `${' '.repeat(indent)}- ${source}${eol}` };
    });
    const keyLine = line.slice(0, keyEnd.column) + line.slice(columnOf(listEnd));
    const head = [...textLines.slice(0, keyEnd.line), keyLine];
    const lastRow = { gap: textLines.slice(keyEnd.line + 1), text: '' };
    return { head, rows: [...rows, lastRow], indent, keyEnd };
  }
  const dashes = list.srcToken.items.flatMap(
    ({ start }) => start.find(({ type }) => type === 'seq-item-ind')?.offset ?? [],
  );
  const [firstDash = 0] = dashes;
  const indent = columnOf(firstDash);
  /** The first line that belongs to no row yet. */
  let next = lineOf(firstDash);
  if (next <= keyEnd.line) return undefined;
  const head = textLines.slice(0, next);
  const rows = dashes.map((dash, i): Row => {
    const start = lineOf(dash);
    const gap = textLines.slice(next, start);
    const itemEnd = Math.max(items[i]?.range?.[1] ?? 0, dash + 1);
    next = lineOf(itemEnd - 1) + 1;
    // Indented comments after the item belong to it, with the blank lines before them.
    for (let j = next; isBlankLine(textLines[j]) || isIndentedComment(textLines[j], indent); j++)
      if (!isBlankLine(textLines[j])) next = j + 1;
    return { gap, text: textLines.slice(start, next).join('') };
  });
  return { head, rows: [...rows, { gap: textLines.slice(next), text: '' }], indent, keyEnd };
}
