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
  try {
    if (!risky(wanted, subjects)) return subjects.some((subject) => pattern.test(subject));
    const code = 'subjects.some((subject) => new RegExp(pattern).test(subject))';
    return bounded(code, { pattern: wanted, subjects: [...subjects] }, 250) === true;
  } catch {
    return true; // no time left, or no room
  }
}

/**
 * May take time without end: where it can choose more than once, or once on a text of a model's
 * length. Alternatives choose in groups alone; what is counted too often costs little.
 */
function risky(pattern: string, subjects: readonly string[]): boolean {
  const plain = pattern.replace(/\\./gs, 'x').replace(/[(*+?]\?/g, ([first]) => first as string);
  const groups = plain.includes('|') ? plain.split('(').length - 1 : 0;
  const choices = groups + (plain.match(/[*+?{]/g)?.length ?? 0);
  return choices > 1 || (choices > 0 && subjects.some(({ length }) => length > 1000));
}
