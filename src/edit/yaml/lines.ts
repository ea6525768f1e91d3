import { isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap } from 'yaml';
import { type Edit, render } from './nodes.ts';
import type { Parsed } from './parse.ts';

interface Block {
  /** Blank lines and comments before it. */
  lead: string[];
  body: string[];
}

interface Layout {
  /** All up to the first item. */
  head: string[];
  blocks: Block[];
  tail: string[];
  /** Blanks before an item's dash. */
  indent: number;
  /** The line of `head` that ends the key, and where its colon ends. */
  key: { line: number; end: number };
}

/** The edit made in the lines of the text. */
export function inLines(parsed: Parsed, edit: Edit): string | undefined {
  const eol = /\r?\n/.exec(parsed.text)?.[0] ?? '\n';
  const ended = parsed.text === '' || parsed.text.endsWith('\n');
  const lines = (ended ? parsed.text : parsed.text + eol).split(/(?<=\n)/).filter(Boolean);
  const layout = layoutOf(parsed, lines, eol);
  if (!layout) return undefined;
  const { head, tail, key } = layout;
  const { blocks, left } = changed(layout, edit, eol);
  if (blocks.length === 0) {
    const line = head[key.line] as string;
    head[key.line] = `${line.slice(0, key.end)} []${line.slice(key.end)}`;
  }
  let open = false; // the last item ends in blank lines that are its own
  const middle = [...blocks, { lead: [...left, ...tail], body: [] }].flatMap(({ lead, body }) => {
    const from = open ? lead.findIndex((line) => !blank(line)) : 0;
    open = blank(body.at(-1));
    return [...(from < 0 ? [] : lead.slice(from)), ...body];
  });
  const text = [...head, ...middle].join('');
  return ended ? text : text.slice(0, -eol.length);
}

const blank = (line: string | undefined): boolean => line?.trim() === '';

/** The blocks after an edit, and the comments that stood before the last ones that went. */
function changed({ blocks, indent }: Layout, { gone, add }: Edit, eol: string) {
  const slot = gone.size ? Math.min(...gone) : blocks.length;
  let taken = 0;
  while (taken < add.length && gone.has(slot + taken)) taken++;
  const spaced = blocks.length < 2 || blocks.some(({ lead }) => lead.some(blank));
  const fresh = add.map((source, i): Block => {
    const between = spaced && slot + i > 0 ? [eol] : [];
    const body = render(source).map((line) => (line && ' '.repeat(indent) + line) + eol);
    return { lead: i < taken ? (blocks[slot + i] as Block).lead : between, body };
  });
  let left: string[] = [];
  const rest = blocks.slice(slot + taken).flatMap(({ lead, body }, i): Block[] => {
    const before = [...left, ...lead];
    const goes = gone.has(slot + taken + i);
    left = goes ? before.slice(0, blank(lead.at(-1)) ? -1 : undefined) : [];
    return goes ? [] : [{ lead: before, body }];
  });
  const [first, ...others] = [...blocks.slice(0, slot), ...fresh, ...rest];
  if (!first) return { blocks: [], left };
  const lead = blank(first.lead[0]) ? first.lead.slice(1) : first.lead;
  return { blocks: [{ ...first, lead }, ...others], left };
}

/** How the lines of the text belong to the hooks; undefined: not in whole lines. */
function layoutOf({ top, lines: counter }: Parsed, lines: string[], eol: string) {
  const row = (offset: number) => counter.linePos(offset).line - 1;
  const column = (offset: number) => counter.linePos(offset).col - 1;
  const none = { blocks: [], tail: [], key: { line: 0, end: 0 } };
  if (top === null)
    return { ...none, head: [...lines, `version: 1${eol}`, `hooks:${eol}`], indent: 2 };
  if (!isMap(top) || top.flow) return undefined;
  const outer = column(top.range?.[0] ?? 0);
  const pair = (top as YAMLMap<Scalar, Node>).items.find((one) => one.key.value === 'hooks');
  if (!pair)
    return { ...none, head: [...lines, `${' '.repeat(outer)}hooks:${eol}`], indent: outer + 2 };
  const { sep = [] } = pair.srcToken ?? {};
  const colon = sep.find(({ type }) => type === 'map-value-ind')?.offset;
  const { value: list } = pair;
  if (colon === undefined || !list?.range) return undefined;
  const key = { line: row(colon), end: column(colon) + 1 };
  const token = isSeq(list) ? list.srcToken : undefined;
  if (isSeq(list) && token?.type === 'block-seq') {
    const dashes = token.items.flatMap(
      ({ start }) => start.find(({ type }) => type === 'seq-item-ind')?.offset ?? [],
    );
    const indent = column(dashes[0] as number);
    let end = row(dashes[0] as number);
    if (end <= key.line) return undefined;
    const head = lines.slice(0, end);
    const blocks = dashes.map((dash, i): Block => {
      const start = row(dash);
      const lead = lines.slice(end, start);
      const over = Math.max((list.items[i] as Node).range?.[1] ?? 0, dash + 1);
      end = row(over - 1) + 1;
      for (let j = end; blank(lines[j]) || remark(lines[j], indent); j++)
        if (!blank(lines[j])) end = j + 1;
      return { lead, body: lines.slice(start, end) };
    });
    return { head, blocks, tail: lines.slice(end), indent, key };
  }
  const over = Math.max(list.range[1], colon + 1);
  if ((isSeq(list) ? list.items.length > 0 : !isScalar(list)) || row(over) !== key.line)
    return undefined;
  const line = lines[key.line] as string;
  const head = [...lines.slice(0, key.line), line.slice(0, key.end) + line.slice(column(over))];
  return { head, blocks: [], tail: lines.slice(key.line + 1), indent: outer + 2, key };
}

/** Whether a line is a comment inside the item before it. */
const remark = (line: string | undefined, indent: number): boolean =>
  line !== undefined && line.search(/\S/) > indent && line.trim().startsWith('#');
