/** Reads the text of the script that a hook starts, and tells its language. */

import type { Hook } from '../canonical/hook.ts';
import { handlerOf, shellLineOf } from '../settings/own-agent.ts';
import type { Workspace } from '../settings/workspace.ts';
import { readText } from '../translate/machine.ts';
import { scriptPathOf } from './script.ts';

/** The longest script that is read, in UTF-16 units. */
const maxLength = 256 * 1024;
/**
 * Returns the text of a hook's script, or its command line if that starts no script that we can find.
 * @returns undefined if there is no line, or if the script cannot be read, is too long, or is no text.
 */
export function readScriptText(hook: Hook, workspace: Workspace): string | undefined {
  if (!['shell', 'program'].includes(handlerOf(hook).kind)) return undefined;
  const path = scriptPathOf(hook, workspace);
  if (path === undefined) return shellLineOf(hook);
  const read = readText(path);
  const isText = 'text' in read && read.text.length <= maxLength && !read.text.includes('\0');
  return isText ? read.text : undefined;
}

/** The languages that are read: the programs that run a script, and the ends of the script's name. */
const languages = [
  ['js', /\b(?:node|nodejs|bun|deno|tsx|ts-node)\b/, /\.[mc]?[jt]s$/],
  ['python', /\bpython[\d.]*\b/, /\.py$/],
  ['sh', /(?:^|[\s/])(?:ba|da|z|k)?sh\b/, /\.(?:sh|bash|zsh)$/],
] as const;

export type ScriptLanguage = 'sh' | 'js' | 'python';

/**
 * Tells the language of a script by the program that starts it, its first line, or its name.
 * @param path - The path of the script as it is on the line.
 * @returns undefined for any other language.
 */
export function languageOf(line: string, path: string, text: string): ScriptLanguage | undefined {
  const [firstLine = ''] = text.startsWith('#!') ? text.split('\n', 1) : [];
  const starts = [line.slice(0, Math.max(0, line.indexOf(path))), firstLine];
  const started = starts.map((start) => languages.find(([, programs]) => programs.test(start)));
  return (started.find(Boolean) ?? languages.find(([, , names]) => names.test(path)))?.[0];
}
