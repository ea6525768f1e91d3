import type { Adapter } from '../mapping/adapter.ts';
import type { Meaning } from '../mapping/matchers.ts';
import { type HookInput, subjectsOf } from './hook-input.ts';
import { foldingOf } from './mcp-names.ts';

/**
 * Runs code with a time limit in milliseconds, and returns its value. Throws where the time is over. It
 * is passed in, so that `vm` is loaded only when it is needed.
 */
export type BoundedRunner = (code: string, globals: object, milliseconds: number) => unknown;

/** Tells whether a matcher of a dialect matches a hook input. A matcher that cannot be decided matches. */
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
  const hasNoServer = mcp && (mcp as { server?: string }).server === undefined;
  if (hasNoServer && meaning !== 'nothing' && canNameServer(dialect, matcher)) return true;
  if (isMeaningMet(meaning, subjects, bounded)) return true;
  const fold = mcp ? foldingOf(mcp) : undefined;
  return fold ? isMeaningMet(foldMeaning(meaning, fold), subjects.map(fold), bounded) : false;
}

/** Parts of a pattern whose meaning changes when the host's fold replaces a character, such as `-` by `_`. */
const changedByFolding = /\[|\\[bBdDsSwW]/;

/** Folds a matcher's meaning as the host folds names. A pattern that cannot be folded matches every name. */
function foldMeaning(meaning: Meaning, fold: (name: string) => string): Meaning {
  if (typeof meaning === 'string') return meaning;
  if ('names' in meaning) return { names: meaning.names.map(fold) };
  return changedByFolding.test(meaning.pattern) ? 'every' : { pattern: fold(meaning.pattern) };
}

/** A server name that no matcher contains. */
const sampleServer = 'zqzqz';

/** Tells whether a matcher contains what a native name has around the server's name, so that it may mean an MCP server. */
function canNameServer({ mcp }: Adapter, matcher: string): boolean {
  return mcp.names({ server: sampleServer, tool: '' }).some((name) => {
    const [before, ...behind] = name.split(sampleServer);
    const marks = behind.length ? [before as string, ...behind] : [];
    return marks
      .map((mark) => mark.replace(/(?<=[^\W_])[\W_]+$/, ''))
      .some((mark) => /[^\w]|../.test(mark) && matcher.includes(mark));
  });
}

/**
 * Tells whether a matcher's meaning matches any of the subjects, within a time limit.
 *
 * @param undecided Returned where the pattern would take too long.
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
    const longest = Math.max(...subjects.map(({ length }) => length), 0);
    // With N choices, the work grows with the length of the text to the power of N + 1.
    if (choices < 2 && pattern.length * longest ** (choices + 1) < maxUnlimitedSteps) {
      const expression = new RegExp(pattern);
      return subjects.some((subject) => expression.test(subject));
    }
    const code = 'subjects.some((subject) => new RegExp(pattern).test(subject))';
    return bounded(code, { pattern, subjects: [...subjects] }, 250) === true;
  } catch {
    return undecided; // out of time or of memory
  }
}

/** Tells whether a text is a valid regular expression. One that would take long to compile is taken for valid. */
export function isExpression(text: string): boolean {
  if (costOf(text).compiled > maxCompiledChoices) return true;
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}

/** Number of steps up to which an expression is tested without a time limit. */
const maxUnlimitedSteps = 10_000_000;
/**
 * Number of choices up to which an expression is compiled. V8 compiles 26 of `a{0,2}` or `(a*|)` for
 * seconds or minutes, and the time limit cannot end a compilation.
 */
const maxCompiledChoices = 16;

/**
 * Estimates the cost of an expression; never too low.
 *
 * @returns `choices`: how many parts can match in several ways, infinite where it looks around or back;
 *   `compiled`: the choices that V8 expands while it compiles.
 */
function costOf(expression: string): { choices: number; compiled: number } {
  const plain = expression
    .replace(/\\(?:[^\w]|[dDsSwWbBtnrfv])/g, 'x')
    .replaceAll('(?:', '(')
    .replace(/[*+?]\?/g, ([first]) => first as string);
  const count = (sign: string) => plain.split(sign).length - 1;
  const groups = plain.includes('|') ? count('(') : 0;
  const compiled = groups + count('?') + 3 * count('{');
  const unknown = /\\|\(\?/.test(plain); // look-around or a back-reference
  const choices = groups + count('?') + count('{') + count('*') + count('+');
  return { choices: unknown ? Number.POSITIVE_INFINITY : choices, compiled };
}
