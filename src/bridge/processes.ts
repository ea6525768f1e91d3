/** Starts processes of ours from the process of an agent. */
import { spawn } from 'node:child_process';

/** Returns the program that runs a script with Node: this one, if it is Node itself, or else the `node` on the path. */
const nodeProgram = (): string =>
  /[\\/]node(?:\.exe)?$/i.test(process.execPath) ? process.execPath : 'node';

/** Returns the program and the arguments that run a hook which is a module, on the canonical event on stdin. */
export const listModuleWords = (runner: string, module: string): string[] => [
  ...[nodeProgram(), runner, 'run', '--host', 'anyhook', '--as', 'anyhook', '--module', module],
];

/**
 * Starts a line in a process of its own. Its answer is ignored, and nobody waits for its end.
 *
 * @param runner The path of the runner.
 * @param words The words of the line after `run`.
 * @returns false if it could not be started.
 */
export function startDetachedRun(
  runner: string,
  words: readonly string[],
  payload: Buffer,
): Promise<boolean> {
  const end = words.indexOf('--');
  const isFlag = (at: number) => end < 0 || at < end;
  const ignored = words.map((word, at) =>
    isFlag(at) && words[at - 1] === '--answer' ? 'ignored' : word,
  );
  return new Promise((resolve) => {
    const child = spawn(nodeProgram(), [runner, 'run', ...ignored], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
    });
    child.on('error', () => resolve(false));
    child.stdin?.on('error', () => resolve(false));
    child.stdin?.end(payload, () => resolve(true));
    child.unref();
  });
}
