/** Turns what stood on stdin into data, and says what is wrong with it. */

import type { Dialect } from '../mapping/adapter.ts';
import { splitPath } from '../mapping/paths.ts';
import { isObject } from '../util/equal.ts';
import { errorMessageOf } from '../util/errors.ts';
import { findDuplicateKey, findStringEnd, hasColonAt, type Json, parseJson } from '../util/json.ts';
import { copyJson, isDeeper, maxDepth } from './arguments.ts';
import type { Problem, ProblemCode } from './problem.ts';

/** A payload as data. Without `payload` there is none, and a problem says why. */
interface ReadText {
  payload?: Json;
  /** The name that the text has for the event, where it cannot be parsed. */
  name?: string;
  problems: Problem[];
}

const fail = (code: ProblemCode, message: string): ReadText => ({
  problems: [{ code, path: '', message }],
});

/** Reads a payload from a text, bytes, or data that was parsed already. It never throws. */
export function readPayload(stdin: unknown, dialect: Pick<Dialect, 'eventKey'>): ReadText {
  try {
    if (typeof stdin === 'string') return readText(stdin, [], dialect);
    if (stdin instanceof Uint8Array) return readBytes(stdin, dialect);
    if (!isObject(stdin)) return fail('not-object', 'the payload is not a JSON object');
    if (isDeeper(stdin, maxDepth)) return fail('too-deep', tooDeep);
    const dropped: string[] = [];
    const payload = copyJson(stdin, dropped);
    const problems = dropped.map((path): Problem => {
      return {
        code: 'wrong-kind',
        path,
        message: `${path}: JSON has no such value: it is left out`,
      };
    });
    return { payload, problems };
  } catch (error) {
    // A proxy or a getter may throw anything, and a text may be too long for a string.
    return error instanceof RangeError
      ? fail('too-large', 'the payload is too large')
      : fail('unreadable', 'the payload cannot be read as data');
  }
}

const tooDeep = `the payload is nested more than ${maxDepth} levels deep`;

/** Reads bytes: UTF-8, or UTF-16 where a byte order mark says so. */
function readBytes(bytes: Uint8Array, dialect: Pick<Dialect, 'eventKey'>): ReadText {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return readText(new TextDecoder(mark, { fatal: true }).decode(bytes), [], dialect);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = 'bytes that are no UTF-8 are read as U+FFFD';
    const problems: Problem[] = [{ code: 'not-utf8', path: '', message }];
    return readText(new TextDecoder(mark).decode(bytes), problems, dialect);
  }
}

/** Parses a text. A byte order mark before it is left out. */
function readText(
  text: string,
  problems: Problem[],
  { eventKey }: Pick<Dialect, 'eventKey'>,
): ReadText {
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const failed = (code: ProblemCode, message: string): ReadText => {
    problems.push({ code, path: '', message });
    const name = findEventName(json, eventKey);
    return { problems, ...(name !== undefined && { name }) };
  };
  let payload: unknown;
  try {
    payload = JSON.parse(json);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    if (!json.trim()) return failed('empty', 'there is no payload');
    const why = errorMessageOf(error).split('\n')[0]?.slice(0, 160);
    return failed('not-json', `the payload is not JSON: ${why}`);
  }
  if (!isObject(payload)) return failed('not-object', 'the payload is not a JSON object');
  if (isDeeper(payload, maxDepth)) return failed('too-deep', tooDeep);
  const duplicate = findDuplicateKey(json, () => true);
  if (duplicate !== undefined) {
    const message = `${duplicate} is there twice: the last value counts`;
    problems.push({ code: 'duplicate-key', path: duplicate, message });
  }
  return { payload, problems };
}

/**
 * Finds the name of the event in the text of an object that cannot be parsed, such as a payload that was cut off. What
 * stands in the arguments of a call is not looked at. Returns undefined where the text has no name, or several.
 */
function findEventName(text: string, eventKey: string): string | undefined {
  const path = splitPath(eventKey);
  /** The last key of each object that encloses the current place, from the top. */
  const keys: unknown[] = [];
  let name: unknown;
  let level = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '{' || char === '[') keys[level++] = undefined;
    else if (char === '}' || char === ']') level--;
    else if (char === '"') {
      const start = i;
      i = findStringEnd(text, start);
      if (i < 0) break; // the text ends in this string
      const isKey = hasColonAt(text, i + 1);
      const isStatedName = level === path.length && path.every((key, at) => keys[at] === key);
      if (!isKey && !isStatedName) continue;
      const value = parseJson(text.slice(start, i + 1));
      if (isKey) keys[level - 1] = value;
      else if (name !== undefined && name !== value) return undefined;
      else name = value;
    }
  }
  return name as string | undefined;
}
