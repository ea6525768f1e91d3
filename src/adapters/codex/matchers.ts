import type { Matchers, Meaning } from '../../mapping/matchers.ts';
import { canPatternMatch, makeWholeNameExpression } from '../../mapping/matchers.ts';

/** Further names by which a matcher may call a tool, 0.169.0. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  apply_patch: ['Edit', 'Write'],
  spawn_agent: ['Agent'],
};

/** A list of names. Any other matcher is an expression. */
const namesOnly = /^[A-Za-z0-9_|]*$/;

/** An escape or a character class, in which other characters have no special meaning. */
const escapeOrClass = /\\(?:.|$)|\[\^?\]?(?:\\.|[^\]\\])*\]/gs;

/** Replaces each escape of an expression by `e`, and each character class by `c`. */
const maskEscapes = (text: string): string =>
  text.replace(escapeOrClass, (one) => (one === '\\' ? one : one[0] === '[' ? 'c' : 'e'));

/** Lookaround, which Rust's expressions do not have. */
const lookaround = /\(\?<?[=!]/;

/** Tells whether an expression has a backreference, which Rust's expressions do not have. */
const hasBackreference = (text: string): boolean =>
  (text.match(escapeOrClass) ?? []).some((one) => /^\\[1-9k]/.test(one));

/** Tells whether a text is a valid JavaScript expression. */
function compilesInJavaScript(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Parts of an expression that mean something else in JavaScript than in Rust, or are invalid there.
 */
const differsInJavaScript = /\\[AzxpPQE<>]|\[\^?\]|\[\[|\[:|&&|--|~~|\(\?[a-zA-Z]|[{}]/;
const quantifier = /\{\d+(?:,\d*)?\}/g;
/** Parts that are invalid in both: a quantifier after nothing, or a backslash at the end. */
const invalidInBoth = /(?:^|[(|])[*+]|(?:^|\|)\?|\\$/;

/** Tells whether all groups and classes of an expression are closed. */
function isBalanced(plain: string): boolean {
  let open = 0;
  for (const sign of plain) {
    if (sign === '(') open++;
    else if (sign === ')' && --open < 0) return false;
  }
  return open === 0 && !plain.includes('[');
}

/** Reads a matcher that is an expression. */
function readExpression(text: string): Meaning {
  const plain = maskEscapes(text);
  if (lookaround.test(plain) || hasBackreference(text)) return 'nothing';
  // The meaning of such an expression is unknown, so it counts as matching.
  if (differsInJavaScript.test(text.replace(quantifier, ''))) return 'every';
  if (compilesInJavaScript(text)) return { pattern: text };
  // Rust alone accepts `a**` and `^*`.
  return invalidInBoth.test(plain) || !isBalanced(plain) ? 'nothing' : 'every';
}

/**
 * Matchers of 0.169.0: a list of names separated by `|`, or else an expression of Rust's `regex`
 * that is searched for in the name. Blanks count.
 */
export const matchers: Matchers = {
  read(text, binding) {
    if (text === '' || text === '*') return 'every';
    const isTool = binding.subject === 'tool_name';
    const aliasEntries = isTool ? Object.entries(aliases) : [];
    if (namesOnly.test(text)) {
      const names = text.split('|');
      const own = aliasEntries.flatMap(([name, also]) =>
        also.some((one) => names.includes(one)) ? name : [],
      );
      return { names: [...names, ...own] };
    }
    const meaning = readExpression(text);
    if (typeof meaning === 'string' || 'names' in meaning) return meaning;
    const own = aliasEntries.flatMap(([name, also]) =>
      also.some((one) => canPatternMatch(meaning.pattern, one)) ? name : [],
    );
    return own.length ? { pattern: `${meaning.pattern}|${makeWholeNameExpression(own)}` } : meaning;
  },
  // A pattern that may be invalid in Rust is not written, since its hook would never run: the entry
  // gets no matcher, and the shim compares the names.
  write(wanted) {
    if (wanted === 'every') return undefined;
    const { names, pattern } = wanted;
    const plain = names.every((name) => namesOnly.test(name) && !name.includes('|'));
    if (pattern === undefined) return plain && names.length ? names.join('|') : undefined;
    const isPlain = /^[\w^$.|*+()]+$/.test(pattern) && compilesInJavaScript(pattern);
    if (!isPlain || !plain) return undefined;
    const searched = namesOnly.test(pattern) ? `(${pattern})` : pattern;
    return [searched, ...(names.length ? [makeWholeNameExpression(names)] : [])].join('|');
  },
};
