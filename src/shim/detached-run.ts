import { spawn } from 'node:child_process';

/**
 * Starts a second run with a shim line and a payload. Its answer is ignored, and nobody waits for its end.
 *
 * @param command The program, its script, and the words of the line. Default: those of this process.
 * @returns false if it could not be started.
 */
export function startDetachedRun(
  payload: Buffer,
  command: readonly string[] = process.argv,
): Promise<boolean> {
  const [node, script = '', ...argv] = command as [string, ...string[]];
  const flagsEnd = argv.indexOf('--');
  const isFlag = (at: number) => flagsEnd < 0 || at < flagsEnd;
  const words = argv.map((word, at) => (isFlag(at) ? ignoreAnswer(word, argv[at - 1]) : word));
  return new Promise((resolve) => {
    const child = spawn(node, [script, ...words], {
      detached: true, // a signal to our process group does not reach it
      stdio: ['pipe', 'ignore', 'ignore', 'ignore'], // the last is the descriptor of `--proof 3`
      windowsHide: true,
    });
    child.on('error', () => resolve(false));
    child.stdin?.on('error', () => resolve(false));
    child.stdin?.end(payload, () => resolve(true));
    child.unref(); // this process need not wait for its end
  });
}

/** Returns a word of the line, in which the value of `--answer` is replaced by `ignored`. */
const ignoreAnswer = (word: string, previousWord: string | undefined): string =>
  previousWord === '--answer' ? 'ignored' : word.replace(/^--answer=.*/, '--answer=ignored');
