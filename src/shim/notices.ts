import { writeSync } from 'node:fs';
import { attempt } from '../util/attempt.ts';

/**
 * The file descriptor on which this process writes to stderr. It is another than 2 where the loader
 * started this run: the loader discards what comes on 2.
 */
export const noticeOutput = { descriptor: 2 };

/** Writes a short text for a person, beside the answer. A text that cannot be written is dropped. */
export function writeNotice(text: string): void {
  const { descriptor } = noticeOutput;
  if (descriptor === 2) process.stderr.write(text);
  else attempt(() => writeSync(descriptor, text));
}
