/** Writes words of commands that are printed for a person to type. */
import { quoteWord } from './quote.ts';

/**
 * Returns a word as a person can type it for a shell. A word with characters that a terminal would obey or not show is
 * written as `$'…'`, in which bash and zsh read `\u001b` and `\u202e` as these characters.
 */
export function quoteTypedWord(word: string): string {
  if (/^[ -~]*$/.test(word) || !/[\p{C}\u2028\u2029]/u.test(word)) return quoteWord(word, false);
  // A shell that does not know `$'…'`, such as dash, ends it at any apostrophe, and would run what follows.
  const text = word
    .replace(/\\/g, '\\\\')
    .replaceAll("'", '\\047')
    .replace(/[\p{C}\u2028\u2029]/gu, (char) => {
      const code = (char.codePointAt(0) ?? 0).toString(16);
      return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
    });
  return `$'${text}'`;
}

/**
 * Returns the path of a file as a person can type it behind any command: a shell expands the `~` that it begins with,
 * and no program takes it for a flag.
 */
export function quoteTypedPath(path: string): string {
  if (path.startsWith('~/')) return `~/${quoteTypedWord(path.slice(2))}`;
  return quoteTypedWord(path.startsWith('-') ? `./${path}` : path);
}
