import type { Binding } from './adapter.ts';

/**
 * What a matcher's text means: whatever happens, nothing at all, what is called by one of some
 * names, or what a JavaScript expression is found in.
 */
export type Meaning = 'every' | 'nothing' | { names: readonly string[] } | { pattern: string };

/** What a matcher has to let through: tools by their names, and what an expression is found in. */
export interface Wanted {
  names: readonly string[];
  pattern?: string | undefined;
}

/** How a vendor reads matchers, and how it writes them. */
export interface Matchers {
  /** What a text means on an event that has a subject. */
  read(text: string, binding: Binding): Meaning;
  /**
   * The text that lets through all that is wanted, and little more; undefined: none says it, or none
   * is needed. `builtIn`: and no tool of an MCP server.
   */
  write(wanted: Wanted | 'every', builtIn: boolean): string | undefined;
}

/** Names between `|`. */
const list = /^[\w:-]+(?:\|[\w:-]+)*$/;

/** The names of `^NAME$`, `^(NAME|NAME)$` and `^(?:NAME|NAME)$`. */
function listAlternatives(text: string): string[] | undefined {
  if (text[0] !== '^' || text[text.length - 1] !== '$') return undefined;
  const inner = text.slice(1, -1);
  const isGroup = inner[0] === '(' && inner[inner.length - 1] === ')';
  const names = isGroup ? inner.slice(inner.startsWith('(?:') ? 3 : 1, -1) : inner;
  return list.test(names) && (isGroup || !names.includes('|')) ? names.split('|') : undefined;
}

/** What an expression means that is searched for; undefined: it is none. */
export function readExpression(text: string): Meaning | undefined {
  if (last?.text !== text) last = { text, meaning: meaningOf(text) };
  return last.meaning;
}

/** A hook's matcher is read for each telling; V8 compiles an expression that runs twice. */
let last: { text: string; meaning: Meaning | undefined } | undefined;

function meaningOf(text: string): Meaning | undefined {
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

/** Names, each the whole of one, as an expression that is searched for. */
export const matchWholeNames = (names: readonly string[]): string => {
  const some = names.map(escaped).join('|');
  return names.length === 1 ? `^${some}$` : `^(${some})$`;
};

/** Matchers that are JavaScript expressions, searched for; what is none is a name. */
export const expressions: Matchers = {
  read(text) {
    const wanted = text.trim();
    if (wanted === '' || wanted === '*') return 'every';
    return readExpression(wanted) ?? { names: [wanted] };
  },
  write(wanted) {
    if (wanted === 'every') return undefined;
    const { names, pattern } = wanted;
    // In front, where its groups keep their numbers.
    return [...(pattern ? [pattern] : []), ...(names.length ? [matchWholeNames(names)] : [])].join(
      '|',
    );
  },
};

/** Whether an expression is found in a word of ours; one that V8 compiles for long may be. Throws. */
export function canPatternMatch(pattern: string, word: string): boolean {
  const expression = new RegExp(pattern);
  return (pattern.match(/[?{(]/g) ?? []).length > 16 || expression.test(word);
}
