import { AnyhookError } from '../../errors.ts';
import { quoted } from '../quoted.ts';

const reserved =
  /^(?:!|case|coproc|do|done|elif|else|esac|fi|for|function|if|in|select|then|time|until|while)$/;
/** Whether a word is one of the assignments before a command. */
export const assignment = /^[A-Za-z_]\w*\+?=/;
const plainWord = /^(?!=)[\w@%+=:,./-]+$/;

/**
 * One shell word that says exactly `word`; with `substitutes`, also to a host that first replaces
 * `$NAME` and `${NAME}` in any text. A lone surrogate is kept, and is U+FFFD to the command.
 */
export function quoteWord(word: string, substitutes: boolean): string {
  if (word.includes('\0')) {
    throw new AnyhookError('usage', 'a command line cannot hold a NUL character: take it out');
  }
  if (plainWord.test(word) && !assignment.test(word) && !reserved.test(word)) return word;
  const text = quoted(word);
  return substitutes ? text.replace(/\$(?=[\w{])/g, () => `$''`) : text;
}

/** How a PowerShell line that calls a program begins: a quoted word alone is a text there. */
export const callOperator = '& ';

/** A program and its first arguments, for PowerShell. */
export const writePowerShellCall = (words: readonly string[]): string =>
  callOperator + words.map((word) => `'${word.replaceAll("'", "''")}'`).join(' ');

/** A word of a line, and where it stands there. */
export interface LineWord {
  /** As the command gets it, but for variables, which stand here as `${NAME}`. */
  text: string;
  /** It has a variable in it. */
  varies: boolean;
  start: number;
  end: number;
}

const anyOf = (...kinds: RegExp[]) => new RegExp(kinds.map((kind) => kind.source).join('|'), 'y');
const variable = /\$(?:(?<name>[A-Za-z_]\w*)|\{(?<braced>[A-Za-z_]\w*)\})/;
const barePieces = anyOf(
  /(?<gap>[ \t]+)/,
  /(?<text>[^ \t\n\0'"\\$`;|&<>()*?[{}~#]+)/,
  /'(?<single>[^'\0]*)'/,
  /\\(?<escaped>[^\0\n])/,
  variable,
  /(?<home>~)(?=\/)/,
  /(?<quote>")/,
);
const quotedPieces = anyOf(
  // no control characters: bash 5.2 reads `"\^A\$X"` as a variable
  /(?<text>(?:[\t\n\r !#%-[\]-_a-~\x80-\uffff]|\\(?![\\"$`\0\n]))+)/,
  /\\(?<escaped>[\\"$`])/,
  variable,
  /(?<quote>")/,
);

/** The words of a line, up to what is more than a word: an operator, a glob, `$(…)`, a newline. */
export function scanWords(line: string): { words: LineWord[]; end: number } {
  const words: LineWord[] = [];
  let word: LineWord | undefined;
  let kinds = barePieces;
  let end = 0;
  for (let at = 0; at < line.length; at = kinds.lastIndex) {
    kinds.lastIndex = at;
    const found = kinds.exec(line)?.groups;
    if (!found || (found.home && word)) break;
    const next = kinds.lastIndex;
    if (found.quote) kinds = kinds === barePieces ? quotedPieces : barePieces;
    kinds.lastIndex = next;
    if (kinds === barePieces) end = next;
    if (found.gap) {
      word = undefined;
      continue;
    }
    if (!word) {
      word = { text: '', varies: false, start: at, end };
      words.push(word);
    }
    const name = found.home ? 'HOME' : (found.name ?? found.braced);
    word.varies ||= name !== undefined;
    word.text += name ? `\${${name}}` : (found.text ?? found.single ?? found.escaped ?? '');
    word.end = next;
  }
  return { words, end };
}

const raw = (line: string, { start, end }: LineWord): string => line.slice(start, end);

/** The words of a line that is one simple command, without the assignments before it. */
export function parseSimpleCommand(
  line: string,
): { words: LineWord[]; assigns: boolean } | undefined {
  const { words, end } = scanWords(line);
  const first = words.findIndex((word) => !assignment.test(raw(line, word)));
  const rest = first < 0 ? [] : words.slice(first);
  if (end < line.length || (rest[0] && reserved.test(raw(line, rest[0])))) return undefined;
  return { words: rest, assigns: rest.length < words.length };
}

/** The words of a line of literal words; undefined where a shell would read more into it. */
export function splitWords(line: string): string[] | undefined {
  const found = parseSimpleCommand(line);
  if (!found || found.assigns || found.words.some((word) => word.varies)) return undefined;
  return found.words.map((word) => word.text);
}
