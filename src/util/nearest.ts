/**
 * Counts the edits between two words: a letter added, removed, replaced, or two neighbours swapped. It is
 * written by hand since the executable has nothing from `node_modules`; `words.ts`, which only the command
 * line loads, uses a library.
 */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const other = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const edits = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + other];
      row.push(Math.min(...edits, swapped ? at(i - 2, j - 2) + 1 : a.length + b.length));
    }
  }
  return at(a.length, b.length);
}

/** Returns ` (did you mean WORD?)` for the known word nearest to a word, or an empty text where none is near. */
export function hint(word: string, known: readonly string[]): string {
  if (word.length > 40) return '';
  const [first] = known
    .map((one) => ({ one, far: distance(word.toLowerCase(), one.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
  return first && first.far <= Math.min(3, word.length / 3) ? ` (did you mean ${first.one}?)` : '';
}
