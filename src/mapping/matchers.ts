export type { MatcherMeaning as Meaning, Matchers, MatchTarget as Wanted } from './adapter.ts';

import type { MatcherMeaning, Matchers } from './adapter.ts';

/** Matches names that are separated by `|`. */
const list = /^[\w:-]+(?:\|[\w:-]+)*$/;

/** Returns the names of `^NAME$`, `^(NAME|NAME)$` and `^(?:NAME|NAME)$`, or undefined for any other text. */
function listAlternatives(text: string): string[] | undefined {
  if (text[0] !== '^' || text[text.length - 1] !== '$') return undefined;
  const inner = text.slice(1, -1);
  const isGroup = inner[0] === '(' && inner[inner.length - 1] === ')';
  const names = isGroup ? inner.slice(inner.startsWith('(?:') ? 3 : 1, -1) : inner;
  return list.test(names) && (isGroup || !names.includes('|')) ? names.split('|') : undefined;
}

/** Returns the meaning of a text as a JavaScript expression to search for, or undefined where it is no valid expression. */
export function readExpression(text: string): MatcherMeaning | undefined {
  if (last?.text !== text) last = { text, meaning: meaningOf(text) };
  return last.meaning;
}

/** The matcher that was read last. A run reads the matcher of its hook for each hook input, and V8 would compile the expression again. */
let last: { text: string; meaning: MatcherMeaning | undefined } | undefined;

function meaningOf(text: string): MatcherMeaning | undefined {
  const names = listAlternatives(text);
  if (names) return { names };
  try {
    new RegExp(text);
    return { pattern: text };
  } catch {
    return undefined;
  }
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns an expression that matches exactly the given names, each as a whole. */
export const makeWholeNameExpression = (names: readonly string[]): string => {
  const some = names.map(escaped).join('|');
  return names.length === 1 ? `^${some}$` : `^(${some})$`;
};

/** Reads and writes matchers that are JavaScript expressions to search for. An invalid expression is read as a name. */
export const expressions: Matchers = {
  read(text) {
    const wanted = text.trim();
    if (wanted === '' || wanted === '*') return 'every';
    return readExpression(wanted) ?? { names: [wanted] };
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
 * Tells whether an expression is found in a sample word. Returns true without a search for an expression
 * that V8 takes long to compile. Throws where it is no valid expression.
 */
export function canPatternMatch(pattern: string, word: string): boolean {
  const expression = new RegExp(pattern);
  return (pattern.match(/[?{(]/g) ?? []).length > 16 || expression.test(word);
}
