import type { Node } from 'jsonc-parser';
import { endOf, itemsOf, valueIn } from './nodes.ts';

/** How a list or an object is laid out. */
export interface Style {
  /** Whether it stands on several lines. */
  tall: boolean;
  /** The blank inside the braces of an object on one line. */
  pad: string;
}

/** A new element of a list, or a new property of an object. */
export interface Item {
  /** Absent: an element. */
  key?: string;
  value: unknown;
}

/** How a text is laid out, and how new items are written into it. */
export interface Layout {
  text: string;
  eol: string;
  /** One step of indentation. */
  unit: string;
  /** The blank after a colon, and between items on one line. */
  space: string;
  /** The blank inside braces that were empty. */
  pad: string;
  /**
   * Returns the text of a new item.
   *
   * @param indent The blanks at the beginning of the line on which it starts.
   * @param style How the list or object around it, or its neighbour, is laid out.
   */
  write(item: Item, indent: string, style: Style): string;
}

/** Tells whether a text has more than one line. */
export const hasBreak = (text: string): boolean => /[\r\n]/.test(text);

/** Returns the first line end of a text; without one, `\n`. */
export const eolOf = (text: string): string => /\r\n?|\n/.exec(text)?.[0] ?? '\n';

/** Returns the blanks at the beginning of the line in which an offset lies. */
export function indentAt(text: string, offset: number): string {
  let from = offset;
  while (from > 0 && !hasBreak(text.charAt(from - 1))) from--;
  return /^[ \t]*/.exec(text.slice(from, offset))?.[0] ?? '';
}

/** Returns the style for a new item: the style of its neighbour where the two are comparable. */
export function styleLike(text: string, neighbour: Node, around: Node, value: unknown): Style {
  const like = valueIn(neighbour);
  const comparable = around.type === 'array' || (like.type === 'array' && Array.isArray(value));
  const model = comparable && itemsOf(like).length > 0 ? like : around;
  const sample = text.slice(model.offset, endOf(model));
  return { tall: hasBreak(sample), pad: /^\[?[ \t]*\{[ \t]/.test(sample) ? ' ' : '' };
}
