import type { Matchers, Meaning } from '../../mapping/matchers.ts';
import { whole } from '../../mapping/matchers.ts';

/** What else matchers may call a tool, 0.169.0. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  apply_patch: ['Edit', 'Write'],
  spawn_agent: ['Agent'],
};

const exact = /^[A-Za-z0-9_|]*$/;

/** What Rust's expressions have not: to look around, and back. */
const unknown = /\(\?(?:<?[=!])|\\[1-9]|\\k</;

/** The same for a reader of JavaScript's; undefined: it has none like it. */
function compiled(text: string): RegExp | undefined {
  try {
    return new RegExp(text);
  } catch {
    return undefined;
  }
}

/** Signs that mean one thing to Rust and another, or nothing, to JavaScript. */
const elsewhere = /\\[AzxpPQE]|\[\[|\[:|&&|--|~~|\(\?[a-zA-Z]|[{}]/;
const times = /\{\d+(?:,\d*)?\}/g;

function expression(text: string): Meaning {
  if (unknown.test(text)) return 'nothing';
  if (elsewhere.test(text.replace(times, ''))) return 'every'; // it may mean anything: the hook is asked
  return compiled(text) ? { pattern: text } : 'nothing';
}

/** Matchers of 0.169.0: names with `|`, else Rust's expressions, searched for; blanks count. */
export const matchers: Matchers = {
  read(text, binding) {
    if (text === '' || text === '*') return 'every';
    const isTool = binding.subject === 'tool_name';
    const known = isTool ? Object.entries(aliases) : [];
    if (exact.test(text)) {
      const names = text.split('|');
      const own = known.flatMap(([name, also]) =>
        also.some((one) => names.includes(one)) ? name : [],
      );
      return { names: [...names, ...own] };
    }
    const meaning = expression(text);
    if (typeof meaning === 'string' || 'names' in meaning) return meaning;
    const found = new RegExp(meaning.pattern);
    const own = known.flatMap(([name, also]) =>
      also.some((one) => found.test(one)) && !found.test(name) ? name : [],
    );
    return own.length ? { pattern: `${meaning.pattern}|${whole(own)}` } : meaning;
  },
  // What is not certain to mean the same there is left to the shim: an invalid one is no hook at all.
  write(wanted) {
    if (wanted === 'every') return undefined;
    const { names, pattern } = wanted;
    const plain = names.every((name) => exact.test(name) && !name.includes('|'));
    if (pattern === undefined) return plain && names.length ? names.join('|') : undefined;
    const isPlain = /^[\w^$.|*+()]+$/.test(pattern) && compiled(pattern) !== undefined;
    if (!isPlain || !plain) return undefined;
    const searched = exact.test(pattern) ? `(${pattern})` : pattern;
    return [searched, ...(names.length ? [whole(names)] : [])].join('|');
  },
};
