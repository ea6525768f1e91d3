import { AnyhookError } from 'anyhook';
import { type ParseError, parse } from 'jsonc-parser';
import { describeLength } from './choices.ts';

/**
 * Throws for a text that is too long.
 *
 * @param what The name of the text, with which the message begins.
 */
export function checkLength(text: string, what: string): void {
  const problem = describeLength(text, what);
  if (problem !== undefined) throw new AnyhookError('usage', problem);
}

/**
 * Returns `line 3, column 5` for the first place at which a text is no JSON. Undefined: it is JSON, or is nested more deeply
 * than the parser can follow.
 */
export function findMistake(text: string): string | undefined {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const [first] = errors;
  if (!first) return undefined;
  const lines = text.slice(0, first.offset).split(/\r\n|\n|\r/);
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** Adds the line and the column to a message about a text that is no JSON, unless the engine has named them already. */
export function addPlace(message: string, text: string): string {
  const isPlaced = !text.trim() || /\bline \d/.test(message);
  const place = isPlaced ? undefined : findMistake(text);
  return place === undefined ? message : `${message} (${place})`;
}

/**
 * Parses a text that a person has typed.
 *
 * @param what The name of the text, with which the message begins.
 * @throws {AnyhookError} `usage`: it is no JSON object
 */
export function parseObject(text: string, what: string): Record<string, unknown> {
  checkLength(text, what);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = text.trim() ? (error as Error).message.split('\n')[0] : 'it is empty';
    throw new AnyhookError('usage', addPlace(`${what} is not JSON: ${why}`, text));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new AnyhookError('usage', `${what} is not a JSON object`);
}

/** Returns a value as JSON for people. */
export const format = (value: unknown): string => JSON.stringify(value, null, 2);

/** The most characters of a text that a sentence or a cell of a table shows. */
const maxShown = 2000;

/** Returns the beginning of a long text, and how much is left out. A text that fits is returned as it is. */
export function shorten(text: string): string {
  if (text.length <= maxShown) return text;
  // A character of two units is not cut in half.
  const shown = text.slice(0, maxShown).replace(/[\uD800-\uDBFF]$/, '');
  const rest = (text.length - shown.length).toLocaleString('en');
  return `${shown}… (${rest} more characters)`;
}
