/** JSON as hooks print it: found, checked, and written so that it cannot be misread. */

/** A JSON object or list from text; `unwrap` reads a JSON string once more. */
export function objectIn(text: string, unwrap = true): Record<string, unknown> | undefined {
  let value = valueIn(text);
  if (unwrap && typeof value === 'string') value = valueIn(value);
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : undefined;
}

/** Any JSON value from text; undefined when it is none. */
export function valueIn(text: string): unknown {
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
const token = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs;

/** The first path that an object holds twice and `counts`. */
export function twice(text: string, counts: (path: string) => boolean): string | undefined {
  if (text.indexOf(':') === text.lastIndexOf(':')) return undefined; // one key at the most
  const seen: Set<string>[] = [];
  const path: string[] = [];
  for (let m = token.exec(text); m; m = token.exec(text)) {
    const [found] = m;
    if (found === '{' || found === '[') seen.push(new Set());
    else if (found === '}' || found === ']') {
      seen.pop();
      path.length = Math.max(0, seen.length - 1);
    } else if (seen.length && isKey(text, token.lastIndex)) {
      path[seen.length - 1] = JSON.parse(found) as string;
      path.length = seen.length;
      const key = path.join('.');
      const level = seen[seen.length - 1] as Set<string>;
      if (level.has(key) && counts(key)) {
        token.lastIndex = 0;
        return key;
      }
      level.add(key);
    }
  }
  return undefined;
}

function isKey(text: string, at: number): boolean {
  colon.lastIndex = at;
  return colon.test(text);
}

/** JSON in ASCII: a reader that cuts bytes into pieces, or misreads UTF-8, still reads it. */
export function ascii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
