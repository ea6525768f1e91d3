export type { MatcherMeaning as Meaning, Matchers, MatchTarget as Wanted } from './adapter.ts';

import type { MatcherMeaning, Matchers } from './adapter.ts';

/** Matches one name, or several with `|` between them. */
const nameList = /^[\w:-]+(?:\|[\w:-]+)*$/;

/** Returns the names of `^NAME$`, `^(NAME|NAME)$` and `^(?:NAME|NAME)$`, or undefined for any other text. */
function listAlternatives(text: string): string[] | undefined {
  if (text[0] !== '^' || text[text.length - 1] !== '$') return undefined;
  const inner = text.slice(1, -1);
  const isGroup = inner[0] === '(' && inner[inner.length - 1] === ')';
  const names = isGroup ? inner.slice(inner.startsWith('(?:') ? 3 : 1, -1) : inner;
  return nameList.test(names) && (isGroup || !names.includes('|')) ? names.split('|') : undefined;
}

/**
 * Returns the meaning of a matcher that is searched for as a JavaScript regular expression: its names, if it is only a list
 * of whole names, else the pattern. Undefined: it is no valid expression.
 */
export function readExpression(text: string): MatcherMeaning | undefined {
  if (lastRead?.text !== text) lastRead = { text, meaning: meaningOf(text) };
  return lastRead.meaning;
}

/** The matcher that was read last. A run reads the matcher of its hook for each hook input, and V8 would compile the expression again. */
let lastRead: { text: string; meaning: MatcherMeaning | undefined } | undefined;

function meaningOf(text: string): MatcherMeaning | undefined {
  const names = listAlternatives(text);
  if (names) return { names };
  try {
    new RegExp(text); // throws for an invalid expression
    return { pattern: text };
  } catch {
    return undefined;
  }
}

/** Returns an expression that matches a text literally. */
const escapeForExpression = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns an expression that matches exactly the given names, each as a whole. */
export const makeWholeNameExpression = (names: readonly string[]): string => {
  const alternatives = names.map(escapeForExpression).join('|');
  return names.length === 1 ? `^${alternatives}$` : `^(${alternatives})$`;
};

/** Reads and writes matchers that are JavaScript expressions to search for. An invalid expression is read as a name. */
export const expressions: Matchers = {
  read(text) {
    const matcher = text.trim();
    if (matcher === '' || matcher === '*') return 'every';
    return readExpression(matcher) ?? { names: [matcher] };
  },
  write(wanted) {
    if (wanted === 'every') return undefined;
    const { names, pattern } = wanted;
    // The pattern is put first, so that the numbers of its groups do not change.
    return [
      ...(pattern ? [pattern] : []),
      ...(names.length ? [makeWholeNameExpression(names)] : []),
    ].join('|');
  },
};

/**
 * Tells whether an expression is found in a sample word. An expression with more than 16 groups and counts, which V8
 * may take long to compile, is not tried, and the result is true. Throws if the expression is invalid.
 */
export function canPatternMatch(pattern: string, word: string): boolean {
  const expression = new RegExp(pattern);
  return (pattern.match(/[?{(]/g) ?? []).length > 16 || expression.test(word);
}
