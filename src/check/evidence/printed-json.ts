/** Reads JSON in a text of which some parts are not known. */
import { isObject } from '../../util/equal.ts';
import { type Json, parseJson } from '../../util/json.ts';
import { someWords, unknownPart } from './steps.ts';

/** Returns a text with JSON strings in place of the unknown values in it, so that it can be parsed. */
function quoteUnknownValues(text: string): string {
  let quoted = '';
  let isInside = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text.charAt(i);
    if (isInside && sign === '\\') {
      quoted += sign + text.charAt(++i);
      continue;
    }
    // A line break that the source of a program writes as `\\n`.
    if (!isInside && sign === '\\' && /[nrt]/.test(text.charAt(i + 1))) {
      i++;
      continue;
    }
    if (sign === '"') isInside = !isInside;
    const isPart = sign === unknownPart || sign === someWords;
    // Line breaks in a string come from texts that the script joins; programs print them as `\n`.
    if (!isPart) quoted += isInside && sign === '\n' ? '\\n' : sign;
    else if (isInside) quoted += JSON.stringify(sign).slice(1, -1);
    else {
      quoted += JSON.stringify(unknownPart);
      while (text[i + 1] === sign) i++;
    }
  }
  return quoted;
}

/**
 * Reads a text as a JSON object. A value in it that is {@link unknownPart} alone may be any value; in a longer string,
 * it is an unknown part of that string.
 * @returns undefined if it is no JSON object.
 */
export function readPrintedObject(text: string): Json | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return undefined;
  const value = parseJson(quoteUnknownValues(trimmed));
  return isObject(value) ? value : undefined;
}

/** Tells whether a text has parts that are not known, and that may be JSON. */
export const hasUnknownPart = (text: string): boolean => text.includes(unknownPart);

/** Finds the first line, or the rest of the text from a line on, that is a JSON object, in a text with more than that. */
export function findObjectIn(
  text: string,
): { before: string; object: Json; after: string } | undefined {
  const start = text.indexOf('{');
  if (start < 0) return undefined;
  for (const end of [text.lastIndexOf('}') + 1, text.indexOf('\n', start)]) {
    const object = end > start ? readPrintedObject(text.slice(start, end)) : undefined;
    if (object) return { before: text.slice(0, start), object, after: text.slice(end) };
  }
  return undefined;
}
