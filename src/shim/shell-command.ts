import type { Runtime } from '../mapping/adapter.ts';
import { type Substitution, substituteVariables } from './substitute.ts';

const windows = process.platform === 'win32';

/**
 * Splits a shell line that is a path of a program and plain arguments, so that no shell is needed to
 * start it. Starting a shell takes as long as the rest of the shim.
 *
 * @param command One word: a shell line. Several words: a program and its arguments.
 * @returns the program and its arguments; undefined for any other command, and on Windows.
 */
export function readPlainCommand(command: readonly string[]): [string, string[]] | undefined {
  const [line, firstArgument] = command as [string, string?];
  if (firstArgument !== undefined || windows || !/^[\w@%+:,./ -]+$/.test(line)) return undefined;
  const [file, ...args] = line.split(' ').filter(Boolean);
  return file?.includes('/') ? [file, args] : undefined;
}

/**
 * Returns the program to start for a hook command, with its arguments. For a shell line it is a shell.
 * Throws `line` if a shell would run the value of one of the vendor's variables as code.
 *
 * @param command One word: a shell line. Several words: a program and its arguments.
 * @param env The environment of the hook.
 * @param client The environment from which the vendor's client replaces variables in its settings.
 */
export function programFor(
  command: readonly string[],
  runtime: Pick<Runtime, 'shell'> & Substitution,
  env: NodeJS.ProcessEnv,
  client: NodeJS.ProcessEnv,
): [string, string[]] {
  const [line, ...args] = command as [string, ...string[]];
  if (args.length) return [line, args];
  if (windows) {
    const text = `${line}; if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }`;
    return ['powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', text]];
  }
  return [runtime.shell, ['-c', substituteVariables(line, runtime, client, env)]];
}
