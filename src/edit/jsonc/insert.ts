import { type Item, indentAt, type Layout, rendered, styleLike, written } from './layout.ts';
import { breaks, isBreak, isComma, isComment, type Token, tokens } from './tokens.ts';
import type { Node } from './tree.ts';

/** Puts items before the child of an index. */
export function insert(paper: Layout, chain: readonly Node[], slot: number, items: Item[]): void {
  const node = chain.at(-1) as Node;
  if (node.children.length === 0) fill(paper, node, chain.at(-2), items);
  else if (slot === 0) insertFirst(paper, node, items);
  else insertAfter(paper, node, slot - 1, items);
}

function insertAfter(paper: Layout, node: Node, index: number, items: Item[]): void {
  const { text, edits } = paper;
  const left = node.children[index] as Node;
  const right = node.children[index + 1];
  const gap = tokens(text, left.end, right?.start ?? node.end - 1);
  const comma = gap.find(isComma);
  const beside = besides(comma ? gap.slice(gap.indexOf(comma) + 1) : gap, !right);
  const own = paper.eol + indentAt(text, left.start);
  const space = beside?.kind === 'line' ? own : spaceBefore(paper, node, index);
  const at = beside?.to ?? comma?.to ?? left.end;
  const all = items.map((item) => {
    const style = styleLike(paper, left, node, item.value);
    return space + written(paper, item, breaks(space) ? left.start : at, style);
  });
  if (!comma) edits.push({ from: left.end, to: left.end, text: ',' });
  edits.push({ from: at, to: at, text: all.join(',') + (comma ? ',' : '') });
}

/** Before the first one and what is said about it, after what is said about the whole. */
function insertFirst(paper: Layout, node: Node, items: Item[]): void {
  const first = node.children[0] as Node;
  const gap = tokens(paper.text, node.offset + 1, first.start);
  const beside = besides(gap, false);
  const blank = gap[beside ? gap.indexOf(beside) + 1 : 0];
  const own = blank?.kind === 'space';
  const at = own ? blank.to : (beside?.to ?? node.offset + 1);
  const line = /[\r\n]([^\r\n]*)$/.exec(own ? blank.text : '');
  const space = line ? paper.eol + line[1] : paper.space;
  const all = items.map(
    (item) => `${written(paper, item, at, styleLike(paper, first, node, item.value))},${space}`,
  );
  paper.edits.push({ from: at, to: at, text: all.join('') });
}

function fill(paper: Layout, node: Node, parent: Node | undefined, items: Item[]): void {
  const { text, eol, edits } = paper;
  const from = node.offset + 1;
  const inside = text.slice(from, node.end - 1);
  const said = tokens(text, from, node.end - 1).findLast(isComment);
  const tall = breaks(inside) || !parent || breaks(text.slice(parent.start, parent.end));
  const outer = eol + indentAt(text, node.offset);
  const lead = said && !breaks(inside) ? ' ' : tall ? outer + paper.unit : inside;
  const style = { tall, pad: '' };
  const base = breaks(lead) ? lead.slice(eol.length) : outer.slice(eol.length);
  const all = items.map((item) => rendered(paper, item, base, style));
  if (said) {
    edits.push({ from: said.to, to: said.to, text: all.map((item) => lead + item).join(',') });
  } else if (tall) {
    const tail = breaks(inside) ? '' : outer;
    const to = breaks(inside) ? from : node.end - 1;
    edits.push({ from, to, text: all.map((item) => lead + item).join(',') + tail });
  } else edits.push({ from, to: from, text: lead + all.join(`,${paper.space}`) });
}

/** The last comment on the line of what comes before; one that shares it with the next is its. */
function besides(gap: readonly Token[], toTheEnd: boolean): Token | undefined {
  const end = gap.findIndex(isBreak);
  if (end < 0 && !toTheEnd) return undefined;
  return gap.slice(0, end < 0 ? gap.length : end).findLast(isComment);
}

/** What stands before a child, for one like it. */
function spaceBefore(paper: Layout, node: Node, index: number): string {
  const from = node.children[index - 1]?.end ?? node.offset + 1;
  const { start } = node.children[index] as Node;
  const gap = tokens(paper.text, from, start);
  if (gap.some(isBreak)) return paper.eol + indentAt(paper.text, start);
  const comma = gap.findIndex(isComma);
  if (comma < 0) return paper.space;
  const next = gap[comma + 1];
  return next?.kind === 'space' ? next.text : '';
}
