/** What a person has to do about the lines that git writes into a file where two branches changed it. */
export const conflictMessage =
  'a merge conflict that git left: keep what is right, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>';

/**
 * Finds the first line that git wrote into a text at a merge conflict.
 *
 * @returns The offset of that line. Undefined: there is none.
 */
export function findConflict(text: string): number | undefined {
  const start = /^<{7} /m.exec(text);
  return start && /^>{7} /m.test(text) ? start.index : undefined;
}
