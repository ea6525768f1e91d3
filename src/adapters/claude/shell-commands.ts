/**
 * Splits a shell line into its commands, if it is certainly nothing more than simple commands: no substitutions,
 * expansions or compound commands. Any other line is unclear, and the client starts every hook for it, 2.1.330.
 */

/** In characters. A longer line is unclear, 2.1.330. */
const maxLength = 10_000;

/**
 * Makes a line unclear, even inside quotes or a comment: invisible blanks and control characters, `\ `,
 * ` =word`, `~[`. We add `IFS`, the variable that says where the shell splits words.
 */
const alwaysUnclear = /(?![ \t\n])[\p{C}\p{Z}]|\\[ \t]|(?<![^\s;&|])=\S|~\[|IFS/u;

/** A word that can be the name of a program and nothing else. */
const commandName = /^(?:~\/)?[\p{L}\p{N}\w./][\p{L}\p{N}\w./:@+%,-]*$/u;
/** Words that start a compound command, or change the meaning of the words after them. */
const reservedWord =
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|select|function|coproc|declare|export|float|integer|local|nameref|readonly|typeset|unset)$/;

/**
 * One part of a line. Each alternative is a named group, and the first that matches counts. `assignment` is a
 * name and `=`, without the value; `bare` is unquoted text; `single` and `double` are the insides of quotes.
 *
 * An escaped quote, `$` or operator matches nothing, so the line is unclear: an agent may run the line in
 * another shell, for which the character is not escaped.
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
  /** The word that is being read. Undefined: none has begun. */
  word: string | undefined;
  /** What that word is if it is no argument: the value of a variable, or the file of a redirection. */
  role: 'value' | 'file' | undefined;
  /** An assignment to a variable was read. */
  hasAssignment: boolean;
  hasRedirection: boolean;
}
const startCommand = (): PartialCommand => ({
  words: [],
  word: undefined,
  role: undefined,
  hasAssignment: false,
  hasRedirection: false,
});

/** Ends the word that is being read, and keeps it if it is an argument. */
function endWord(command: PartialCommand): void {
  if (command.word !== undefined && !command.role) command.words.push(command.word);
  command.word = undefined;
  command.role = undefined;
}

/**
 * Splits a line into commands, and each command into words. Reads the line part by part: a blank
 * ends a word, an operator ends a command, and assignments and redirections are left out.
 *
 * @returns undefined if the line is unclear
 */
function splitCommands(line: string): string[][] | undefined {
  if (line.length > maxLength || alwaysUnclear.test(line)) return undefined;
  const commands: string[][] = [];
  let command = startCommand();
  let needsCommand = false; // after `&&`, `||` and `|`
  const hasBegun = () =>
    command.words.length > 0 || command.hasAssignment || command.hasRedirection;
  /** Ends the command that is being read, and begins the next. Returns false if it is no simple command. */
  const endCommand = (): boolean => {
    endWord(command);
    const { words } = command;
    const [name = ''] = words;
    if (!commandName.test(name) || reservedWord.test(name)) return false;
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
      command.hasRedirection = true;
      // The pattern has read all of `2>&1`. A file's name may go on in the parts that follow.
      if (!/&\d+$/.test(redirect)) command.role = 'file';
    } else if (operator !== undefined) {
      endWord(command);
      if (operator === '\n' && !hasBegun()) continue; // an empty line
      if (!endCommand()) return undefined;
      needsCommand = /^(?:&&|\|)/.test(operator);
    } else if (comment !== undefined) {
      if (needsCommand) return undefined;
    } else if (assignment !== undefined && !command.words.length && !command.hasRedirection) {
      command.hasAssignment = true;
      command.role = 'value';
      command.word = '';
    } else {
      // A line with words after a redirection is unclear, 2.1.330.
      if (command.hasRedirection && command.role !== 'file') return undefined;
      const text = assignment ?? bare ?? groups.single ?? double?.replace(/\\\\/g, '\\');
      if (command.role === 'value' && text?.includes('~')) return undefined;
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
 * @returns undefined if the line is, or may be, more than simple commands
 */
export function listCommands(line: string): string[] | undefined {
  return splitCommands(line)?.flatMap((words) => {
    const innerStart =
      words[0] === 'xargs' ? words.findIndex((word, i) => i > 0 && word[0] !== '-') : -1;
    const commands = innerStart > 0 ? [words, words.slice(innerStart)] : [words];
    return commands.map((command) =>
      command
        .join(' ')
        .replace(/[ \t]+/g, ' ')
        .trim(),
    );
  });
}
