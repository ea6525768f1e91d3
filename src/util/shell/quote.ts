/** Writes words and calls that shells read back exactly. */
import { AnyhookError } from '../../errors.ts';
import { quoteForShell } from '../quote-for-shell.ts';

/** Matches the words that a shell reads as part of a statement if they stand where the name of a command could stand. */
export const reservedWord =
  /^(?:!|case|coproc|do|done|elif|else|esac|fi|for|function|if|in|select|then|time|until|while)$/;
/** Matches the beginning of an assignment, which a shell does not read as the name of a command. */
export const assignmentPrefix = /^[A-Za-z_]\w*\+?=/;
/** Matches a word that needs no quotes. (A `=` at the beginning has a meaning in zsh.) */
const plainWord = /^(?!=)[\w@%+=:,./-]+$/;

/**
 * Returns a text as one shell word, so that the command gets exactly that text. (It gets U+FFFD for a lone
 * surrogate, which the shell word still has.) Throws `usage` for a text with a NUL character.
 *
 * @param substitutes Whether the host replaces `$NAME` and `${NAME}` in any text before a shell reads it.
 */
export function quoteWord(word: string, substitutes: boolean): string {
  if (word.includes('\0')) {
    throw new AnyhookError('usage', 'a command line cannot hold a NUL character: take it out');
  }
  if (plainWord.test(word) && !assignmentPrefix.test(word) && !reservedWord.test(word)) return word;
  const text = quoteForShell(word);
  return substitutes ? text.replace(/\$(?=[\w{])/g, () => `$''`) : text;
}

/** The beginning of a PowerShell line that calls a program. Without it, PowerShell only prints a quoted word. */
export const callOperator = '& ';

/** Writes a PowerShell line that calls a program with arguments. */
export const writePowerShellCall = (words: readonly string[]): string =>
  callOperator + words.map((word) => `'${word.replaceAll("'", "''")}'`).join(' ');
