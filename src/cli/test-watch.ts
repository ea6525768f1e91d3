/** Does something again whenever a file of a project changes. */

import { watch } from 'node:fs';
import { AnyhookError } from '../errors.ts';
import { reasonOf } from '../files/file-errors.ts';
import { toPlainLine } from './paint.ts';
import { print, printError } from './spelling.ts';

/** Milliseconds without a change before the work begins, and after it in which changes count as its own. */
const quietTime = 200;
/** Folders whose changes say nothing of hooks. */
const ignored = /(?:^|[\\/])(?:\.git|node_modules)(?:[\\/]|$)/;

/**
 * Calls `work`, and calls it again after each change of a file in the project. Changes that happen meanwhile are taken
 * for those of the hooks themselves, such as a line in a log. Does not return.
 */
export async function watchProject(root: string, work: () => Promise<number>): Promise<never> {
  let wake: () => void = () => {};
  let isWorking = true;
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(root, { recursive: true }, (_, name) => {
    if (isWorking || (name !== null && ignored.test(String(name)))) return;
    clearTimeout(timer);
    timer = setTimeout(() => wake(), quietTime);
  });
  watcher.on('error', (error) => printError(`anyhook: ${toPlainLine(reasonOf(error))}`));
  for (;;) {
    const changed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await work().catch((error: unknown) => {
      if (!(error instanceof AnyhookError)) throw error;
      printError(`anyhook: ${error.message.split('\n').map(toPlainLine).join('\n')}`);
    });
    print('\nWaiting for a change. Ctrl+C ends this.');
    await new Promise((resolve) => setTimeout(resolve, quietTime));
    isWorking = false;
    await changed;
    isWorking = true;
  }
}
