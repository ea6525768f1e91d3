/** Returns words about the known word that is nearest to a wrong one. Without `anyhook` there are none, since they are large. */
let findHint = (_word: string, _known: readonly string[]): string => '';

/** Returns ` (did you mean WORD?)` for the known word nearest to a wrong one, or an empty text. */
export const hintAt = (word: string, known: readonly string[]): string => findHint(word, known);

/** Lets messages of the library name the known word that is nearest to a wrong one. */
export function setHints(hint: typeof findHint): void {
  findHint = hint;
}
