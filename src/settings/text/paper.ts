import { equal } from '../../equal.ts';
import { get } from '../../paths.ts';
import type { Node, Parsed } from './jsonc.ts';
import { breaks, isBreak, isComma, isComment, type Token, tokens } from './tokens.ts';

export interface Item {
  key?: string;
  value: unknown;
}

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

interface Edit {
  from: number;
  to: number;
  text: string;
}

/** A text to be edited, and how it is laid out. */
export interface Paper {
  text: string;
  value: unknown;
  edits: Edit[];
  eol: string;
  unit: string;
  /** After a colon, and between what stands on one line. */
  space: string;
  /** Of what has been looked at. */
  styles: Map<Node, Style>;
}

const eolOf = (text: string): string => /\r\n?|\n/.exec(text)?.[0] ?? '\n';

export function paperOf({ text, value, root }: Parsed): Paper {
  const first = root?.children[0];
  const space = !first || /\s/.test(text[first.offset - 1] as string) ? ' ' : '';
  const unit = (root && unitOf(text, root)) ?? '  ';
  return { text, value, edits: [], eol: eolOf(text), unit, space, styles: new Map() };
}

function unitOf(text: string, node: Node): string | undefined {
  const [first] = node.children;
  if (first && breaks(text.slice(node.offset, first.start))) {
    const outer = indentAt(text, node.offset);
    const inner = indentAt(text, first.start);
    if (inner.startsWith(outer)) return inner.slice(outer.length);
  }
  for (const child of node.children) {
    const unit = unitOf(text, child);
    if (unit !== undefined) return unit;
  }
  return undefined;
}

/** The blanks at the beginning of a line. */
function indentAt(text: string, offset: number): string {
  let from = offset;
  while (from > 0 && !breaks(text[from - 1] as string)) from--;
  let to = from;
  while (text[to] === ' ' || text[to] === '\t') to++;
  return text.slice(from, to);
}

export function rewrite(paper: Paper, { chain, drop, put }: Change): void {
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

function replace(paper: Paper, chain: readonly Node[], index: number, item: Item): void {
  const node = chain.at(-1) as Node;
  const old = node.children[index] as Node;
  if (node.type === 'array') {
    const path = chain.slice(1).map(({ key }) => key as string);
    if (equal((get(paper.value, path) as unknown[])[index], item.value)) return;
  }
  const text = written(paper, item, old.start, styleLike(paper, old, node, item.value));
  paper.edits.push({ from: old.start, to: old.end, text });
}

function insert(paper: Paper, chain: readonly Node[], slot: number, items: Item[]): void {
  const node = chain.at(-1) as Node;
  if (node.children.length === 0) fill(paper, node, chain.at(-2), items);
  else if (slot === 0) insertFirst(paper, node, items);
  else insertAfter(paper, node, slot - 1, items);
}

function insertAfter(paper: Paper, node: Node, index: number, items: Item[]): void {
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
function insertFirst(paper: Paper, node: Node, items: Item[]): void {
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

function fill(paper: Paper, node: Node, parent: Node | undefined, items: Item[]): void {
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
function spaceBefore(paper: Paper, node: Node, index: number): string {
  const from = node.children[index - 1]?.end ?? node.offset + 1;
  const { start } = node.children[index] as Node;
  const gap = tokens(paper.text, from, start);
  if (gap.some(isBreak)) return paper.eol + indentAt(paper.text, start);
  const comma = gap.findIndex(isComma);
  if (comma < 0) return paper.space;
  const next = gap[comma + 1];
  return next?.kind === 'space' ? next.text : '';
}

/** Takes out the children from one index to another, and with each the blanks that led to it. */
function remove(paper: Paper, node: Node, first: number, last: number): void {
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

interface Style {
  /** On several lines. */
  tall: boolean;
  /** Inside the braces of an object on one line. */
  pad: string;
}

function styleLike({ text, styles }: Paper, like: Node, around: Node, value: unknown): Style {
  const comparable = around.type === 'array' || (like.type === 'array' && Array.isArray(value));
  const model = comparable && like.children.length > 0 ? like : around;
  const known = styles.get(model);
  if (known) return known;
  const sample = text.slice(model.offset, model.end);
  const pad = /^\[?[ \t]*\{[ \t]/.test(sample) ? ' ' : '';
  const style = { tall: breaks(sample), pad };
  styles.set(model, style);
  return style;
}

const written = (paper: Paper, item: Item, beside: number, style: Style): string =>
  rendered(paper, item, style.tall ? indentAt(paper.text, beside) : '', style);

function rendered(
  { eol, unit, space }: Pick<Paper, 'eol' | 'unit' | 'space'>,
  { key, value }: Item,
  indent: string,
  style: Style,
): string {
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${style.tall ? ' ' : space}`;
  if (!style.tall && !space) return name + JSON.stringify(value);
  const text = JSON.stringify(value, undefined, '\t');
  if (style.tall)
    return name + text.replace(/\n(\t*)/g, (_, tabs) => eol + indent + unit.repeat(tabs.length));
  return (
    name +
    text.replace(/([{[,]?)\n\t*(?=([}\]])?)/g, (_, before: string, after?: string) => {
      if (before === ',') return ', ';
      return before + (before === '{' || after === '}' ? style.pad : '');
    })
  );
}

export function newDocument(text: string, sown: Fresh): string {
  const eol = eolOf(text);
  const said = text.trim() && (breaks(text.at(-1) as string) ? text : text + eol);
  const layout = { eol, unit: '  ', space: ' ' };
  return said + rendered(layout, { value: sown }, '', { tall: true, pad: '' }) + eol;
}

export function applied(text: string, edits: Edit[]): string {
  let at = 0;
  let result = '';
  for (const edit of edits.sort((a, b) => a.from - b.from)) {
    result += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return result + text.slice(at);
}
