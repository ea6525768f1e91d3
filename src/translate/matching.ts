import type { Adapter } from '../mapping/adapter.ts';
import type { Meaning } from '../mapping/matchers.ts';
import { type HookInput, subjectsOf } from './hook-input.ts';
import { foldingOf } from './tool-calls.ts';

/** Runs code with a time limit; taken from outside so that `vm` is loaded only when needed. */
export type BoundedRunner = (code: string, globals: object, milliseconds: number) => unknown;

/** Whether a dialect's matcher lets through what its agent is told. What cannot be decided passes. */
export function isMatcherMet(
  dialect: Adapter,
  matcher: string,
  told: HookInput,
  bounded: BoundedRunner,
): boolean {
  const subjects = subjectsOf(told, dialect);
  if (!subjects) return true;
  const meaning = dialect.matchers.read(matcher, told.binding);
  const { mcp } = told.variant.event;
  const untold = mcp && (mcp as { server?: string }).server === undefined;
  if (untold && meaning !== 'nothing' && canNameServer(dialect, matcher)) return true;
  if (isMeaningMet(meaning, subjects, bounded)) return true;
  const fold = mcp ? foldingOf(mcp as { tool: string }) : undefined;
  return fold ? isMeaningMet(foldMeaning(meaning, fold), subjects.map(fold), bounded) : false;
}

/** What means another thing of another sign. */
const changedByFolding = /\[|\\[bBdDsSwW]/;

/** A meaning as it is of names that became one: what cannot be said of them may mean any. */
function foldMeaning(meaning: Meaning, fold: (name: string) => string): Meaning {
  if (typeof meaning === 'string') return meaning;
  if ('names' in meaning) return { names: meaning.names.map(fold) };
  return changedByFolding.test(meaning.pattern) ? 'every' : { pattern: fold(meaning.pattern) };
}

/** A server that no matcher means. */
const sampleServer = 'zqzqz';

/** Whether a matcher has what stands around a server's name, so that it may mean one. */
function canNameServer({ mcp }: Adapter, matcher: string): boolean {
  return mcp.names({ server: sampleServer, tool: '' }).some((name) => {
    const [before, ...behind] = name.split(sampleServer);
    const marks = behind.length ? [before as string, ...behind] : [];
    return marks
      .map((mark) => mark.replace(/(?<=[^\W_])[\W_]+$/, ''))
      .some((mark) => /[^\w]|../.test(mark) && matcher.includes(mark));
  });
}

/** Whether a meaning is met by any of some subjects, bounded in time; `undecided`: what cannot be told in it. */
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
    // The work grows with the text to the power of one more than the choices.
    if (choices < 2 && pattern.length * longest ** (choices + 1) < maxUnlimitedSteps) {
      const expression = new RegExp(pattern);
      return subjects.some((subject) => expression.test(subject));
    }
    const code = 'subjects.some((subject) => new RegExp(pattern).test(subject))';
    return bounded(code, { pattern, subjects: [...subjects] }, 250) === true;
  } catch {
    return undecided; // no time left, or no room
  }
}

/** Whether a text can be read as an expression; one that takes long to compile is taken for one. */
export function isExpression(text: string): boolean {
  if (costOf(text).compiled > maxCompiledChoices) return true;
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}

/** Steps that take no time worth a limit. */
const maxUnlimitedSteps = 10_000_000;
/** V8 compiles 26 of `a{0,2}` or `(a*|)` for seconds or minutes, and no limit of ours ends it. */
const maxCompiledChoices = 16;

/**
 * How often an expression can choose, where alternatives choose in groups; and how often where V8
 * looks at each choice as it compiles. Too many are counted, never too few.
 */
function costOf(expression: string): { choices: number; compiled: number } {
  const plain = expression
    .replace(/\\(?:[^\w]|[dDsSwWbBtnrfv])/g, 'x')
    .replaceAll('(?:', '(')
    .replace(/[*+?]\?/g, ([first]) => first as string);
  const count = (sign: string) => plain.split(sign).length - 1;
  const groups = plain.includes('|') ? count('(') : 0;
  const compiled = groups + count('?') + 3 * count('{');
  const unknown = /\\|\(\?/.test(plain); // it looks around, or back
  const choices = groups + count('?') + count('{') + count('*') + count('+');
  return { choices: unknown ? Number.POSITIVE_INFINITY : choices, compiled };
}
