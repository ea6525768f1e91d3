import type { Node } from 'jsonc-parser';
import { endOf, itemsOf, valueIn } from './nodes.ts';

/** How a text is laid out. */
export interface Layout {
  text: string;
  eol: string;
  /** One step of indentation. */
  unit: string;
  /** After a colon, and between what stands on one line. */
  space: string;
}

/** How a list or an object is laid out. */
interface Style {
  /** On several lines. */
  tall: boolean;
  /** Inside the braces of an object on one line. */
  pad: string;
}

/** What is new in a list, or with its key in an object. */
export interface Item {
  key?: string;
  value: unknown;
}

export const breaks = (text: string): boolean => /[\r\n]/.test(text);

export const eolOf = (text: string): string => /\r\n?|\n/.exec(text)?.[0] ?? '\n';

export function layoutOf(text: string, root: Node): Layout {
  const [first] = itemsOf(root);
  const space = !first || /\s/.test(text[valueIn(first).offset - 1] as string) ? ' ' : '';
  const indent = /[\r\n]([ \t]*)[^\s}\]]/.exec(text.slice(root.offset, endOf(root)))?.[1] ?? '  ';
  const outer = indentAt(text, root.offset);
  const unit = indent.startsWith(outer) ? indent.slice(outer.length) : indent;
  return { text, eol: eolOf(text), unit, space };
}

/** The blanks at the beginning of the line of an offset. */
export function indentAt(text: string, offset: number): string {
  let from = offset;
  while (from > 0 && !breaks(text[from - 1] as string)) from--;
  return /^[ \t]*/.exec(text.slice(from, offset))?.[0] ?? '';
}

/** How what is new is laid out: as its neighbour is, where they are comparable. */
export function styleLike(text: string, neighbour: Node, around: Node, value: unknown): Style {
  const like = valueIn(neighbour);
  const comparable = around.type === 'array' || (like.type === 'array' && Array.isArray(value));
  const model = comparable && itemsOf(like).length > 0 ? like : around;
  const sample = text.slice(model.offset, endOf(model));
  return { tall: breaks(sample), pad: /^\[?[ \t]*\{[ \t]/.test(sample) ? ' ' : '' };
}

/** An item as text; `indent` is that of the line it begins on. */
export function rendered(
  { eol, unit, space }: Layout,
  { key, value }: Item,
  indent: string,
  { tall, pad }: Style,
): string {
  const name = key === undefined ? '' : `${JSON.stringify(key)}:${tall ? ' ' : space}`;
  if (!tall && !space) return name + JSON.stringify(value);
  const text = JSON.stringify(value, undefined, '\t');
  if (tall)
    return name + text.replace(/\n(\t*)/g, (_, tabs) => eol + indent + unit.repeat(tabs.length));
  const one = (_: string, before: string, after?: string) =>
    before === ',' ? ', ' : before + (before === '{' || after === '}' ? pad : '');
  return name + text.replace(/([{[,]?)\n\t*(?=([}\]])?)/g, one);
}
