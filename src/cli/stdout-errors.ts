import { hasErrorCode, reasonOf } from '../files/file-errors.ts';

/** Reports that stdout could not be written. If the reader closed it early, as `head` does, that is no error. */
export function reportUnprinted(error: Error): void {
  if (hasErrorCode(error, 'EPIPE')) return;
  process.exitCode = 4;
  console.error(`anyhook: this message could not be printed: ${reasonOf(error)}`);
}

/** Makes sure that an error of stdout is reported. */
export const watchStdout = (): void => void process.stdout.on('error', reportUnprinted);
