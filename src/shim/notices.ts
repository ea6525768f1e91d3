import { writeSync } from 'node:fs';
import { attempt } from '../util/attempt.ts';

/**
 * The file descriptor to which this process writes what is meant for stderr. It is not 2 if the loader
 * started this run, since the loader discards everything that Node prints there.
 */
export const noticeOutput = { descriptor: 2 };

/** Writes a short text for a person, which is no part of the answer. A text that cannot be written is dropped. */
export function writeNotice(text: string): void {
  const { descriptor } = noticeOutput;
  if (descriptor === 2) process.stderr.write(text);
  else attempt(() => writeSync(descriptor, text));
}
