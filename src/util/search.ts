/**
 * Returns a function that tells whether a text holds one of some words, in time that does not grow with their number: it
 * grows with the length of the text, and with how many lengths the words have.
 *
 * @param words None of them is empty.
 */
export function makeSearch(words: readonly string[]): (text: string) => boolean {
  const known = new Set(words);
  const lengths = new Set(words.map((word) => word.length));
  return (text) => {
    for (const length of lengths)
      for (let at = 0; at + length <= text.length; at++)
        if (known.has(text.slice(at, at + length))) return true;
    return false;
  };
}
