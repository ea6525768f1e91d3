/** Writes command lines for a person to type: the one that was typed, with other flags. */
import type { Command } from 'commander';
import { quoteTypedWord } from '../util/shell/typed-word.ts';
import { breakCommand } from './paint.ts';

/** Words of the command line that was typed, without the program: `['convert', 'cursor', 'gemini']`. */
export type TypedWords = readonly string[];

/** Returns the words that were typed for a command, from its name on. */
export const typedWordsOf = ({ parent }: Command): TypedWords =>
  (parent as (Command & { rawArgs: string[] }) | null)?.rawArgs.slice(2) ?? [];

/** Flags that only ask to look. A command that writes has none of them. */
const previewFlags = new Set([
  '--dry-run',
  '--check',
  '--json',
  '--quiet',
  '-v',
  '--verbose',
  '--strict',
]);

/**
 * Returns the words of a command that writes what the typed one has shown or refused to write.
 *
 * @param flags The flags to add.
 */
export function withFlags(typed: TypedWords, flags: readonly string[]): string[] {
  const kept = typed
    .filter((word) => !previewFlags.has(word))
    .map((word) => word.replace(/^--accept-loss-of=/, '--accept-loss='));
  const acceptsAll = kept.includes('--accept-loss');
  const added = flags.filter(
    (flag) => !kept.includes(flag) && !(acceptsAll && flag.startsWith('--accept-loss=')),
  );
  return ['anyhook', ...kept, ...added];
}

/** Returns the flag without which a command only shows what it would write: `--write`, or none. */
export const writeFlagFor = (typed: TypedWords): string[] =>
  typed[0] === 'convert' &&
  !typed.some((word) => ['--write', '--output'].includes(word) || word.startsWith('--output='))
    ? ['--write']
    : [];

/** A number of a hook as the value of a flag. No shell takes a `#` inside of a word for a comment. */
const numberedFlag = /^--[a-z-]+=#\d+$/;

/** Returns a command as lines that a shell reads as one, indented; each but the last ends with a backslash. */
export const formatCommand = (words: readonly string[]): string =>
  breakCommand(words.map((word) => (numberedFlag.test(word) ? word : quoteTypedWord(word))));
