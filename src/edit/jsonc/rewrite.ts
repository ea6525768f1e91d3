import { get } from '../../mapping/paths.ts';
import { equal } from '../../util/equal.ts';
import { insert } from './insert.ts';
import { type Item, indentAt, type Layout, styleLike, written } from './layout.ts';
import { isComma, isComment, tokens } from './tokens.ts';
import type { Node } from './tree.ts';

/** What becomes of an object or a list of the file. */
export interface Change {
  /** From the root down to it. */
  chain: readonly Node[];
  drop: Set<number>;
  /** What is new before the child of an index. */
  put: Map<number, Item[]>;
  fresh: Fresh;
}

export type Fresh = Record<string, unknown>;

/** Writes one change onto the paper. */
export function rewrite(paper: Layout, { chain, drop, put }: Change): void {
  const node = chain.at(-1) as Node;
  const { children } = node;
  for (const [slot, items] of put) {
    let end = slot;
    for (; end - slot < items.length && drop.delete(end); end++)
      replace(paper, chain, end, items[end - slot] as Item);
    if (end - slot < items.length) insert(paper, chain, end, items.slice(end - slot));
  }
  for (let first = 0; first < children.length; first++) {
    if (!drop.has(first)) continue;
    let last = first;
    while (drop.has(last + 1)) last++;
    remove(paper, node, first, last);
    first = last;
  }
}

function replace(paper: Layout, chain: readonly Node[], index: number, item: Item): void {
  const node = chain.at(-1) as Node;
  const old = node.children[index] as Node;
  if (node.type === 'array') {
    const path = chain.slice(1).map(({ key }) => key as string);
    if (equal((get(paper.value, path) as unknown[])[index], item.value)) return;
  }
  const text = written(paper, item, old.start, styleLike(paper, old, node, item.value));
  paper.edits.push({ from: old.start, to: old.end, text });
}

/** Takes out the children from one index to another, and with each the blanks that led to it. */
function remove(paper: Layout, node: Node, first: number, last: number): void {
  const { children } = node;
  const left = children[first - 1];
  const right = children[last + 1];
  const from = left?.end ?? node.offset + 1;
  const to = right?.start ?? node.end - 1;
  const all = tokens(paper.text, from, to, children.slice(first, last + 1));
  const commas = all.filter(isComma);
  const comma = left && commas.length > last - first + 1 ? commas[0] : undefined;
  const stays = all.map((piece, i) => {
    if (piece.kind === 'comma') return piece === comma;
    if (piece.kind !== 'space') return piece.kind !== 'item';
    return left || !right ? all[i + 1]?.kind !== 'item' : all[i - 1]?.kind !== 'comma';
  });
  for (let i = all.length - 1; i > 0; i--) {
    if (all[i - 1]?.kind !== 'line' || stays[i]) continue;
    const next = all.find((_, j) => j > i && stays[j]);
    stays[i] = !(next?.kind === 'space' && /^[\r\n]/.test(next.text));
  }
  let text = all.map((piece, i) => (stays[i] ? piece.text : '')).join('');
  if (!left && !right && !all.some(isComment)) {
    const tail = all.slice(all.findLastIndex(({ kind }) => kind === 'item') + 1);
    text = tail.map((piece) => (piece.kind === 'space' ? piece.text : '')).join('');
    if (text === paper.eol + indentAt(paper.text, node.offset)) text = '';
  }
  paper.edits.push({ from, to, text });
}
