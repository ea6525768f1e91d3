/** JSON as hooks print it: found, checked, and written so that it cannot be misread. */

export type Json = Record<string, unknown>;

/**
 * Reads a text as a JSON object or list.
 *
 * @param unwrap Whether a JSON string is read once more, as the text that it holds.
 * @returns Undefined: it is neither.
 */
export function parseJsonObject(text: string, unwrap = true): Record<string, unknown> | undefined {
  let value = parseJson(text);
  if (unwrap && typeof value === 'string') value = parseJson(value);
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Any JSON value from text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether text was meant as JSON: it begins like an object or a list; `[guard] ok` does not. */
export const looksLikeJson = (text: string): boolean =>
  text[0] === '{' || (text[0] === '[' && /^\[\s*[[{"\]]/.test(text));

const colon = /\s*:/y;

/** No verdict lies deeper. */
export const maxVerdictDepth = 8;
/** No key of one is longer. */
const longest = 100;

/**
 * Returns the first path of a JSON text that stands in it twice and that `counts` returns true for.
 *
 * @returns Undefined: there is none.
 */
export function findDuplicateKey(
  text: string,
  counts: (path: string) => boolean,
): string | undefined {
  if (text.indexOf(':') === text.lastIndexOf(':')) return undefined; // one key at the most
  const seen: Set<string>[] = [];
  const path: string[] = [];
  let level = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '{' || char === '[') {
      if (++level <= maxVerdictDepth) seen[level - 1] = new Set();
    } else if (char === '}' || char === ']') level--;
    else if (char === '"') {
      const start = i;
      i = closing(text, start);
      if (level === 0 || level > maxVerdictDepth || !isKey(text, i + 1)) continue;
      path.length = level - 1;
      const key = JSON.parse(text.slice(start, i + 1)) as string;
      path.push(key.slice(0, longest));
      if (seen[level - 1]?.has(key) && counts(path.join('.'))) return path.join('.');
      seen[level - 1]?.add(key);
    }
  }
  return undefined;
}

/** Where a string ends; an expression for it would run out of stack on a long one. */
function closing(text: string, start: number): number {
  let end = start;
  let escapes: number;
  do {
    end = text.indexOf('"', end + 1);
    escapes = end - 1;
    while (text[escapes] === '\\') escapes--;
  } while ((end - escapes) % 2 === 0);
  return end;
}

function isKey(text: string, at: number): boolean {
  colon.lastIndex = at;
  return colon.test(text);
}

/** Any value as text: itself, or its JSON. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null);

/** Half of a surrogate pair as JSON.stringify writes it, and any other escape. */
const escapes = /\\(?:ud[89a-f][0-9a-f]{2}|.)/g;

/**
 * JSON in ASCII: a reader that cuts bytes into pieces, or misreads UTF-8, still reads it. Half of a
 * surrogate pair, which strict readers take for no JSON at all, becomes U+FFFD.
 */
export function toAsciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  const text = json?.includes('\\ud')
    ? json.replace(escapes, (one) => (one.length > 2 ? '\ufffd' : one))
    : json;
  if (!/[\u007f-\uffff]/.test(text)) return text; // V8 compiles an expression that is global
  return text.replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
