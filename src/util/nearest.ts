/**
 * Counts the edits between two words: a letter added, removed, replaced, or two neighbours swapped. It is
 * written by hand since the executable has nothing from `node_modules`; `words.ts`, which only the command
 * line loads, uses a library.
 */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  /** Returns the distance of the first `i` letters of one word from the first `j` letters of the other. */
  const distanceAt = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const replaced = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? distanceAt(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      const [removed, added] = [distanceAt(i - 1, j) + 1, distanceAt(i, j - 1) + 1];
      row.push(Math.min(removed, added, distanceAt(i - 1, j - 1) + replaced, swapped));
    }
  }
  return distanceAt(a.length, b.length);
}

/** Returns ` (did you mean WORD?)` for the known word nearest to a word, or an empty text where none is near. */
export function hint(word: string, known: readonly string[]): string {
  if (word.length > 40) return ''; // no known word is as long
  const [nearest] = known
    .map((candidate) => ({
      candidate,
      edits: distance(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((a, b) => a.edits - b.edits);
  const isNear = nearest && nearest.edits <= Math.min(3, word.length / 3);
  return isNear ? ` (did you mean ${nearest.candidate}?)` : '';
}
