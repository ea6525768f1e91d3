import type { Runtime } from '../mapping/adapter.ts';
import { type Substitution, substituteVariables } from './substitute.ts';

const windows = process.platform === 'win32';

/**
 * The words of a shell line that is one program by its path and plain arguments: a shell would
 * start just that, and would cost as much as the rest of the shim.
 */
export function readPlainCommand(command: readonly string[]): [string, string[]] | undefined {
  const [line, more] = command as [string, string?];
  if (more !== undefined || windows || !/^[\w@%+:,./ -]+$/.test(line)) return undefined;
  const [file, ...args] = line.split(' ').filter(Boolean);
  return file?.includes('/') ? [file, args] : undefined;
}

/**
 * What to start for a command: a shell with its line, or a program with its arguments. `client`: the
 * environment of the vendor's client, as far as the hook's tells. Throws `line`.
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
