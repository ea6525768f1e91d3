import { parseSimpleCommand } from '../../util/shell/line.ts';
import { assignmentPrefix } from '../../util/shell/quote.ts';

/** The script that a hook's command line starts. */
export interface Script {
  /** As the command gets it; variables stand as `$NAME`. */
  path: string;
  /** Whether it is executed itself, not read by an interpreter. */
  isDirect: boolean;
  /** The exit code of the line where there is no such file. */
  exitCodeWhenMissing: number;
  /** The line has backslashes in its path, as Windows alone reads them; `path` has slashes. */
  isWindowsPath?: true;
}

/**
 * Programs that start another: their names; whether they start a script file or a program; options
 * behind which there is none; options with a value; and the exit code where the file is missing, as
 * seen on Linux.
 */
const starters: [RegExp, 'file' | 'program', RegExp, RegExp, number?][] = [
  [/^(\.|source)$/, 'file', /^-\w*[cs]/, /^[-+]\w*[oO]$/, 1],
  [/^((ba|z|k|fi)sh)$/, 'file', /^-\w*[cs]/, /^[-+]\w*[oO]$/, 127],
  [/^(da)?sh$/, 'file', /^-\w*[cs]/, /^[-+]\w*[oO]$/, 2], // dash; 127 where it is another
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

/** Matches a path of Windows: no POSIX shell needs a backslash before such a character. */
const backslashed = /(?:^|[\s"'=&])(?:[A-Za-z]:|[\w.$%{}-]+|)\\[\w.]/;

/** Splits a line into words as PowerShell and cmd do; it is exact for paths alone. */
const splitWindowsLine = (line: string): string[] =>
  [...line.matchAll(/"[^"]*"|'[^']*'|[^\s"']+/g)]
    .map(([word]) => word.replace(/^(["'])(.*)\1$/s, '$2'))
    .filter((word) => word !== '&');

/** Finds the script of a line that names it with backslashes. */
function findWindowsScript(line: string): Script | undefined {
  const words = splitWindowsLine(line);
  const slashed = words.map((word) => word.replaceAll('\\', '/'));
  const found = findStarted(slashed);
  if (!found || !words[slashed.lastIndexOf(found.path)]?.includes('\\')) return undefined;
  return { ...found, isWindowsPath: true };
}

/** Finds the script that a hook's command line starts; undefined: it starts none, or is more than one simple command. */
export function scriptOf(line: string): Script | undefined {
  const windows = backslashed.test(line) && findWindowsScript(line);
  if (windows) return windows;
  const words = parseSimpleCommand(line)?.words.map(({ text }) => text);
  return words && findStarted(words);
}

/** Finds the script that a command in its words starts. */
function findStarted([first, ...rest]: string[]): Script | undefined {
  if (first === undefined) return undefined;
  const name = first.slice(first.lastIndexOf('/') + 1).replace(/\.(?:exe|cmd)$/i, '');
  const found = starters.find(([names]) => names.test(name));
  if (!found)
    return first.includes('/')
      ? { path: first, isDirect: true, exitCodeWhenMissing: 127 }
      : undefined;
  const [, what, none, takes, missing = 1] = found;
  let left = operandsOf(rest, none, takes);
  if (left[0] === 'run' && /^(bun|deno|uv|poetry|pipenv)$/.test(name)) {
    left = operandsOf(left.slice(1), none, takes);
  }
  const path = left[0] ?? '';
  if (what === 'program' && !(name === 'uv' && path.endsWith('.py'))) return findStarted(left);
  return /[./]/.test(path) ? { path, isDirect: false, exitCodeWhenMissing: missing } : undefined;
}

/** Returns the words behind the options; none where an option says that no file follows. */
function operandsOf(words: string[], none: RegExp, takes: RegExp): string[] {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (word === '-' || none.test(word)) return [];
    if (takes.test(word)) i++;
    else if (!/^[-+]/.test(word) && !assignmentPrefix.test(word)) return words.slice(i);
  }
  return [];
}
