import { isAlias, isMap, isSeq, type Node, type Scalar, type YAMLMap } from 'yaml';
import type { ParsedYaml } from './parse.ts';

/** An item and what stands before it, in lines. The last row is what follows the list. */
export interface Row {
  /** Blank lines and comments. */
  lead: string[];
  body: string[];
  gone?: boolean;
}

/** How the lines of a text belong to its hooks. */
export interface Layout {
  /** All up to the first item. */
  head: string[];
  rows: Row[];
  /** Blanks before an item's dash. */
  indent: number;
  /** Where the key of the list ends, its colon and anchor included. */
  key: { line: number; column: number };
}

export const blank = (line: string | undefined): boolean => line?.trim() === '';

/** Whether a line is a comment inside the item before it. */
const remark = (line: string | undefined, indent: number): boolean =>
  line !== undefined && line.search(/\S/) > indent && line.trim().startsWith('#');

/** Undefined: they do not stand in lines of their own, nor all on the line of the key. */
export function layoutOf({ top, lines: counter }: ParsedYaml, lines: string[]): Layout | undefined {
  if (!isMap(top) || top.flow || !top.range) return undefined;
  const row = (offset: number) => counter.linePos(offset).line - 1;
  const column = (offset: number) => counter.linePos(offset).col - 1;
  const pair = (top as YAMLMap<Scalar, Node>).items.find(({ key }) => key.value === 'hooks');
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
    const line = lines[key.line] as string;
    const eol = line.endsWith('\r\n') ? '\r\n' : '\n';
    const rows = items.map(({ range }): Row => {
      const source = range && line.slice(column(range[0]), column(range[1]));
      return { lead: [], body: [`${' '.repeat(indent)}- ${source}${eol}`] };
    });
    const head = [...lines.slice(0, key.line), line.slice(0, key.column) + line.slice(column(to))];
    const rest = { lead: lines.slice(key.line + 1), body: [] };
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
    const lead = lines.slice(end, start);
    const to = Math.max(items[i]?.range?.[1] ?? 0, dash + 1);
    end = row(to - 1) + 1;
    for (let j = end; blank(lines[j]) || remark(lines[j], indent); j++)
      if (!blank(lines[j])) end = j + 1;
    return { lead, body: lines.slice(start, end) };
  });
  return { head, rows: [...rows, { lead: lines.slice(end), body: [] }], indent, key };
}
