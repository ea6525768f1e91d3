/** One place of a pattern: any number of items, or one that is so. */
type Part<T> = '*' | ((item: T) => boolean);

/** Whether items are as a pattern says, or begin so; in time of the one times the other. */
function fits<T>(items: readonly T[], parts: readonly Part<T>[], isEnd: (at: number) => boolean) {
  let star = -1;
  let mark = 0;
  let part = 0;
  for (let at = 0; ; ) {
    const one = parts[part];
    if (one === undefined && isEnd(at)) return true;
    if (one === '*') {
      star = part++;
      mark = at;
    } else if (one && at < items.length && one(items[at] as T)) {
      at++;
      part++;
    } else if (star >= 0 && mark < items.length) {
      part = star + 1;
      at = ++mark;
    } else return false;
  }
}

const whole =
  ({ length }: { length: number }) =>
  (at: number): boolean =>
    at === length;

/** Whether a text is a pattern in which `*` is anything. */
export function like(text: string, pattern: string): boolean {
  const parts = [...pattern].map((char): Part<string> => (char === '*' ? '*' : (c) => c === char));
  const chars = [...text];
  return fits(chars, parts, whole(chars));
}

/** The same of a name in `.gitignore`, with `?` and `[a-z]`. */
function likeName(name: string, pattern: string): boolean {
  const parts = (pattern.match(/\[[^\]]+\]|./gsu) ?? []).map((one): Part<string> => {
    if (one === '*') return '*';
    if (one === '?') return () => true;
    return one.length > 1 && one[0] === '[' ? among(one) : (char) => char === one;
  });
  const chars = [...name];
  return fits(chars, parts, whole(chars));
}

function among(range: string): (char: string) => boolean {
  try {
    const expression = new RegExp(range.replace('[!', '[^'), 'u');
    return (char) => expression.test(char);
  } catch {
    return () => true;
  }
}

/** Whether a path below a root, or a folder around it, is what a line of `.gitignore` there means. */
export function likePath(path: string, line: string): boolean {
  const pattern = line.trimEnd().toLowerCase();
  if (/^(?:[#!]|$)/.test(pattern)) return false;
  const names = path.toLowerCase().split('/').filter(Boolean);
  const folder = pattern.endsWith('/');
  const stated = pattern.replace(/^\/|\/$/g, '').split('/');
  const anchored = /\/./.test(pattern);
  const parts = (anchored ? stated : ['**', ...stated]).map(
    (one): Part<string> => (one === '**' ? '*' : (name) => likeName(name, one)),
  );
  const { length } = names;
  return fits(names, parts, (at) => (folder ? at < length : at > 0));
}
