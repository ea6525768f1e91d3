import { spawn } from 'node:child_process';

/**
 * Starts this process once more with the same line and payload, as one whose answer is ignored and
 * which nobody waits for.
 *
 * @returns false where it could not be started.
 */
export function startDetachedRun(payload: Buffer): Promise<boolean> {
  const [node, script = '', ...argv] = process.argv as [string, ...string[]];
  const end = argv.indexOf('--');
  const isFlag = (at: number) => end < 0 || at < end;
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
  });
}

/** Returns a word of the line, or `ignored` where it is the value of `--answer`. */
const ignoreAnswer = (word: string, before: string | undefined): string =>
  before === '--answer' ? 'ignored' : word.replace(/^--answer=.*/, '--answer=ignored');
