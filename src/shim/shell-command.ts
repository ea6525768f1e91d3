import type { Runtime } from '../mapping/adapter.ts';
import { type Substitution, substituteVariables } from './substitute.ts';

const windows = process.platform === 'win32';

/**
 * Splits a shell line that is a path of a program and plain arguments, so that it can be started
 * without a shell. Starting a shell costs as much as the rest of the shim.
 *
 * @returns the program and its arguments; undefined for any other line, and on Windows.
 */
export function readPlainCommand(command: readonly string[]): [string, string[]] | undefined {
  const [line, more] = command as [string, string?];
  if (more !== undefined || windows || !/^[\w@%+:,./ -]+$/.test(line)) return undefined;
  const [file, ...args] = line.split(' ').filter(Boolean);
  return file?.includes('/') ? [file, args] : undefined;
}

/**
 * Returns the program to start for a hook command and its arguments: a shell for a shell line. Throws
 * `line` where replacing the vendor's variables would run a value as code.
 *
 * @param command One word: a shell line. Several words: a program and its arguments.
 * @param env The environment of the hook.
 * @param client The environment from which the vendor's client replaces variables of its settings.
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
