import { rememberByText } from '../../util/remember.ts';
import { parseSimpleCommand } from '../../util/shell/line.ts';
import { assignmentPrefix } from '../../util/shell/quote.ts';

/** The script that a hook's command line starts. */
export interface Script {
  /** The path as it is on the line, without quotes. Variables are written `$NAME`. */
  path: string;
  /** Whether the script itself is executed, and not read by an interpreter that the line names. */
  isDirect: boolean;
  /** The exit code of the line where there is no such file. */
  exitCodeWhenMissing: number;
  /** The path on the line has backslashes, which only Windows reads so. `path` has slashes instead. */
  isWindowsPath?: true;
}

/**
 * Programs that start a script or another program, by the names of their files. With an option that matches
 * `withoutFile`, no script follows (`sh -c`). After an option that matches `optionsWithValue`, a word follows
 * that is its value. The exit code is that of the program if its script is missing, as seen on Linux.
 */
const starters: [
  names: RegExp,
  starts: 'file' | 'program',
  withoutFile: RegExp,
  optionsWithValue: RegExp,
  exitCodeWhenMissing?: number,
][] = [
  [/^(\.|source)$/, 'file', /^-\w*[cs]/, /^[-+]\w*[oO]$/, 1],
  [/^((ba|z|k|fi)sh)$/, 'file', /^-\w*[cs]/, /^[-+]\w*[oO]$/, 127],
  [/^(da)?sh$/, 'file', /^-\w*[cs]/, /^[-+]\w*[oO]$/, 2], // the exit code is that of dash; another sh has 127
  [
    /^(node|nodejs|tsx|ts-node|bun|deno)$/,
    'file',
    /^-(\w?[ep]|-eval|-print)$/,
    /^-([rC]|-require|-import|-loader|-conditions|-env-file|-tsconfig)$/,
    1,
  ],
  [/^(python|pypy)[\d.]*$/, 'file', /^-\w*[cm]$/, /^-[WX]$/, 2],
  [/^ruby$/, 'file', /^-\w*[eE]$/, /^-[Ir]$/, 1],
  [/^perl$/, 'file', /^-\w*[eE]$/, /^-[Ir]$/, 2],
  [/^php$/, 'file', /^-[rBRE]$/, /^-[cdz]$/, 1],
  [/^(pwsh|powershell)(\.exe)?$/i, 'file', /^-(c|e$|ec|en)/i, /^-(ex|ep|w)/i, 64],
  [/^env$/, 'program', /^(-S|--split)/, /^-[uC]$/],
  [/^(exec|command|nohup|npx|bunx)$/, 'program', /^(-[cvV]|--call)$/, /^(-[ap]|--package)$/],
  [/^uv$/, 'program', /^(-m|--module)$/, /^-(p|-python|-with|-project|-directory|-env-file)$/],
  [/^(poetry|pipenv)$/, 'program', /^$/, /^(-[CP]|--directory|--project)$/],
];

/** Matches a path with backslashes in a line. In a POSIX shell, a backslash before a word character or a dot has no use. */
const backslashed = /(?:^|[\s"'=&])(?:[A-Za-z]:|[\w.$%{}-]+|)\\[\w.]/;

/** Splits a line into words as PowerShell and cmd do. The result is exact only for paths. */
const splitWindowsLine = (line: string): string[] =>
  [...line.matchAll(/"[^"]*"|'[^']*'|[^\s"']+/g)]
    .map(([word]) => word.replace(/^(["'])(.*)\1$/s, '$2'))
    .filter((word) => word !== '&');

/** Finds the script of a line that writes the script's path with backslashes. */
function findWindowsScript(line: string): Script | undefined {
  const words = splitWindowsLine(line);
  const slashed = words.map((word) => word.replaceAll('\\', '/'));
  const found = findStarted(slashed);
  if (!found || !words[slashed.lastIndexOf(found.path)]?.includes('\\')) return undefined;
  return { ...found, isWindowsPath: true };
}

/** Returns the script that a command line starts. Undefined: it starts none, or is more than one simple command. */
export const scriptOf: (line: string) => Script | undefined = rememberByText((line) => {
  const windows = line.includes('\\') && backslashed.test(line) && findWindowsScript(line);
  if (windows) return windows;
  const words = parseSimpleCommand(line)?.words.map(({ text }) => text);
  return words && findStarted(words);
});

/** Finds the script that a command starts, given its words. */
function findStarted([first, ...rest]: string[]): Script | undefined {
  if (first === undefined) return undefined;
  const name = first.slice(first.lastIndexOf('/') + 1).replace(/\.(?:exe|cmd)$/i, '');
  const starter = starters.find(([names]) => names.test(name));
  if (!starter)
    return first.includes('/')
      ? { path: first, isDirect: true, exitCodeWhenMissing: 127 }
      : undefined;
  const [, starts, withoutFile, optionsWithValue, exitCodeWhenMissing = 1] = starter;
  let operands = operandsOf(rest, withoutFile, optionsWithValue);
  // The words after `bun run` and its like.
  if (operands[0] === 'run' && /^(bun|deno|uv|poetry|pipenv)$/.test(name)) {
    operands = operandsOf(operands.slice(1), withoutFile, optionsWithValue);
  }
  const path = operands[0] ?? '';
  // `uv` (`uv run FILE`) starts a Python script by itself.
  if (starts === 'program' && !(name === 'uv' && path.endsWith('.py')))
    return findStarted(operands);
  return /[./]/.test(path) ? { path, isDirect: false, exitCodeWhenMissing } : undefined;
}

/** Returns the words after the options and assignments. Empty: there are none, or an option says that no file follows. */
function operandsOf(words: string[], withoutFile: RegExp, optionsWithValue: RegExp): string[] {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (word === '-' || withoutFile.test(word)) return [];
    if (optionsWithValue.test(word)) i++;
    else if (!/^[-+]/.test(word) && !assignmentPrefix.test(word)) return words.slice(i);
  }
  return [];
}
