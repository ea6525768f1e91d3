import { AnyhookError } from '../errors.ts';
import { once } from '../util/once.ts';

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
  const listStarts = once(() => [
    0,
    ...Array.from(text.matchAll(/\r\n?|\n/g), (end) => end.index + end[0].length),
  ]);
  const positionAt = (offset: number): Position => {
    const starts = listStarts();
    let [low, high] = [0, starts.length];
    // The line is the last that does not begin behind the offset.
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] as number) + 1 };
  };
  const errorAt = (offset: number, message: string): AnyhookError => {
    const { line, column } = positionAt(offset);
    return new AnyhookError('settings', `${file}:${line}:${column}: ${message}`);
  };
  return { positionAt, errorAt };
}
