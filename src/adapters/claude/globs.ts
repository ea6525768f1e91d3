/** One part of a pattern: `*` matches any number of items, a function matches one item. */
type Part<T> = '*' | ((item: T) => boolean);

/**
 * Tells whether items match a pattern. Takes time of at most the number of items times the number
 * of parts, since it only returns to the last `*`.
 *
 * @param isEnd whether the pattern may end before the item of this index
 */
function matchesParts<T>(
  items: readonly T[],
  parts: readonly Part<T>[],
  isEnd: (at: number) => boolean,
) {
  let star = -1;
  let retryAt = 0;
  let part = 0;
  for (let at = 0; ; ) {
    const expected = parts[part];
    if (expected === undefined && isEnd(at)) return true;
    if (expected === '*') {
      star = part++;
      retryAt = at;
    } else if (expected && at < items.length && expected(items[at] as T)) {
      at++;
      part++;
    } else if (star >= 0 && retryAt < items.length) {
      part = star + 1;
      at = ++retryAt;
    } else return false;
  }
}

/** Makes a test that lets a pattern end only after the last item. */
const endsAtLength =
  ({ length }: { length: number }) =>
  (at: number): boolean =>
    at === length;

/** Tells whether a text matches a pattern in which `*` stands for any characters. */
export function matchesWildcard(text: string, pattern: string): boolean {
  const parts = [...pattern].map((char): Part<string> => (char === '*' ? '*' : (c) => c === char));
  const chars = [...text];
  return matchesParts(chars, parts, endsAtLength(chars));
}

/**
 * Tells whether a file name matches a name in `.gitignore`, which may hold `*`, `?` and `[a-z]`.
 */
function matchesIgnoreName(name: string, pattern: string): boolean {
  const parts = (pattern.match(/\[[^\]]+\]|./gsu) ?? []).map((one): Part<string> => {
    if (one === '*') return '*';
    if (one === '?') return () => true;
    return one.length > 1 && one[0] === '[' ? matchesClass(one) : (char) => char === one;
  });
  const chars = [...name];
  return matchesParts(chars, parts, endsAtLength(chars));
}

/** Makes a test for one character from a class such as `[a-z]`. An invalid class matches any. */
function matchesClass(range: string): (char: string) => boolean {
  try {
    const expression = new RegExp(range.replace('[!', '[^'), 'u');
    return (char) => expression.test(char);
  } catch {
    return () => true;
  }
}

/**
 * Tells whether a line of `.gitignore` matches a path or a folder around it.
 *
 * @param path relative to the folder of the `.gitignore`
 */
export function matchesIgnoreLine(path: string, line: string): boolean {
  const pattern = line.trimEnd().toLowerCase();
  if (/^(?:[#!]|$)/.test(pattern)) return false;
  const names = path.toLowerCase().split('/').filter(Boolean);
  const onlyFolders = pattern.endsWith('/');
  const segments = pattern.replace(/^\/|\/$/g, '').split('/');
  const isAnchored = /\/./.test(pattern);
  const parts = (isAnchored ? segments : ['**', ...segments]).map(
    (one): Part<string> => (one === '**' ? '*' : (name) => matchesIgnoreName(name, one)),
  );
  const { length } = names;
  return matchesParts(names, parts, (at) => (onlyFolders ? at < length : at > 0));
}
