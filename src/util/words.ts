import distance from 'damerau-levenshtein';

/** Returns a value as JSON of at most 80 characters, for messages. */
export const formatValue = (value: unknown): string =>
  (JSON.stringify(value) ?? 'nothing').slice(0, 80);

/**
 * Returns a message that a word is unknown. It suggests the nearest known word, or lists all if none is near.
 *
 * @param what The kind of word, such as `event`.
 * @param input The unknown word, or another value in its place.
 * @param known The words that would be right.
 */
export function describeUnknownWord(
  what: string,
  input: unknown,
  known: readonly string[],
): string {
  const nearest = typeof input === 'string' ? findIntendedWord(input, known) : undefined;
  const hint =
    nearest === undefined ? `; there are ${known.join(', ')}` : `; did you mean "${nearest}"?`;
  return `unknown ${what} ${formatValue(input)}${hint}`;
}

/** Returns how many letters of one of two words the other lacks, for the one that has more: their distance is no smaller. */
function countStrayLetters(one: string, other: string): number {
  let rest = other;
  let missing = 0;
  for (const letter of one) {
    const at = rest.indexOf(letter);
    if (at < 0) missing += 1;
    else rest = rest.slice(0, at) + rest.slice(at + letter.length);
  }
  return Math.max(missing, rest.length);
}

/** Returns the known word that was most likely meant, or undefined where none is near. */
export function findNearestWord(word: string, known: readonly string[]): string | undefined {
  const lowercase = word.toLowerCase();
  const maxSteps = Math.max(1, lowercase.length / 3);
  const [nearest] = known
    .filter((candidate) => countStrayLetters(lowercase, candidate.toLowerCase()) <= maxSteps)
    .map((candidate) => ({ candidate, steps: distance(lowercase, candidate.toLowerCase()).steps }))
    .sort((a, b) => a.steps - b.steps);
  return nearest && nearest.steps <= maxSteps ? nearest.candidate : undefined;
}

/** The least letters of the beginning of a word that tells which word is meant. */
const minBeginning = 4;

/** Returns the known word that was most likely meant: the nearest one, or else the only one that begins so. */
export function findIntendedWord(word: string, known: readonly string[]): string | undefined {
  const near = findNearestWord(word, known);
  if (near !== undefined || word.length < minBeginning) return near;
  const longer = known.filter((one) => one.toLowerCase().startsWith(word.toLowerCase()));
  const inThisCase = longer.filter((one) => one.startsWith(word));
  const [only, ...others] = inThisCase.length ? inThisCase : longer;
  return others.length ? undefined : only;
}
