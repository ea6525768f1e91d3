import { AnyhookError } from '../../errors.ts';
import type { Syntax } from '../../mapping/settings.ts';
import { quoteWord } from '../../util/shell/quote.ts';
import { fileEvents } from './file-events.ts';

/** What starts a file without a shebang, by the end of its name. */
const interpreters: Readonly<Record<string, readonly string[]>> = {
  '': ['bash'],
  '.sh': ['bash'],
  '.bash': ['bash'],
  '.zsh': ['bash'],
  '.js': ['node'],
  '.mjs': ['node'],
  '.cjs': ['node'],
  '.ts': ['bun', 'run'],
  '.mts': ['bun', 'run'],
  '.cts': ['bun', 'run'],
  '.py': ['python3'],
  '.ps1': ['pwsh', '-File'],
};

/** Interpreters that a shebang names by their path, and that are looked for in PATH all the same. */
const byBaseName = /(?:^|\/)((?:bash|sh|zsh|python)[\d.]*)$/;

/** Returns the interpreter that the first line of a file names, and its arguments. Undefined: it names none. */
function readShebang(text: string): string[] | undefined {
  const [first, ...others] = /^#!\s*(\S.*)/.exec(text)?.[1]?.trim().split(/\s+/) ?? [];
  if (first === undefined) return undefined;
  if (/(?:^|\/)env$/.test(first) && others.length) return others;
  return [byBaseName.exec(first)?.[1] ?? first, ...others];
}

/** Returns the event that a file is for, by its name in any letter case, and the end of the name. Undefined: it is no hook. */
function readName(name: string): { event: string; ending: string } | undefined {
  const [, stem, ending = ''] = /^([^.]+)(\.[^.]+)?$/.exec(name) ?? [];
  const event = Object.keys(fileEvents).find((one) => one.toLowerCase() === stem?.toLowerCase());
  return event !== undefined && Object.hasOwn(interpreters, ending.toLowerCase())
    ? { event, ending: ending.toLowerCase() }
    : undefined;
}

/**
 * Reads hook files: each is one hook, for the event that it is named after. The client starts it without a shell, by its shebang or
 * else by the end of its name, 3.0.65. Such files are only read.
 */
export const hookFiles: Syntax = {
  read(text, file) {
    const found = readName(file.replaceAll('\\', '/').split('/').at(-1) ?? '');
    if (!found) return { value: {} };
    const { event, ending } = found;
    const words = [...(readShebang(text) ?? interpreters[ending] ?? []), file];
    const command = words.map((word) => quoteWord(word, false)).join(' ');
    return { value: { hooks: { [event]: [{ command }] } } };
  },
  edit(_, file) {
    throw new AnyhookError('settings', `${file}: it is a script, which anyhook does not write`);
  },
};
