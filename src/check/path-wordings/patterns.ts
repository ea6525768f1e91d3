/** Tells whether a pattern may match a relative path, and not the same path as an absolute one. */
import { isPathlessKey, isToolName } from './payload-keys.ts';

/**
 * How a path is compared with a pattern. `beginning`: with a text, which it equals or begins with; `glob`: with
 * a glob; `anywhere`: with a text that may be anywhere in it; `expression`: with a regular expression that may
 * match anywhere in it; `expression-at-start`: with one that must match at its beginning.
 */
export type MatchKind = 'beginning' | 'glob' | 'anywhere' | 'expression' | 'expression-at-start';

/** Yields the characters of an expression with their positions, except escaped ones and those of classes `[…]`. */
function* plainCharactersOf(source: string): Iterable<readonly [sign: string, at: number]> {
  let isClass = false;
  for (let i = 0; i < source.length; i++) {
    const sign = source.charAt(i);
    if (sign === '\\') i++;
    else if (isClass) isClass = sign !== ']';
    else if (sign === '[') isClass = true;
    else yield [sign, i];
  }
}

/** Splits an expression at the `|` that stand in no group. */
function splitAlternatives(source: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [sign, i] of plainCharactersOf(source)) {
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === '|' && depth === 0) {
      found.push(source.slice(from, i));
      from = i + 1;
    }
  }
  return [...found, source.slice(from)];
}

/** Returns the position of the bracket that closes the group at the beginning of an expression. */
function groupEndOf(source: string): number {
  let depth = 0;
  for (let i = 0; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '(') depth++;
    else if (source[i] === ')' && --depth === 0) return i;
  }
  return source.length;
}

/**
 * Tells whether an expression that must match at the beginning of a path also matches the path behind any
 * folder: it begins with a slash, with `.*`, or with a group of such alternatives.
 */
function matchesBehindAnyFolder(source: string, depth = 0): boolean {
  if (/^(?:\\?\/|\[\\?\/|\[\^\\?"\][*+]|\.[*+]|\$|\\s[*+]\$|\w{2,9}\??:\\?\/\\?\/)/.test(source))
    return true;
  if (/^(?:\^|\\\()/.test(source))
    return matchesBehindAnyFolder(source.slice(source[0] === '^' ? 1 : 2));
  const open = /^\((?:\?:)?(?!\?)/.exec(source);
  if (!open || depth > 9) return false;
  const end = groupEndOf(source);
  const inner = splitAlternatives(source.slice(open[0].length, end));
  const after = source.slice(end + 1);
  // `(^|/)`, and `(/|^)`
  if (inner.includes('^'))
    return inner.every((one) => one === '^' || matchesBehindAnyFolder(one, depth + 1));
  if (inner.every((one) => matchesBehindAnyFolder(one, depth + 1))) {
    return (
      !/^[?*]/.test(after) ||
      /^\((?:\?:)?\.[*+]/.test(source) ||
      matchesBehindAnyFolder(after.slice(1), depth + 1)
    );
  }
  return false;
}

/** Tells whether an expression must match at the beginning of a text, where an absolute path may not match. */
function isAnchored(source: string): boolean {
  if (/\(\?<[=!]|\\[AB]/.test(source)) return true;
  for (const [sign, i] of plainCharactersOf(source))
    if (sign === '^' && !matchesAnyPathBehind(source, i)) return true;
  return false;
}

/** Tells whether the part behind the `^` at a position matches the beginning of any path, relative or absolute. */
function matchesAnyPathBehind(source: string, at: number): boolean {
  const rest = source.slice(at + 1, at + 400);
  if (rest[0] === '|') return matchesBehindAnyFolder(rest.slice(1));
  if (rest[0] === ')') return /(?:\/|\/\])\|$/.test(source.slice(Math.max(0, at - 9), at));
  return splitAlternatives(rest.slice(0, 1) === '(' ? rest : (rest.split(')')[0] ?? ''))
    .slice(0, 1)
    .every((one) => matchesBehindAnyFolder(one));
}

/** Matches a key in a pattern for JSON, up to where its value begins, or any other quote. */
const keyOrQuote =
  /"(\w{1,60})"(?:\s|\\s|\[\[:space:\]\]|[*+?]|\[ \]){0,9}:(?:\s|\\s|\[\[:space:\]\]|[*+?]|\[ \]){0,9}"?|"/g;

/** Tells whether a pattern for the JSON of a payload fixes how a value begins that may be a path. */
function isAnchoredToValue(pattern: string): boolean {
  const text = pattern.replaceAll('\\"', '"');
  let skipped = 0;
  for (const { 0: found, 1: key, index } of text.matchAll(keyOrQuote)) {
    if (index < skipped) continue;
    const end = index + found.length;
    const rest = text.slice(end, end + 80);
    if (key !== undefined && isPathlessKey(key)) {
      const close = text.indexOf('"', end);
      skipped = close < 0 ? text.length : close + 1;
      continue;
    }
    if (key !== undefined && !found.endsWith('"')) continue; // no quote opens its value
    if (key === undefined && /^\w+"/.test(rest) && !/^[\w.-]*[./]/.test(rest)) {
      const word = /^\w+/.exec(rest)?.[0] ?? '';
      if (!isToolName(word) && !isPathlessKey(word) && !/path|file|dir/.test(word)) return true;
      skipped = end + word.length + 1;
    } else if (
      /^(?:\\?\.(?![*+])|\\?[\w@(\0~]|\[(?!\^|\\?\/))/.test(rest) ||
      /^\[\^(?!\\?"\])/.test(rest)
    ) {
      return true;
    }
  }
  return false;
}

/** Tells whether a pattern matches every absolute path, and no relative one. */
const matchesAbsolutePathsOnly = (pattern: string, how: MatchKind): boolean =>
  how !== 'anywhere' &&
  /^\^?\\?\/(?:\*|\.\*)?$/.test(pattern) &&
  (how !== 'expression' || pattern[0] === '^');

/** Matches a word and the path behind it, as in a line `Write src/a.ts`. */
const wordBeforePath = /(\w{1,40})\)?[ :=,|]{1,4}[\w.@-]/g;
const hasPathBehindToolName = (pattern: string): boolean =>
  [...pattern.matchAll(wordBeforePath)].some(([, name = '']) => isToolName(name));

/** Tells whether a pattern may match a relative path alone, or an absolute path alone. */
export function mayMatchOneWording(pattern: string, how: MatchKind): boolean {
  if (pattern === '' || isToolName(pattern)) return false;
  if (matchesAbsolutePathsOnly(pattern, how) || hasPathBehindToolName(pattern)) return true;
  switch (how) {
    case 'beginning':
      return !/^(?:\/|~|[A-Za-z]:[\\/]|\w{2,9}:\/\/)/.test(pattern);
    case 'glob':
      return !/^(?:\*|\/|~|\w{2,9}:\/\/)/.test(pattern) || isAnchoredToValue(pattern);
    case 'anywhere':
      return isAnchoredToValue(pattern);
    case 'expression':
      // An unknown part may begin with `^`.
      return pattern.startsWith('\0') || isAnchored(pattern) || isAnchoredToValue(pattern);
    case 'expression-at-start':
      return (
        !splitAlternatives(pattern).every((one) => matchesBehindAnyFolder(one)) ||
        isAnchoredToValue(pattern)
      );
  }
}
