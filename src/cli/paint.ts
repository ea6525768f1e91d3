/** Prepares texts for a terminal: colours, line breaks, columns, and no characters that it would obey. */
import { fstatSync } from 'node:fs';
import { styleText } from 'node:util';
import { attempt } from '../util/attempt.ts';
import { cutToWidth, isPlain, widthOf, wrapToLines } from './columns.ts';
import { spellCommands } from './spelling.ts';

/**
 * Returns stdout or stderr if it may be a terminal. A file or a pipe is none, and is not made a stream, which would take a
 * tenth of the time that Node takes to start.
 *
 * @returns Undefined: it is no terminal.
 */
export function terminalAt(fd: 1 | 2): NodeJS.WriteStream | undefined {
  const isDevice = attempt(() => fstatSync(fd))?.isCharacterDevice();
  return isDevice ? process[fd === 1 ? 'stdout' : 'stderr'] : undefined;
}

/** Tells whether to print colours: NO_COLOR and FORCE_COLOR decide, else whether stdout is a terminal that has colours. */
function wantsColour(): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  return FORCE_COLOR === undefined
    ? terminalAt(1)?.isTTY === true && TERM !== 'dumb'
    : FORCE_COLOR !== '0';
}

type Colour = Parameters<typeof styleText>[0];

/** Returns a text in a colour, or as it is if no colours are to be printed. */
export const paint = (colour: Colour, text: string): string =>
  wantsColour() ? styleText(colour, text, { validateStream: false }) : text;

/** Variables that terminals set which show links: only a terminal that is known to do so gets one. */
const linkingTerminals: readonly (readonly [name: string, value: RegExp])[] = [
  ['TERM_PROGRAM', /^(?:iTerm\.app|WezTerm|vscode|ghostty|zed|Hyper)$/],
  ['VTE_VERSION', /^(?:[6-9]\d{3}|5[1-9]\d{2}|\d{5,})$/],
  ['TERM', /kitty|alacritty|ghostty|foot/],
  ['WT_SESSION', /./],
  ['KONSOLE_VERSION', /./],
];

/** Tells whether to print links: NO_COLOR and FORCE_HYPERLINK decide, else whether stdout is a terminal that is known to show them. */
export function wantsLinks(): boolean {
  const { NO_COLOR, FORCE_HYPERLINK, TERM } = process.env;
  if (NO_COLOR || TERM === 'dumb') return false;
  if (FORCE_HYPERLINK) return !['0', 'false'].includes(FORCE_HYPERLINK);
  return (
    terminalAt(1)?.isTTY === true &&
    linkingTerminals.some(([name, value]) => value.test(process.env[name] ?? ''))
  );
}

/** Returns a text that leads to an address, or as it is if no links are to be printed. */
export const linkText = (address: string, text: string): string =>
  wantsLinks() ? `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\` : text;

/** Returns a text on one line, with spaces in place of characters that a terminal would obey or not show. */
export const toPlainLine = (text: string): string =>
  (isPlain(text) ? text : text.replace(/[\p{C}\u2028\u2029]+/gu, ' ')).trim();

/** Returns a text with control characters and invisible ones written as `\u{…}`; tabs stay. */
export const showInvisible = (text: string): string =>
  text.replace(
    /[^\P{C}\t]|[\u2028\u2029]/gu,
    (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`,
  );

/** Returns a value as indented JSON in which control characters and invisible ones are escaped. */
export const asJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/[\u007f-\uffff]/g, (char) =>
    /[\p{C}\u2028\u2029]/u.test(char) ? `\\u${toHex(char)}` : char,
  );

const toHex = (char: string): string => char.charCodeAt(0).toString(16).padStart(4, '0');

const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Returns how many characters fit in a line: those of the terminal, else COLUMNS, but at least 40. Infinity if neither is known. */
function lineWidth(fd: 1 | 2 = 1): number {
  const { isTTY, columns } = terminalAt(fd) ?? {};
  const width = Number(isTTY ? columns : process.env.COLUMNS);
  return Number.isSafeInteger(width) && width > 0 ? Math.max(40, width) : Number.POSITIVE_INFINITY;
}

/** The most characters in a line of prose, however wide the terminal is. */
const maxProseWidth = 100;

/** A command at the end of a sentence. */
const lastCommand =
  /^(.*:) ((?:(?:npx )?anyhook (?:init|doctor|test|list|convert|sync|remove|capabilities|run)|git)\b(?:[^.:]|\.(?=\S))*[^.:\s])$/s;

/**
 * Breaks the text behind a label into lines. The later lines are indented by the length of the label. A command at the
 * end that would be broken gets a line of its own, so that it can be copied.
 */
export const wrapText = (label: string, text: string): string =>
  wrapTo(Number.isFinite(lineWidth()) ? Math.min(lineWidth(), maxProseWidth) : 80, label, text);

/**
 * Breaks the text behind a label into lines for stderr, as {@link wrapText} does. In a file or a pipe it stays one line,
 * which a program can search.
 */
export function wrapMessage(label: string, text: string): string {
  const width = lineWidth(2);
  return Number.isFinite(width)
    ? wrapTo(Math.min(width, maxProseWidth), label, text)
    : label + spellCommands(text);
}

function wrapTo(width: number, label: string, sentence: string): string {
  const text = spellCommands(sentence);
  const wrap = (part: string) => wrapToLines(part, width - label.length);
  const [, before = '', command] = lastCommand.exec(text) ?? [];
  const wrapped = wrap(text);
  const isBroken = command !== undefined && !wrapped.some((line) => line.includes(command));
  const commands = (command ?? '').split(/; (?=(?:npx )?anyhook )/).map((one) => `  ${one}`);
  const lines = isBroken ? [...wrap(before), ...commands] : wrapped;
  return label + lines.join(`\n${' '.repeat(label.length)}`);
}

/** Cuts a line at the width of the terminal. A text that goes into a file or a pipe stays whole. */
export const fitLine = (line: string): string =>
  Number.isFinite(lineWidth()) ? cutToWidth(line, lineWidth()) : line;

/**
 * Returns the words of a command as indented lines no longer than the terminal, where no word is longer. Each line but
 * the last ends with a backslash, so that a shell reads them as one command.
 */
export function breakCommand(words: readonly string[]): string {
  const width = Number.isFinite(lineWidth()) ? lineWidth() : maxProseWidth;
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? `  ${word}` : `${last} ${word}`;
    if (last === undefined || widthOf(longer) + 2 > width)
      lines.push(`${last === undefined ? '  ' : '    '}${word}`);
    else lines[lines.length - 1] = longer;
  }
  return lines.join(' \\\n');
}

const columnWidthsOf = (rows: readonly string[][], most: number): number[] =>
  (rows[0] ?? []).map((_, i) =>
    Math.min(most, Math.max(...rows.map((row) => widthOf(row[i] ?? '')))),
  );

const sumWidths = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, 2 * (widths.length - 1));

/** The most columns of a table of hooks and agents, however wide the terminal is. */
const maxTableWidth = 140;

/** Tells whether the rows of a table fit the terminal as they are. */
export const fitsLine = (rows: readonly string[][]): boolean =>
  sumWidths(columnWidthsOf(rows, Number.POSITIVE_INFINITY)) <= Math.min(lineWidth(), maxTableWidth);

/** The least width of a column whose cells are broken into lines. */
const minNoteWidth = 24;

/**
 * Aligns the cells of rows in columns, and breaks the last cell of a row into lines where it is wider than the rest of
 * the terminal. Where too little is left, the last cell stands below the others.
 *
 * @param mayDrop Tells whether the last cell of a row may be left out where it would stand below.
 * @returns A text for each row.
 */
export function alignWithNotes(
  rows: readonly string[][],
  mayDrop: (row: number) => boolean = () => false,
): string[] {
  const width = Math.min(lineWidth(), maxTableWidth);
  const notes = rows.map((row) => row.at(-1) ?? '');
  if (!Number.isFinite(lineWidth())) return alignColumns(rows).split('\n');
  const heads = alignColumns(rows.map((row) => row.slice(0, -1))).split('\n');
  const start = Math.max(...heads.map((head) => widthOf(head))) + 2;
  const isBelow =
    width - start < Math.min(minNoteWidth, Math.max(...notes.map((note) => widthOf(note))));
  const indent = isBelow ? 6 : start;
  return heads.map((head, i) => {
    const lines = wrapToLines(notes[i] ?? '', width - indent);
    const text = lines.join(`\n${' '.repeat(indent)}`);
    if (!text || (isBelow && mayDrop(i))) return head;
    return isBelow ? `${head}\n${' '.repeat(indent)}${text}` : `${padToWidth(head, indent)}${text}`;
  });
}

/**
 * Aligns the cells of rows in columns. The widest columns are cut until a line fits the terminal.
 *
 * @param indent The characters that the caller puts before each line.
 */
export function alignColumns(rows: readonly string[][], indent = 0): string {
  const width = lineWidth() - indent;
  const widths = columnWidthsOf(rows, width);
  while (sumWidths(widths) > width) {
    const widest = Math.max(...widths);
    widths[widths.lastIndexOf(widest)] = widest - 1;
  }
  const fitCell = (text: string, i: number) => {
    const columnWidth = widths[i] ?? 0;
    return padToWidth(cutToWidth(text, columnWidth), columnWidth);
  };
  return rows.map((row) => row.map(fitCell).join('  ').trimEnd()).join('\n');
}
