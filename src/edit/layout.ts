/** How JSON and TOML texts are laid out: line ends, indentation, and the blanks around new items. */
import type { Node } from 'jsonc-parser';
import { endOf, itemsOf, valueIn } from './nodes.ts';

/** How one list or object is laid out. */
export interface Style {
  /** Whether it extends over several lines. */
  isMultiline: boolean;
  /** The blank after `{` and before `}` if an object is on one line: `' '` in `{ "a": 1 }`. */
  bracePad: string;
}

/** A new element of a list, or a new property of an object. */
export interface Item {
  /** The key of a property. Absent: the item is an element. */
  key?: string;
  value: unknown;
}

/** How a whole text is laid out, and how new items are written into it. */
export interface Layout {
  text: string;
  /** The line end: `\n`, `\r\n` or `\r`. */
  eol: string;
  /** The blanks by which each level is indented more than the level around it. */
  indentStep: string;
  /** The blank after a colon, and between items on one line. */
  space: string;
  /** The blank after `{` and before `}` where an object on one line gets its first properties. */
  newBracePad: string;
  /**
   * Returns the text of a new item.
   *
   * @param indent The blanks at the beginning of the line on which the item starts.
   * @param style How the item is to be laid out, if it is a list or an object.
   */
  write(item: Item, indent: string, style: Style): string;
}

/** Tells whether a text contains a line break. */
export const hasBreak = (text: string): boolean => /[\r\n]/.test(text);

/** Returns the first line end of a text, or `\n` if the text has none. */
export const eolOf = (text: string): string => /\r\n?|\n/.exec(text)?.[0] ?? '\n';

/** Returns the blanks at the beginning of the line that an offset is on. */
export function indentAt(text: string, offset: number): string {
  let lineStart = offset;
  while (lineStart > 0 && !hasBreak(text.charAt(lineStart - 1))) lineStart--;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

/**
 * Returns the style for a new item. It is that of the neighbour, if this has items of its own and is an
 * element of a list, or a list like the new value. Otherwise it is the style of `container`.
 *
 * @param container The list or object that both are in.
 * @param newValue The value of the new item.
 */
export function styleForNewItem(
  text: string,
  neighbour: Node,
  container: Node,
  newValue: unknown,
): Style {
  const value = valueIn(neighbour);
  const isComparable =
    container.type === 'array' || (value.type === 'array' && Array.isArray(newValue));
  const model = isComparable && itemsOf(value).length > 0 ? value : container;
  const modelText = text.slice(model.offset, endOf(model));
  // `{ …` or `[{ …`
  const bracePad = /^\[?[ \t]*\{[ \t]/.test(modelText) ? ' ' : '';
  return { isMultiline: hasBreak(modelText), bracePad };
}
