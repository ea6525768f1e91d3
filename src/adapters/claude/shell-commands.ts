/** Splits a shell line into its commands, if it is certainly nothing more than simple commands. */

/** In characters. For a longer line the client starts every hook, 2.1.330. */
const maxLength = 10_000;

/**
 * For a line with one of these the client starts every hook, even where it is quoted or in a
 * comment: invisible blanks and control characters, `\ `, ` =word`, `~[`. We add `IFS`, the
 * variable that splits words.
 */
const alwaysUnclear = /(?![ \t\n])[\p{C}\p{Z}]|\\[ \t]|(?<![^\s;&|])=\S|~\[|IFS/u;

const commandName = /^(?:~\/)?[\p{L}\p{N}\w./][\p{L}\p{N}\w./:@+%,-]*$/u;
/** Words that start a compound command, or change the meaning of the words after them. */
const reservedWord =
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|select|function|coproc|declare|export|float|integer|local|nameref|readonly|typeset|unset)$/;

/**
 * One part of a line. An escaped quote, `$` or operator matches nothing, so the line counts as
 * unclear: an agent may run the line in another shell, which reads the character as if it were not
 * escaped.
 */
const linePart = new RegExp(
  [
    String.raw`(?<blank>[ \t]+(?:\\\n)?)`,
    String.raw`(?<redirect>(?:(?<![^\s;&|])\d+)?(?:[<>]&\d+(?![^\s;&|])|(?:&?>>?|>\||<)[ \t]*[\w./~-]+(?![^\s;&|<>])))`,
    String.raw`(?<operator>&&|\|[|&]?|[;&\n])`,
    String.raw`(?<comment>(?<=(?:^|(?<!\\)\n)[ \t]*)#[\p{L}\p{N} \t.,:;!?'"/_-]*(?=\n|$))`,
    String.raw`(?<assignment>(?<![^\s;&|])[A-Za-z_]\w*\+?=(?!=))`,
    String.raw`(?<bare>(?!(?<![^\s;&|])[=#])(?:[^\s;&|<>()$\x60\\"'{}]+|(?<![^\s;&|])\{\}(?![^\s;&|])))`,
    String.raw`'(?<single>(?:[^'\\$\x60]|\\(?!\n)|\$(?![(\x60{$]))*)'`,
    String.raw`"(?<double>(?:[^"\\$\x60]|\\[^"$\x60\n])*)"`,
  ].join('|'),
  'uy',
);

/** A command whose words are still being read. */
interface PartialCommand {
  words: string[];
  /** The word that is being read. */
  word: string | undefined;
  /**
   * Set where that word is no argument: it is the value of a variable or the file of a redirection.
   */
  aside: 'value' | 'file' | undefined;
  isAssigned: boolean;
  isRedirected: boolean;
}
const startCommand = (): PartialCommand => ({
  words: [],
  word: undefined,
  aside: undefined,
  isAssigned: false,
  isRedirected: false,
});

/** Ends the word that is being read. */
function endWord(command: PartialCommand): void {
  if (command.word !== undefined && !command.aside) command.words.push(command.word);
  command.word = undefined;
  command.aside = undefined;
}

/**
 * Splits a line into commands, and each command into words. Reads the line part by part: a blank
 * ends a word, an operator ends a command, and variables and redirections are left out.
 *
 * @returns undefined where the line is, or may be, more than simple commands
 */
function splitCommands(line: string): string[][] | undefined {
  if (line.length > maxLength || alwaysUnclear.test(line)) return undefined;
  const commands: string[][] = [];
  let command = startCommand();
  let needsCommand = false; // after `&&`, `||` and `|`
  const hasBegun = () => command.words.length > 0 || command.isAssigned || command.isRedirected;
  /** Ends the command that is being read. Returns false if it is no simple command. */
  const endCommand = (): boolean => {
    endWord(command);
    const { words } = command;
    const [first = ''] = words;
    if (!commandName.test(first) || reservedWord.test(first)) return false;
    commands.push(words);
    command = startCommand();
    return true;
  };
  for (let at = 0; at < line.length; at = linePart.lastIndex) {
    linePart.lastIndex = at;
    const groups = linePart.exec(line)?.groups;
    if (!groups) return undefined;
    const { blank, redirect, operator, comment, assignment, bare, double } = groups;
    if (blank !== undefined) endWord(command);
    else if (redirect !== undefined) {
      endWord(command);
      command.isRedirected = true;
      if (!/&\d+$/.test(redirect)) command.aside = 'file';
    } else if (operator !== undefined) {
      endWord(command);
      if (operator === '\n' && !hasBegun()) continue;
      if (!endCommand()) return undefined;
      needsCommand = /^(?:&&|\|)/.test(operator);
    } else if (comment !== undefined) {
      if (needsCommand) return undefined;
    } else if (assignment !== undefined && !command.words.length && !command.isRedirected) {
      command.isAssigned = true;
      command.aside = 'value';
      command.word = '';
    } else {
      // For a line with words after a redirection the client starts every hook, 2.1.330.
      if (command.isRedirected && command.aside !== 'file') return undefined;
      const text = assignment ?? bare ?? groups.single ?? double?.replace(/\\\\/g, '\\');
      if (command.aside === 'value' && text?.includes('~')) return undefined;
      command.word = (command.word ?? '') + text;
    }
  }
  endWord(command);
  if (hasBegun()) return endCommand() ? commands : undefined;
  return needsCommand ? undefined : commands;
}

/**
 * Lists the commands of a shell line, each with single blanks between its words. A command that
 * `xargs` runs is listed as well.
 *
 * @returns undefined where the line is, or may be, more than simple commands
 */
export function listCommands(line: string): string[] | undefined {
  return splitCommands(line)?.flatMap((words) => {
    const start = words[0] === 'xargs' ? words.findIndex((one, i) => i > 0 && one[0] !== '-') : -1;
    const wordLists = start > 0 ? [words, words.slice(start)] : [words];
    return wordLists.map((one) =>
      one
        .join(' ')
        .replace(/[ \t]+/g, ' ')
        .trim(),
    );
  });
}
