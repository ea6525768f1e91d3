import { writeSync } from 'node:fs';
import { attempt } from '../util/attempt.ts';

/** The file descriptor that stands for stderr in this process: a loader gives another one. */
export const noticeOutput = { descriptor: 2 };

/** Says a short text to a person, beside the answer. */
export function writeNotice(text: string): void {
  const { descriptor } = noticeOutput;
  if (descriptor === 2) process.stderr.write(text);
  else attempt(() => writeSync(descriptor, text));
}
