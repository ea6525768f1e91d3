/**
 * Measures and breaks texts by the columns that a terminal shows them in. Nearly all texts have ASCII and a few signs
 * alone, for which no package is needed: the tables of Unicode in them take longer to load than all else that help needs.
 */
import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Tells whether a text is one line of characters that take one column each: those of ASCII, and · – ’ … → ✓ ✗. */
export const isPlain = (text: string): boolean =>
  /^[ -~\u00b7\u2013\u2019\u2026\u2192\u2713\u2717]*$/.test(text);

/** Returns the number of columns of a text on one line. */
export const widthOf = (text: string): number => (isPlain(text) ? text.length : stringWidth(text));

/** Returns a line that is no wider than a number of columns: one that is longer ends with `…`. */
export const cutToWidth = (line: string, width: number): string =>
  isPlain(line) && line.length <= width ? line : cliTruncate(line, width);

/** Breaks a text between words into lines of a number of columns. A longer word has a line of its own. */
export function wrapToLines(text: string, width: number): string[] {
  const lines = text.split('\n');
  return lines.every(isPlain)
    ? lines.flatMap((line) => wrapPlain(line, width))
    : wrapAnsi(text, width).split('\n');
}

/** Does for such a line what `wrap-ansi` does. */
function wrapPlain(line: string, width: number): string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of line.split(' ')) {
    if (row) row += ' ';
    if (row && word && row.length + word.length > width) {
      rows.push(row);
      row = '';
    }
    row += word;
  }
  return [...rows, row].map((one) => one.trimEnd());
}
