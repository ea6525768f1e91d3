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
  if (!risky(wanted)) return subjects.some((subject) => pattern.test(subject));
  try {
    const code = 'subjects.some((subject) => new RegExp(pattern).test(subject))';
    return bounded(code, { pattern: wanted, subjects: [...subjects] }, 250) === true;
  } catch {
    return true;
  }
}

/** More than one quantifier, or a repeated group: may take time without end. */
const risky = (pattern: string): boolean =>
  (pattern.match(/[*+{]/g)?.length ?? 0) > 1 || /\)[*+{]/.test(pattern);
