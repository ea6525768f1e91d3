/** Writes words and calls that shells read back exactly. */
import { AnyhookError } from '../../errors.ts';
import { quoteForShell } from '../quote-for-shell.ts';

/** Words that begin or go on a statement of the shell where a command's name could stand. */
export const reservedWord =
  /^(?:!|case|coproc|do|done|elif|else|esac|fi|for|function|if|in|select|then|time|until|while)$/;
/** How an assignment before a command begins. */
export const assignmentPrefix = /^[A-Za-z_]\w*\+?=/;
const plainWord = /^(?!=)[\w@%+=:,./-]+$/;

/**
 * Writes a text as one shell word that the command gets exactly. A lone surrogate is kept, and is
 * U+FFFD to the command. Throws `usage` for a text with a NUL character.
 * @param substitutes - Whether the host replaces `$NAME` and `${NAME}` in any text before a shell reads it.
 */
export function quoteWord(word: string, substitutes: boolean): string {
  if (word.includes('\0')) {
    throw new AnyhookError('usage', 'a command line cannot hold a NUL character: take it out');
  }
  if (plainWord.test(word) && !assignmentPrefix.test(word) && !reservedWord.test(word)) return word;
  const text = quoteForShell(word);
  return substitutes ? text.replace(/\$(?=[\w{])/g, () => `$''`) : text;
}

/** Begins a PowerShell line that calls a program: without it a quoted word is only a text. */
export const callOperator = '& ';

/** Writes a PowerShell line that calls a program with arguments. */
export const writePowerShellCall = (words: readonly string[]): string =>
  callOperator + words.map((word) => `'${word.replaceAll("'", "''")}'`).join(' ');
