import { parseSimpleCommand } from '../../util/shell/line.ts';
import { assignmentPrefix } from '../../util/shell/quote.ts';

/** The script behind a hook's command line. */
export interface Script {
  /** As the command gets it, variables as `$NAME`. */
  path: string;
  /** It is started itself, not read by an interpreter. */
  isDirect: boolean;
  /** The exit code of the line where there is no such file. */
  exitCodeWhenMissing: number;
  /** It is written as only Windows has it, and stands here with slashes. */
  isWindowsPath?: true;
}

/**
 * Programs that start another: what it is, options that leave none, options with a value; and how one
 * that reads a file ends where there is none, seen on Linux.
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

/** A path of Windows: no POSIX shell needs a backslash before such a character. */
const backslashed = /(?:^|[\s"'=&])(?:[A-Za-z]:|[\w.$%{}-]+|)\\[\w.]/;

/** The words of a line as PowerShell and cmd split it, as far as paths go. */
const windowsWords = (line: string): string[] =>
  [...line.matchAll(/"[^"]*"|'[^']*'|[^\s"']+/g)]
    .map(([word]) => word.replace(/^(["'])(.*)\1$/s, '$2'))
    .filter((word) => word !== '&');

/** The script of a line whose path to it has backslashes. */
function windowsScript(line: string): Script | undefined {
  const words = windowsWords(line);
  const slashed = words.map((word) => word.replaceAll('\\', '/'));
  const found = started(slashed);
  if (!found || !words[slashed.lastIndexOf(found.path)]?.includes('\\')) return undefined;
  return { ...found, isWindowsPath: true };
}

/** The script that a person's hook command runs, as well as can be told. */
export function scriptOf(line: string): Script | undefined {
  const windows = backslashed.test(line) && windowsScript(line);
  if (windows) return windows;
  const words = parseSimpleCommand(line)?.words.map(({ text }) => text);
  return words && started(words);
}

function started([first, ...rest]: string[]): Script | undefined {
  if (first === undefined) return undefined;
  const name = first.slice(first.lastIndexOf('/') + 1).replace(/\.(?:exe|cmd)$/i, '');
  const found = starters.find(([names]) => names.test(name));
  if (!found)
    return first.includes('/')
      ? { path: first, isDirect: true, exitCodeWhenMissing: 127 }
      : undefined;
  const [, what, none, takes, missing = 1] = found;
  let left = operands(rest, none, takes);
  if (left[0] === 'run' && /^(bun|deno|uv|poetry|pipenv)$/.test(name)) {
    left = operands(left.slice(1), none, takes);
  }
  const path = left[0] ?? '';
  if (what === 'program' && !(name === 'uv' && path.endsWith('.py'))) return started(left);
  return /[./]/.test(path) ? { path, isDirect: false, exitCodeWhenMissing: missing } : undefined;
}

/** What follows the options; nothing, if one of them says that no file does. */
function operands(words: string[], none: RegExp, takes: RegExp): string[] {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (word === '-' || none.test(word)) return [];
    if (takes.test(word)) i++;
    else if (!/^[-+]/.test(word) && !assignmentPrefix.test(word)) return words.slice(i);
  }
  return [];
}
