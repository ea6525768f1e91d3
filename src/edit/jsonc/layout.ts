import { breaks } from './tokens.ts';
import type { Node, Parsed } from './tree.ts';

export interface Item {
  key?: string;
  value: unknown;
}

export interface Edit {
  from: number;
  to: number;
  text: string;
}

/** A text to be edited, and how it is laid out. */
export interface Layout {
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

export function layoutOf({ text, value, root }: Parsed): Layout {
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
export function indentAt(text: string, offset: number): string {
  let from = offset;
  while (from > 0 && !breaks(text[from - 1] as string)) from--;
  let to = from;
  while (text[to] === ' ' || text[to] === '\t') to++;
  return text.slice(from, to);
}

export interface Style {
  /** On several lines. */
  tall: boolean;
  /** Inside the braces of an object on one line. */
  pad: string;
}

/** How what is new in a list or an object is laid out: as its neighbour is. */
export function styleLike(
  { text, styles }: Layout,
  like: Node,
  around: Node,
  value: unknown,
): Style {
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

/** An item as text, at the indentation of what stands beside it. */
export const written = (paper: Layout, item: Item, beside: number, style: Style): string =>
  rendered(paper, item, style.tall ? indentAt(paper.text, beside) : '', style);

/** The same, at a given indentation. */
export function rendered(
  { eol, unit, space }: Pick<Layout, 'eol' | 'unit' | 'space'>,
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

/** A file that did not exist, or held comments alone. */
export function newDocument(text: string, sown: Readonly<Record<string, unknown>>): string {
  const eol = eolOf(text);
  const said = text.trim() && (breaks(text.at(-1) as string) ? text : text + eol);
  const layout = { eol, unit: '  ', space: ' ' };
  return said + rendered(layout, { value: sown }, '', { tall: true, pad: '' }) + eol;
}

/** A text with its edits made; they never overlap. */
export function applied(text: string, edits: Edit[]): string {
  let at = 0;
  let result = '';
  for (const edit of edits.sort((a, b) => a.from - b.from)) {
    result += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return result + text.slice(at);
}
