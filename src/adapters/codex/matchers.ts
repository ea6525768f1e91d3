import type { Matchers, Meaning } from '../../mapping/matchers.ts';
import { mayFind, whole } from '../../mapping/matchers.ts';

/** What else matchers may call a tool, 0.169.0. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  apply_patch: ['Edit', 'Write'],
  spawn_agent: ['Agent'],
};

const namesOnly = /^[A-Za-z0-9_|]*$/;

/** Escapes, and classes of characters: what stands in them is no sign of an expression. */
const escapeOrClass = /\\(?:.|$)|\[\^?\]?(?:\\.|[^\]\\])*\]/gs;

/** An expression with `e` for each escape, and `c` for each class. */
const maskEscapes = (text: string): string =>
  text.replace(escapeOrClass, (one) => (one === '\\' ? one : one[0] === '[' ? 'c' : 'e'));

/** What Rust's expressions have not: to look around. */
const lookaround = /\(\?<?[=!]/;

/** Whether it looks back at a group. */
const hasBackreference = (text: string): boolean =>
  (text.match(escapeOrClass) ?? []).some((one) => /^\\[1-9k]/.test(one));

/** Whether a reader of JavaScript's takes it as well. */
function compilesInJavaScript(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** Signs that mean one thing to Rust and another, or nothing, to JavaScript. */
const differsInJavaScript = /\\[AzxpPQE<>]|\[\^?\]|\[\[|\[:|&&|--|~~|\(\?[a-zA-Z]|[{}]/;
const quantifier = /\{\d+(?:,\d*)?\}/g;
/** What neither takes: something repeated that is not there, or a sign that hides the end. */
const invalidInBoth = /(?:^|[(|])[*+]|(?:^|\|)\?|\\$/;

/** Whether its groups and classes all begin and end. */
function isBalanced(plain: string): boolean {
  let open = 0;
  for (const sign of plain) {
    if (sign === '(') open++;
    else if (sign === ')' && --open < 0) return false;
  }
  return open === 0 && !plain.includes('[');
}

function readExpression(text: string): Meaning {
  const plain = maskEscapes(text);
  if (lookaround.test(plain) || hasBackreference(text)) return 'nothing';
  if (differsInJavaScript.test(text.replace(quantifier, ''))) return 'every'; // it may mean anything: the hook is asked
  if (compilesInJavaScript(text)) return { pattern: text };
  return invalidInBoth.test(plain) || !isBalanced(plain) ? 'nothing' : 'every'; // `a**`, `^*` are Rust's own
}

/** Matchers of 0.169.0: names with `|`, else Rust's expressions, searched for; blanks count. */
export const matchers: Matchers = {
  read(text, binding) {
    if (text === '' || text === '*') return 'every';
    const isTool = binding.subject === 'tool_name';
    const known = isTool ? Object.entries(aliases) : [];
    if (namesOnly.test(text)) {
      const names = text.split('|');
      const own = known.flatMap(([name, also]) =>
        also.some((one) => names.includes(one)) ? name : [],
      );
      return { names: [...names, ...own] };
    }
    const meaning = readExpression(text);
    if (typeof meaning === 'string' || 'names' in meaning) return meaning;
    const own = known.flatMap(([name, also]) =>
      also.some((one) => mayFind(meaning.pattern, one)) ? name : [],
    );
    return own.length ? { pattern: `${meaning.pattern}|${whole(own)}` } : meaning;
  },
  // What is not certain to mean the same there is left to the shim: an invalid one is no hook at all.
  write(wanted) {
    if (wanted === 'every') return undefined;
    const { names, pattern } = wanted;
    const plain = names.every((name) => namesOnly.test(name) && !name.includes('|'));
    if (pattern === undefined) return plain && names.length ? names.join('|') : undefined;
    const isPlain = /^[\w^$.|*+()]+$/.test(pattern) && compilesInJavaScript(pattern);
    if (!isPlain || !plain) return undefined;
    const searched = namesOnly.test(pattern) ? `(${pattern})` : pattern;
    return [searched, ...(names.length ? [whole(names)] : [])].join('|');
  },
};
