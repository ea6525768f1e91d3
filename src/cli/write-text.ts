import { writeSync } from 'node:fs';
import { hasErrorCode } from '../files/file-errors.ts';
import { reportUnprinted, watchStdout } from './stdout-errors.ts';

/**
 * Prints a text on stdout or stderr without the streams of Node, which take a tenth of the time that Node takes to start.
 * They print what is left where a pipe that does not wait is full.
 */
export function writeText(fd: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(fd, bytes, written);
  } catch (error) {
    if (hasErrorCode(error, 'EAGAIN')) {
      watchStdout();
      process[fd === 1 ? 'stdout' : 'stderr'].write(bytes.subarray(written));
    } else if (fd === 1) reportUnprinted(error as Error);
  }
}
