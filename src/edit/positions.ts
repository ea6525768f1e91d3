import { LineCounter } from 'yaml';
import { AnyhookError } from '../errors.ts';

/** A position in a text. Lines and columns count from 1. */
export interface Position {
  line: number;
  column: number;
}

/**
 * Makes two functions for one text: `positionAt` turns an offset into a line and a column, and `errorAt`
 * makes a `settings` error whose message begins with the file and the position of an offset.
 *
 * @param file What messages call the file.
 */
export function locatorsFor(text: string, file: string) {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const end of text.matchAll(/\r\n?|\n/g)) lines.addNewLine(end.index + end[0].length);
  const positionAt = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const errorAt = (offset: number, message: string): AnyhookError => {
    const { line, column } = positionAt(offset);
    return new AnyhookError('settings', `${file}:${line}:${column}: ${message}`);
  };
  return { positionAt, errorAt };
}
