import distance from 'damerau-levenshtein';

/** A value of the file, in short. */
export const formatValue = (value: unknown): string =>
  (JSON.stringify(value) ?? 'nothing').slice(0, 80);

/**
 * Explains that a word is none of those that are known, and names the nearest one, or else all.
 *
 * @param what What the word was to name, such as "event".
 * @param input The word as it was given.
 */
export function describeUnknownWord(
  what: string,
  input: unknown,
  known: readonly string[],
): string {
  const near = typeof input === 'string' ? findNearestWord(input, known) : undefined;
  const hint = near === undefined ? `; there are ${known.join(', ')}` : `; did you mean "${near}"?`;
  return `unknown ${what} ${formatValue(input)}${hint}`;
}

/** Returns the known word that was most likely meant, or undefined where none is near. */
export function findNearestWord(word: string, known: readonly string[]): string | undefined {
  const low = word.toLowerCase();
  const most = Math.max(1, low.length / 3);
  const near = known
    .filter((to) => Math.abs(to.length - low.length) <= most)
    .map((to) => ({ to, by: distance(low, to.toLowerCase()).steps }))
    .sort((a, b) => a.by - b.by);
  return near[0] && near[0].by <= most ? near[0].to : undefined;
}
