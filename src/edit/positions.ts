import { LineCounter } from 'yaml';
import { AnyhookError } from '../errors.ts';

/** A place in a text. Lines and columns count from 1. */
export interface Position {
  line: number;
  column: number;
}

/**
 * Returns two functions for one text: `position` turns an offset into a line and a column, `error`
 * makes the `settings` error that names such a place.
 *
 * @param file What messages call the file.
 */
export function positionsIn(text: string, file: string) {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const end of text.matchAll(/\r\n?|\n/g)) lines.addNewLine(end.index + end[0].length);
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const error = (offset: number, what: string): AnyhookError => {
    const { line, column } = position(offset);
    return new AnyhookError('settings', `${file}:${line}:${column}: ${what}`);
  };
  return { position, error };
}
