import { styleText } from 'node:util';
import cliTruncate from 'cli-truncate';
import widthOf from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** Colour, on a terminal only, and unless the person does not want it. */
function wantsColour(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return FORCE_COLOR === undefined ? process.stdout.isTTY === true : FORCE_COLOR !== '0';
}

type Colour = Parameters<typeof styleText>[0];

export const paint = (colour: Colour, text: string): string =>
  wantsColour() ? styleText(colour, text, { validateStream: false }) : text;

/** Text from a file, on one line and without what a terminal would obey or not show. */
export const toPlainLine = (text: string): string =>
  text.replace(/[\p{C}\u2028\u2029]+/gu, ' ').trim();

/** The same, made visible; tabs stay. */
export const showInvisible = (text: string): string =>
  text.replace(
    /[^\P{C}\t]|[\u2028\u2029]/gu,
    (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );

/** A value as JSON for a pipe, or for a terminal. */
export const asJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[\u007f-\uffff]/g, (char) =>
    /[\p{C}\u2028\u2029]/u.test(char) ? `\\u${toHex(char)}` : char,
  );

const toHex = (char: string): string => char.charCodeAt(0).toString(16).padStart(4, '0');

const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** The columns of a terminal, or as COLUMNS says; a pipe has no end. */
function lineWidth(): number {
  const { isTTY, columns } = process.stdout;
  const said = Number(isTTY ? columns : process.env.COLUMNS);
  return Number.isSafeInteger(said) && said > 0 ? Math.max(40, said) : Number.POSITIVE_INFINITY;
}

/** Lines of prose are no longer than this, however wide the terminal is. */
const maxProseWidth = 100;

/** Breaks a text behind a label into lines, the further ones below its beginning. */
export function wrapText(label: string, text: string): string {
  const width = Number.isFinite(lineWidth()) ? Math.min(lineWidth(), maxProseWidth) : 80;
  const lines = wrapAnsi(text, width - label.length).split('\n');
  return label + lines.join(`\n${' '.repeat(label.length)}`);
}

/** Rows as columns; on a terminal, the widest cut until a line fits. */
export function alignColumns(rows: readonly string[][]): string {
  const width = lineWidth();
  const widths = (rows[0] ?? []).map((_, i) =>
    Math.min(width, Math.max(...rows.map((row) => widthOf(row[i] ?? '')))),
  );
  const gaps = 2 * (widths.length - 1);
  while (widths.reduce((sum, one) => sum + one, gaps) > width) {
    const widest = Math.max(...widths);
    widths[widths.indexOf(widest)] = widest - 1;
  }
  const cell = (text: string, i: number) => {
    const most = widths[i] as number;
    return padToWidth(cliTruncate(text, most), most);
  };
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n');
}
