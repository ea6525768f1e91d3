import { writeSync } from 'node:fs';
import { attempt } from '../util/attempt.ts';

/** The file descriptor that stands for stderr in this process: a loader gives another one. */
export const notices = { descriptor: 2 };

/** Says a short text to a person, beside the answer. */
export function speak(text: string): void {
  const { descriptor } = notices;
  if (descriptor === 2) process.stderr.write(text);
  else attempt(() => writeSync(descriptor, text));
}
