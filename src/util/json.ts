/** Reads and writes the JSON of payloads and responses. */

/** A JSON object. */
export type Json = Record<string, unknown>;

/**
 * Returns the JSON object or list that a text holds. A list is returned as an object with numbers for keys.
 *
 * @param unwrap Whether a text that holds a JSON string is replaced by the content of that string, and read again.
 * @returns Undefined: the text holds neither an object nor a list.
 */
export function parseJsonObject(text: string, unwrap = true): Record<string, unknown> | undefined {
  let value = parseJson(text);
  if (unwrap && typeof value === 'string') value = parseJson(value);
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Returns the JSON value that a text holds. Undefined: the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells whether a text begins like a JSON object or list, so that JSON was probably meant. `[guard] ok` does not. */
export const looksLikeJson = (text: string): boolean =>
  text[0] === '{' || (text[0] === '[' && /^\[\s*[[{"\]]/.test(text));

/** Matches the colon after a key, at `lastIndex`. */
const colonAfterKey = /\s*:/y;

/** The most objects and lists that a decision in a response is inside of. */
export const maxVerdictDepth = 8;
/** Keys are cut to this many characters: no key on the path to a decision is longer. */
const maxKeyLength = 100;

/**
 * Returns the path of the first key, among those that `matters` accepts, that an object of a JSON text has twice. Other
 * readers of the text may take another of the two values. Keys deeper than {@link maxVerdictDepth} are not looked at,
 * and a list has an empty name in a path.
 *
 * @param text Valid JSON.
 * @param matters Called with a path such as `output.decision`.
 */
export function findDuplicateKey(
  text: string,
  matters: (path: string) => boolean,
): string | undefined {
  if (text.indexOf(':') === text.lastIndexOf(':')) return undefined; // at most one key
  const keysByLevel: Set<string>[] = [];
  const path: string[] = [];
  let level = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '{' || char === '[') {
      if (++level <= maxVerdictDepth) keysByLevel[level - 1] = new Set();
    } else if (char === '}' || char === ']') level--;
    else if (char === '"') {
      const start = i;
      i = findStringEnd(text, start);
      if (level === 0 || level > maxVerdictDepth || !hasColonAt(text, i + 1)) continue;
      path.length = level - 1;
      const key = parseKey(text.slice(start, i + 1));
      path.push(key.slice(0, maxKeyLength));
      if (keysByLevel[level - 1]?.has(key) && matters(path.join('.'))) return path.join('.');
      keysByLevel[level - 1]?.add(key);
    }
  }
  return undefined;
}

/**
 * Returns the index of the quote that ends the JSON string which begins at `start`. A regular expression for this would
 * run out of stack on a long string. Returns -1 where the text ends in the string.
 */
export function findStringEnd(text: string, start: number): number {
  let end = start;
  let beforeBackslashes: number;
  do {
    end = text.indexOf('"', end + 1);
    beforeBackslashes = end - 1;
    while (text[beforeBackslashes] === '\\') beforeBackslashes--;
  } while ((end - beforeBackslashes) % 2 === 0); // an odd number of backslashes escapes the quote
  return end;
}

/** Returns the key that a JSON string stands for. Few keys have escapes, so that most need no parser. */
const parseKey = (json: string): string =>
  json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);

/** Tells whether a colon follows at an index, so that the string before it is a key. */
export function hasColonAt(text: string, index: number): boolean {
  if (text[index] === ':') return true;
  colonAfterKey.lastIndex = index;
  return colonAfterKey.test(text);
}

/** Returns a text as it is, and any other value as JSON. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

/** Matches every escape in JSON. Only that of half a surrogate pair, as `JSON.stringify` writes it, is longer than two characters. */
const escapeSequences = /\\(?:ud[89a-f][0-9a-f]{2}|.)/g;

/**
 * Returns a value as JSON in ASCII, which clients read correctly even if they decode UTF-8 piece by piece, or not at
 * all. Half of a surrogate pair becomes U+FFFD, since strict readers reject JSON with such a half.
 */
export function toAsciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  const text = json?.includes('\\ud')
    ? json.replace(escapeSequences, (sequence) => (sequence.length > 2 ? '\ufffd' : sequence))
    : json;
  if (!/[\u007f-\uffff]/.test(text)) return text; // tested first, since V8 would have to compile the expression with `g`
  return text.replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
