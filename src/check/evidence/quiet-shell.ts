/** Reads a shell script for what it can print and how it can end. */

import { attempt } from '../../util/attempt.ts';
import { type Command, readScript, type Script } from '../../util/shell/commands.ts';
import { assignmentPrefix } from '../../util/shell/quote.ts';
import { textOf, type Word } from '../../util/shell/words.ts';

/** What a script prints and how it ends, where its text proves both. */
export interface ProvenOutput {
  /** All texts that it may print on stdout or stderr, each as a whole. */
  texts: readonly string[];
  /** The exit codes that it states. */
  codes: readonly number[];
  /** Whether an error may end it with the exit code 1. */
  mayFail: boolean;
  /** What else it may write on stderr. */
  errors: Errors;
}

/** A text on stderr: none, one that begins with a word and so is no JSON, or any. */
export type Errors = 'none' | 'words' | 'any';

/** Commands that print nothing, or only messages about their own failure. */
export const silentCommands: ReadonlySet<string> = new Set(
  ':,true,cd,export,local,declare,typeset,readonly,unset,shift,read,mkdir,touch,rm,mv,cp,ln,chmod,logger,notify-send,terminal-notifier,say,afplay,paplay,aplay,shopt,umask,[,[[,test'.split(
    ',',
  ),
);
/** Commands that print what they are given, or data of the system, and that start no other command. */
const printingCommands = new Set(
  'echo,printf,cat,jq,date,tee,head,tail,cut,tr,sort,uniq,wc,grep,basename,dirname,realpath,pwd,hostname,whoami,id,uname,sed,curl,osascript,git'.split(
    ',',
  ),
);
/** Commands whose exit code tells nothing but that they worked. */
const commandsWithoutVerdict = new Set(
  ':,true,echo,printf,cat,jq,date,tee,mkdir,touch,logger,notify-send,terminal-notifier,say,afplay,paplay,aplay,osascript'.split(
    ',',
  ),
);
/** Matches what is not followed here: other shells' words, encoded texts, other open files, signals, and options that change how a script ends. */
const notFollowed =
  /\$'|\\[xuU0-7]|\/dev\/(?:std|fd|tty)|\/proc\/|\b(?:eval|source|exec|trap|kill|alias|coproc|function|env|command|builtin|select|enable|pipefail|errexit)\b|\bset\s+[-+]|^#!.*\s-\w*e|(?:^|[;&|]\s*)\.\s|[<>]\(|[<>]&|\$\{[\w@*[\]]+:?\?|(?:^|\s)(?:\d\d+|\{\w+\})[<>]|<<-?\s*\\?["']?(?:exit|true|:)|\bunset\s+-\w*f|\bshopt\s[^\n;|&]*-\w*o|\bjq\b[^|\n]*\s(?:-\w*e|--exit-status)|`/m;

/** Matches paths of open files and devices, in a text without quotes. */
const openFile = /(?<![\w}~.-])\/(?:dev(?![\w-]|\/null\b)|proc\b)/;
/** Matches the last part of such a path. */
const openFileName = /(?:^|\/)(?:std(?:in|out|err)|tty|\d+)$/;
/** Matches a list of folders for programs that begins in the project, or in a place that is not known. */
const otherPrograms =
  /\bPATH\+?=(?!["']?(?:\$HOME|\$\{HOME\}|~|\/|\$PATH:[/~]|\$\{PATH\}:[/~])[\w./~:-]*(?::?\$\{?PATH\}?)?["']?(?:[\s;]|$))/;

/** Returns the words of a command after the assignments that it may begin with. */
const wordsOf = ({ words }: Command): Word[] => {
  const first = words.findIndex((word) => !assignmentPrefix.test(textOf(word)));
  return first < 0 ? [] : words.slice(first);
};

/** Returns the commands whose output goes into another command or into a word. */
function findCaptured(commands: readonly Command[]): Set<Command> {
  const captured = new Set<Command>();
  for (const command of commands) {
    if (command.pipedFrom) captured.add(command.pipedFrom);
    const { words, patterns = [], values = [], hereString = [], inputFile = [] } = command;
    for (const word of [...words, ...patterns, ...values, hereString, inputFile]) {
      for (const piece of word)
        if ('commands' in piece) for (const one of piece.commands) captured.add(one);
    }
  }
  return captured;
}

/** Tells whether a command has a redirection of the given signs. */
const sendsAway = ({ outputs = [] }: Command, signs: RegExp): boolean =>
  outputs.some(({ sign }) => signs.test(sign)) &&
  !outputs.some(({ sign, target }) => /^[12]?>&$/.test(sign) || openFileName.test(textOf(target)));

/** Tells whether a command is `curl` with the option that throws away what the server says. */
const dropsResponse = (command: Command): boolean => {
  const words = wordsOf(command).map(textOf);
  const isDropped = words.some(
    (word, i) =>
      (/^(?:-\w*o|--output)$/.test(word) && words[i + 1] === '/dev/null') ||
      /^(?:-\w*o|--output=)\/dev\/null$/.test(word),
  );
  const addresses = words.filter((word) => /^\w+:\/\//.test(word));
  // It can print its own words, and the response of a second address.
  const prints = words.some(
    (word, i) =>
      /^-\w*[DK]|^--(?:dump-header|config|next)/.test(word) ||
      (/^(?:-\w*w|--write-out)/.test(word) && /["\0@]/.test(`${word}${words[i + 1]}`)),
  );
  return words[0] === 'curl' && isDropped && !prints && addresses.length < 2;
};

/** Matches a script of the desktop that has no result, which `osascript` would print. */
const scriptWithoutResult = /^(?:display notification|beep|say|set volume)\b[^\n\0]*$/;

/** Tells whether a command is `osascript` with scripts of which none has a result. */
function runsScriptWithoutResult(command: Command): boolean {
  const [name, ...words] = wordsOf(command).map(textOf);
  const isPair = (word: string, i: number) =>
    i % 2 ? scriptWithoutResult.test(word) : word === '-e';
  return name === 'osascript' && words.length > 1 && words.length % 2 === 0 && words.every(isPair);
}

/** Returns the text that a command prints, if it prints a text that stands in the script. */
function literalTextOf(command: Command): string | undefined {
  const [name = [], ...words] = wordsOf(command);
  const texts = words.map(textOf);
  if (textOf(name) === 'cat') {
    const { hereDocument } = command;
    return words.length || hereDocument === undefined || /[$\\]/.test(hereDocument)
      ? undefined
      : hereDocument;
  }
  if (texts.some((text) => text.includes('\0') || text.includes('%'))) return undefined;
  const isBare = words
    .flat()
    .some((piece) => 'text' in piece && !piece.quoted && /[*?[{~]/.test(piece.text));
  if (isBare) return undefined;
  if (textOf(name) === 'echo')
    return texts
      .slice(texts.findIndex((text) => !/^-[neE]+$/.test(text)))
      .join(' ')
      .replace(/^-[neE]+$/, '');
  return textOf(name) === 'printf' && texts.length === 1 ? texts[0] : undefined;
}

/** The way in which the last line of a script ends it. Undefined: the line decides something by its exit code. */
const endsWithoutVerdict = (text: string, last: Command | undefined): boolean => {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#.*)?$/.test(line));
  const line = lines.at(-1)?.trim() ?? '';
  if (/(?:\\|&&|\|)$/.test(lines.at(-2)?.replace(/\s#.*/, '').trim() ?? '')) return false;
  if (/(?:^|;\s*|\|\|\s*)(?:exit 0|true|:)\s*;?$/.test(line)) return true;
  const isPlain = !/&&|\|\||^!|;\s*!/.test(line) && !/^(?:fi|done|esac|\}|\))/.test(line);
  if (!isPlain || !last) return false;
  const [name = '', ...words] = wordsOf(last).map(textOf);
  // A filter of jq can end it with any exit code.
  const mayHalt = words.some((word) =>
    /\b(?:error|halt|halt_error|import|include)\b|^-\w*[fL]|^--from-file/.test(word),
  );
  return commandsWithoutVerdict.has(name) && !(name === 'jq' && mayHalt);
};

/** Writes `> file 2>&1` as two files. */
const simplifyRedirections = (text: string): string =>
  text.replace(/(>>?[ \t]*(?:"[^"\n]*"|[^\s;|&"'()<>]+))[ \t]+2>&1/g, '$1 2> /dev/null');

/** Leaves out comments that have a line of their own, and `>&2`: what is printed there may count as an answer too. */
const textToSearch = (code: string): string =>
  code.replace(/^[^\S\n]*#(?!!).*$/gm, '').replace(/(?<=\s)1?>&2(?!\d)/g, '');

/** Returns the names of the commands of a text, in their order. */
const namesIn = (code: string): string =>
  (attempt(() => readScript(code))?.commands ?? [])
    .map((command) => textOf(wordsOf(command)[0]))
    .join('\n');

/**
 * Tells whether every function of a script is defined before any is called, so that none of their names can stand for
 * a program.
 */
function definesBeforeCalls({ functions, parts }: Script): boolean {
  const defined = new Set<string>();
  let depth = 0;
  let isInBody = false;
  for (const part of parts) {
    if ('functionName' in part) {
      if (depth) return false;
      defined.add(part.functionName);
      isInBody = true;
    } else if ('keyword' in part) {
      if (/^(?:if|for|while|until|case|[{(])$/.test(part.keyword)) depth++;
      else if (/^(?:fi|done|esac|[})])$/.test(part.keyword)) depth--;
      if (!depth) isInBody = false;
    } else if ('command' in part && !isInBody) {
      const [name = '', ...words] = wordsOf(part.command).map(textOf);
      if (functions.has(name) && defined.size < functions.size) return false;
      if (name === 'unset' && words.some((word) => functions.has(word))) return false;
    }
  }
  return true;
}

/**
 * Reads what a shell script can print and how it can end.
 *
 * @returns undefined if the text does not prove it.
 */
export function readQuietShell(text: string): ProvenOutput | undefined {
  const code = simplifyRedirections(text.replace(/^#!\/usr\/bin\/env (?=\w)/, '#!'));
  const searched = textToSearch(code);
  if (notFollowed.test(searched) || otherPrograms.test(searched)) return undefined;
  if (openFile.test(searched.replace(/["'\\]/g, ''))) return undefined;
  const script = attempt(() => readScript(code)); // a text may nest deeper than the stack
  if (!script || !definesBeforeCalls(script)) return undefined;
  // A line that looks like a comment may be a part of a text, and commands may follow that text.
  if (namesIn(code) !== namesIn(searched)) return undefined;
  const { commands, functions } = script;
  const captured = findCaptured(commands);
  const printed: string[] = [];
  const codes: number[] = [];
  for (const command of commands) {
    if (command.patterns || command.values) continue;
    const [first, ...rest] = wordsOf(command);
    if (!first) continue; // assignments alone
    const name = textOf(first);
    if (name === 'exit' || name === 'return') {
      const [code, ...others] = rest[0] ?? [];
      // A computed number is represented as a quoted text. Outside of a function, some shells end at `return`.
      const isBare = code && 'text' in code && !code.quoted && !others.length;
      if (!isBare || !/^\d+$/.test(code.text)) return undefined;
      codes.push(Number(code.text) % 256);
      continue;
    }
    if (functions.has(name) || silentCommands.has(name)) continue;
    const isSilenced =
      sendsAway(command, /^[1&]?>[>|]?$/) ||
      captured.has(command) ||
      dropsResponse(command) ||
      runsScriptWithoutResult(command);
    if (printingCommands.has(name)) {
      if (isSilenced) continue;
      const literal = literalTextOf(command);
      if (literal === undefined) return undefined;
      printed.push(literal);
    } else if (!name || name.includes('\0') || !isSilenced || !sendsAway(command, /^[2&]>[>|]?$/))
      return undefined;
  }
  if (!endsWithoutVerdict(text, commands.at(-1))) return undefined;
  const texts = printed.map((one) => one.trim()).filter((one) => one !== '');
  const isJson = texts.some((one) => !/^[^\s{["\d-]/.test(one));
  const endings = countTextsBeforeExit(text);
  // Two JSON texts in one run are no JSON. So each but one must be the last text of its run.
  return isJson && texts.length > 1 && endings < texts.length - 1
    ? undefined
    : { texts, codes, mayFail: false, errors: 'none' };
}

/** Counts the commands that print a text and are followed by `exit 0`. */
function countTextsBeforeExit(text: string): number {
  const parts = text
    .split(/[\n;]/)
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.filter(
    (part, i) => /\b(?:echo|printf|cat)\b/.test(part) && /^exit 0\b/.test(parts[i + 1] ?? ''),
  ).length;
}
