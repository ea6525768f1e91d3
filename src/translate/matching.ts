import type { Adapter } from '../mapping/adapter.ts';
import type { Meaning } from '../mapping/matchers.ts';
import { type HookInput, subjectsOf } from './hook-input.ts';
import { foldingOf, listMcpNames } from './mcp-names.ts';

/**
 * Runs code with the given global variables and a time limit in milliseconds, and returns its value. Throws
 * when the time is over. Callers pass this function in, since it needs Node's `vm`, which is loaded only
 * when it is needed.
 */
export type BoundedRunner = (code: string, globals: object, milliseconds: number) => unknown;

/**
 * Tells whether a matcher of a dialect matches a hook input. If this cannot be decided, the answer is true,
 * so that a guard runs once too often rather than not at all:
 * - the event has nothing that a matcher could be compared with;
 * - the call is of an MCP tool whose server is not known, and the matcher may name a server;
 * - the call's name may stand for too many MCP tools to list, and the matcher matches one after folding
 *   both as the host folds names.
 */
export function isMatcherMet(
  dialect: Adapter,
  matcher: string,
  input: HookInput,
  bounded: BoundedRunner,
): boolean {
  const subjects = subjectsOf(input, dialect);
  if (!subjects) return true;
  const meaning = dialect.matchers.read(matcher, input.binding);
  const { mcp } = input.variant.event;
  const isServerUnknown = mcp && (mcp as { server?: string }).server === undefined;
  if (isServerUnknown && meaning !== 'nothing' && canNameServer(dialect, matcher)) return true;
  if (isMeaningMet(meaning, subjects, bounded)) return true;
  const foldName = foldingOf(mcp);
  if (!foldName) return false;
  return isMeaningMet(foldMeaning(meaning, foldName), subjects.map(foldName), bounded);
}

/** Parts of a pattern whose meaning changes if a character in them is folded, such as `-` to `_`: `[a-z]`, `\b`, `\D`. */
const changedByFolding = /\[|\\[bBdDsSwW]/;

/** Folds the names or the pattern of a matcher as the host folds names. A pattern that cannot be folded becomes `every`. */
function foldMeaning(meaning: Meaning, foldName: (name: string) => string): Meaning {
  if (typeof meaning === 'string') return meaning;
  if ('names' in meaning) return { names: meaning.names.map(foldName) };
  return changedByFolding.test(meaning.pattern) ? 'every' : { pattern: foldName(meaning.pattern) };
}

/** A server's name that no other part of a native name contains. */
const sampleServer = 'zqzqz';

/**
 * Tells whether a matcher may name an MCP server: it contains a text that the dialect's names of MCP tools
 * have before or after the server's name, such as `mcp` of `mcp__SERVER__`.
 */
function canNameServer(dialect: Adapter, matcher: string): boolean {
  return listMcpNames(dialect, { server: sampleServer, tool: '' }).some((name) => {
    const textsAround = name.includes(sampleServer) ? name.split(sampleServer) : [];
    return textsAround
      .map((text) => text.replace(/(?<=[^\W_])[\W_]+$/, '')) // without separators behind a word
      .some((text) => /[^\w]|../.test(text) && matcher.includes(text)); // one letter or `_` is in too many matchers
  });
}

/**
 * Tells whether a matcher's meaning matches one of the subjects. A pattern that may take long is tested with a
 * time limit of 250 ms.
 *
 * @param undecided What is returned if the pattern takes too long.
 */
export function isMeaningMet(
  meaning: Meaning,
  subjects: readonly string[],
  bounded: BoundedRunner,
  undecided = true,
): boolean {
  if (typeof meaning === 'string') return meaning === 'every';
  if ('names' in meaning) return subjects.some((subject) => meaning.names.includes(subject));
  const { pattern } = meaning;
  const { choices, compiled } = costOf(pattern);
  if (compiled > maxCompiledChoices) return undecided;
  try {
    const maxLength = Math.max(...subjects.map(({ length }) => length), 0);
    // With N choices, the work grows with the length of the text to the power of N + 1.
    if (choices < 2 && pattern.length * maxLength ** (choices + 1) < maxUnlimitedSteps) {
      const expression = new RegExp(pattern);
      return subjects.some((subject) => expression.test(subject));
    }
    const code = 'subjects.some((subject) => new RegExp(pattern).test(subject))';
    return bounded(code, { pattern, subjects: [...subjects] }, 250) === true;
  } catch {
    return undecided; // out of time or of memory
  }
}

/** Tells whether a text is a valid regular expression. A text that would take long to compile counts as valid. */
export function isExpression(text: string): boolean {
  if (costOf(text).compiled > maxCompiledChoices) return true;
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}

/** An expression whose test takes fewer steps than this is tested without a time limit. */
const maxUnlimitedSteps = 10_000_000;
/**
 * An expression with more choices than this is not compiled. V8 takes seconds or minutes to compile 26 times
 * `a{0,2}` or `(a*|)`, and the time limit cannot end a compilation.
 */
const maxCompiledChoices = 16;

/**
 * Estimates the cost of an expression. The estimate may be too high, and is never too low.
 *
 * @returns `choices`: how many parts can match in several ways, or infinity if the expression has a
 *   look-around or a back-reference. `compiled`: how many choices V8 expands while it compiles.
 */
function costOf(expression: string): { choices: number; compiled: number } {
  // What is left has only signs that cost: escapes of one character become `x`, groups lose their `?:`, and
  // lazy quantifiers their `?`.
  const simplified = expression
    .replace(/\\(?:[^\w]|[dDsSwWbBtnrfv])/g, 'x')
    .replaceAll('(?:', '(')
    .replace(/[*+?]\?/g, ([quantifier]) => quantifier as string);
  const count = (sign: string) => simplified.split(sign).length - 1;
  const groups = simplified.includes('|') ? count('(') : 0;
  const compiled = groups + count('?') + 3 * count('{');
  const looksAroundOrBack = /\\|\(\?/.test(simplified);
  const choices = groups + count('?') + count('{') + count('*') + count('+');
  return { choices: looksAroundOrBack ? Number.POSITIVE_INFINITY : choices, compiled };
}
