/** Runs code with a time limit; taken from outside so that `vm` is loaded only when needed. */
export type Bounded = (code: string, globals: object, milliseconds: number) => unknown;

/** A matcher as every vendor means it, bounded in time. What cannot be decided matches. */
export function matches(
  matcher: string,
  subjects: readonly string[],
  exact: boolean,
  bounded: Bounded,
): boolean {
  const wanted = matcher.trim();
  if (wanted === '' || wanted === '*') return true;
  if (exact) return subjects.includes(wanted);
  let pattern: RegExp;
  try {
    pattern = new RegExp(wanted);
  } catch {
    return subjects.includes(wanted); // an invalid expression is a literal
  }
  const { choices, compiled } = costOf(wanted);
  if (compiled > most) return true;
  try {
    const longest = Math.max(...subjects.map(({ length }) => length), 0);
    // The work grows with the text to the power of one more than the choices.
    if (choices < 2 && wanted.length * longest ** (choices + 1) < few) {
      return subjects.some((subject) => pattern.test(subject));
    }
    const code = 'subjects.some((subject) => new RegExp(pattern).test(subject))';
    return bounded(code, { pattern: wanted, subjects: [...subjects] }, 250) === true;
  } catch {
    return true; // no time left, or no room
  }
}

/** Steps that take no time worth a limit. */
const few = 10_000_000;
/** V8 compiles 26 of `a{0,2}` or `(a*|)` for seconds or minutes, and no limit of ours ends it. */
const most = 16;

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
