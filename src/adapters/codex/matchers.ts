import type { Subjects } from '../../mapping/adapter.ts';
import type { Matchers, Meaning } from '../../mapping/matchers.ts';
import { canPatternMatch, makeWholeNameExpression } from '../../mapping/matchers.ts';

/** Further names by which a matcher may call a tool, 0.169.0. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  apply_patch: ['Edit', 'Write'],
  spawn_agent: ['Agent'],
};

/** Matches a list of names. Any other matcher is an expression. */
const namesOnly = /^[A-Za-z0-9_|]*$/;

/** Matches an escape, or a character class such as `[^)]`, inside which other characters have no special meaning. */
const escapeOrClass = /\\(?:.|$)|\[\^?\]?(?:\\.|[^\]\\])*\]/gs;

/** Replaces each escape of an expression by `e`, and each character class by `c`. A single backslash at the end stays. */
const maskEscapes = (text: string): string =>
  text.replace(escapeOrClass, (part) => (part === '\\' ? part : part[0] === '[' ? 'c' : 'e'));

/** Matches lookaround, which Rust's expressions do not have. */
const lookaround = /\(\?<?[=!]/;

/** Tells whether an expression has a backreference, which Rust's expressions do not have. */
const hasBackreference = (text: string): boolean =>
  (text.match(escapeOrClass) ?? []).some((part) => /^\\[1-9k]/.test(part));

/** Tells whether a text is a valid JavaScript expression. */
function compilesInJavaScript(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** Matches parts of an expression that JavaScript reads otherwise than Rust, or does not accept. */
const differsInJavaScript = /\\[AzxpPQE<>]|\[\^?\]|\[\[|\[:|&&|--|~~|\(\?[a-zA-Z]|[{}]/;
const quantifier = /\{\d+(?:,\d*)?\}/g;
/** Matches parts that neither accepts: a quantifier after nothing, or a backslash at the end. */
const invalidInBoth = /(?:^|[(|])[*+]|(?:^|\|)\?|\\$/;

/** Tells whether all groups and classes of an expression are closed. `masked` comes from `maskEscapes`. */
function isBalanced(masked: string): boolean {
  let open = 0;
  for (const sign of masked) {
    if (sign === '(') open++;
    else if (sign === ')' && --open < 0) return false;
  }
  return open === 0 && !masked.includes('[');
}

/** Returns the meaning of an expression: none where Rust does not accept it, every name where it is unclear. */
function readExpression(text: string): Meaning {
  const masked = maskEscapes(text);
  if (lookaround.test(masked) || hasBackreference(text)) return 'nothing';
  // The meaning of such an expression is unknown, so it counts as matching.
  if (differsInJavaScript.test(text.replace(quantifier, ''))) return 'every';
  if (compilesInJavaScript(text)) return { pattern: text };
  // Rust alone accepts `a**` and `^*`.
  return invalidInBoth.test(masked) || !isBalanced(masked) ? 'nothing' : 'every';
}

/**
 * Matchers of 0.169.0. A matcher is a list of names separated by `|`, or else an expression of Rust's `regex`
 * that is searched for in the name. Blanks are not ignored.
 */
export const matchers: Matchers = {
  read(text, binding) {
    if (text === '' || text === '*') return 'every';
    const isTool = binding.subject === 'tool_name';
    const aliasEntries = isTool ? Object.entries(aliases) : [];
    if (namesOnly.test(text)) {
      const names = text.split('|');
      const aliasedTools = aliasEntries.flatMap(([name, toolAliases]) =>
        toolAliases.some((alias) => names.includes(alias)) ? name : [],
      );
      return { names: [...names, ...aliasedTools] };
    }
    const meaning = readExpression(text);
    if (typeof meaning === 'string' || 'names' in meaning) return meaning;
    const aliasedTools = aliasEntries.flatMap(([name, toolAliases]) =>
      toolAliases.some((alias) => canPatternMatch(meaning.pattern, alias)) ? name : [],
    );
    return aliasedTools.length
      ? { pattern: `${meaning.pattern}|${makeWholeNameExpression(aliasedTools)}` }
      : meaning;
  },
  // A pattern that may be invalid in Rust is not written, since its hook would never run: the entry
  // gets no matcher, and the shim compares the names.
  write(wanted) {
    if (wanted === 'every') return undefined;
    const { names, pattern } = wanted;
    const areNamesPlain = names.every((name) => namesOnly.test(name) && !name.includes('|'));
    if (pattern === undefined) return areNamesPlain && names.length ? names.join('|') : undefined;
    const isPatternSafe = /^[\w^$.|*+()]+$/.test(pattern) && compilesInJavaScript(pattern);
    if (!isPatternSafe || !areNamesPlain) return undefined;
    const searched = namesOnly.test(pattern) ? `(${pattern})` : pattern;
    return [searched, ...(names.length ? [makeWholeNameExpression(names)] : [])].join('|');
  },
};

/** Native event → what its matchers are compared with. At any other event they are ignored. */
export const subjects: Subjects = {
  SessionStart: 'source',
  SessionEnd: 'reason',
  PreToolUse: 'tool_name',
  PermissionRequest: 'tool_name',
  PostToolUse: 'tool_name',
  SubagentStart: 'agent_type',
  SubagentStop: 'agent_type',
  PreCompact: 'trigger',
  PostCompact: 'trigger',
};
