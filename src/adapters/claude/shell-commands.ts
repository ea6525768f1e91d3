/** The commands of a shell line that is surely no more than a list of simple commands. */

/** A longer line starts every hook, 2.1.330. */
const longest = 10_000;

/**
 * What starts every hook wherever it stands, in quotes and comments as well: blanks and marks that
 * cannot be seen, `\ `, ` =word`, `~[` and, for us, the variable that splits words.
 */
const unreadable = /(?![ \t\n])[\p{C}\p{Z}]|\\[ \t]|(?<![^\s;&|])=\S|~\[|IFS/u;

const name = /^(?:~\/)?[\p{L}\p{N}\w./][\p{L}\p{N}\w./:@+%,-]*$/u;
/** Words that begin more than a command, or change what later words are. */
const special =
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|select|function|coproc|declare|export|float|integer|local|nameref|readonly|typeset|unset)$/;

/**
 * The parts of a line. An escaped quote, `$` or operator is none of them: other shells, which an
 * agent may run the line in, take the sign for what it is without the escape.
 */
const part = new RegExp(
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

/** A command as it is read: its words, and whether more of them may come. */
interface Reading {
  words: string[];
  word: string | undefined;
  /** The word that is read is the value of a variable, or the file of a redirection. */
  aside: 'value' | 'file' | undefined;
  isAssigned: boolean;
  isRedirected: boolean;
}
const nothing = (): Reading => ({
  words: [],
  word: undefined,
  aside: undefined,
  isAssigned: false,
  isRedirected: false,
});

/** Ends the word that is read. */
function endWord(reading: Reading): void {
  if (reading.word !== undefined && !reading.aside) reading.words.push(reading.word);
  reading.word = undefined;
  reading.aside = undefined;
}

/** The words of each command; undefined where the line is, or may be, more than simple commands. */
function wordsIn(line: string): string[][] | undefined {
  if (line.length > longest || unreadable.test(line)) return undefined;
  const found: string[][] = [];
  let reading = nothing();
  let isAwaited = false; // a command, after `&&`, `||` and `|`
  const isBegun = () => reading.words.length > 0 || reading.isAssigned || reading.isRedirected;
  /** Whether a command could end here. */
  const end = (): boolean => {
    endWord(reading);
    const { words } = reading;
    const [first = ''] = words;
    if (!name.test(first) || special.test(first)) return false;
    found.push(words);
    reading = nothing();
    return true;
  };
  for (let at = 0; at < line.length; at = part.lastIndex) {
    part.lastIndex = at;
    const groups = part.exec(line)?.groups;
    if (!groups) return undefined;
    const { blank, redirect, operator, comment, assignment, bare, double } = groups;
    if (blank !== undefined) endWord(reading);
    else if (redirect !== undefined) {
      endWord(reading);
      reading.isRedirected = true;
      if (!/&\d+$/.test(redirect)) reading.aside = 'file';
    } else if (operator !== undefined) {
      endWord(reading);
      if (operator === '\n' && !isBegun()) continue;
      if (!end()) return undefined;
      isAwaited = /^(?:&&|\|)/.test(operator);
    } else if (comment !== undefined) {
      if (isAwaited) return undefined;
    } else if (assignment !== undefined && !reading.words.length && !reading.isRedirected) {
      reading.isAssigned = true;
      reading.aside = 'value';
      reading.word = '';
    } else {
      // After a redirection the client takes no more words, 2.1.330.
      if (reading.isRedirected && reading.aside !== 'file') return undefined;
      const text = assignment ?? bare ?? groups.single ?? double?.replace(/\\\\/g, '\\');
      if (reading.aside === 'value' && text?.includes('~')) return undefined;
      reading.word = (reading.word ?? '') + text;
    }
  }
  endWord(reading);
  if (isBegun()) return end() ? found : undefined;
  return isAwaited ? undefined : found;
}

/** The commands of a line, each in its words; undefined: there is, or may be, more in it. */
export function commandsIn(line: string): string[] | undefined {
  return wordsIn(line)?.flatMap((words) => {
    const start = words[0] === 'xargs' ? words.findIndex((one, i) => i > 0 && one[0] !== '-') : -1;
    const all = start > 0 ? [words, words.slice(start)] : [words];
    return all.map((one) =>
      one
        .join(' ')
        .replace(/[ \t]+/g, ' ')
        .trim(),
    );
  });
}
