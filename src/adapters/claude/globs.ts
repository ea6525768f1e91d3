/** One part of a pattern: `*` matches any number of items, a function tells whether it matches one item. */
type Part<T> = '*' | ((item: T) => boolean);

/**
 * Tells whether items, such as the characters of a text, match a pattern. When a part does not match, the
 * last `*` takes one more item, and the parts after it are tried again. Earlier `*` are never tried again, so
 * the time is at most the number of items times the number of parts.
 *
 * @param mayEndAt tells whether the pattern may end before the item of this index
 */
function matchesParts<T>(
  items: readonly T[],
  parts: readonly Part<T>[],
  mayEndAt: (at: number) => boolean,
) {
  let lastStar = -1; // the index of that part
  let retryAt = 0; // the index of the first item that the last `*` does not take
  let part = 0;
  for (let at = 0; ; ) {
    const expected = parts[part];
    if (expected === undefined && mayEndAt(at)) return true;
    if (expected === '*') {
      lastStar = part++;
      retryAt = at;
    } else if (expected && at < items.length && expected(items[at] as T)) {
      at++;
      part++;
    } else if (lastStar >= 0 && retryAt < items.length) {
      part = lastStar + 1;
      at = ++retryAt;
    } else return false;
  }
}

/** Makes the `mayEndAt` of a pattern that has to match all items. */
const endsAfterLast =
  ({ length }: { length: number }) =>
  (at: number): boolean =>
    at === length;

/** Tells whether a text matches a pattern in which `*` stands for any characters. */
export function matchesWildcard(text: string, pattern: string): boolean {
  const parts = [...pattern].map((char): Part<string> => (char === '*' ? '*' : (c) => c === char));
  const chars = [...text];
  return matchesParts(chars, parts, endsAfterLast(chars));
}

/**
 * Tells whether the name of a file or folder matches one part of a path in `.gitignore`, in which `*`, `?` and
 * `[a-z]` have their usual meanings.
 */
function matchesIgnoreName(name: string, pattern: string): boolean {
  const parts = (pattern.match(/\[[^\]]+\]|./gsu) ?? []).map((token): Part<string> => {
    if (token === '*') return '*';
    if (token === '?') return () => true;
    return token.length > 1 ? makeClassTest(token) : (char) => char === token;
  });
  const chars = [...name];
  return matchesParts(chars, parts, endsAfterLast(chars));
}

/** Makes a test for one character from a class such as `[a-z]`. An invalid class matches every character. */
function makeClassTest(range: string): (char: string) => boolean {
  try {
    const expression = new RegExp(range.replace('[!', '[^'), 'u');
    return (char) => expression.test(char);
  } catch {
    return () => true;
  }
}

/**
 * Tells whether a line of `.gitignore` matches a path or a folder around it. Empty lines, comments and
 * negations (`!`) match nothing. Upper and lower case count as equal.
 *
 * @param path relative to the folder of the `.gitignore`
 */
export function matchesIgnoreLine(path: string, line: string): boolean {
  const pattern = line.trimEnd().toLowerCase();
  if (/^(?:[#!]|$)/.test(pattern)) return false;
  const names = path.toLowerCase().split('/').filter(Boolean);
  const matchesOnlyFolders = pattern.endsWith('/');
  const segments = pattern.replace(/^\/|\/$/g, '').split('/');
  // With a `/` before its last character, the line is relative to the folder of the `.gitignore`.
  const isAnchored = /\/./.test(pattern);
  const parts = (isAnchored ? segments : ['**', ...segments]).map(
    (segment): Part<string> =>
      segment === '**' ? '*' : (name) => matchesIgnoreName(name, segment),
  );
  const { length } = names;
  // A match that ends early has found a folder around the path.
  return matchesParts(names, parts, (at) => (matchesOnlyFolders ? at < length : at > 0));
}
