import { writeSync } from 'node:fs';
import { attempt } from '../util/attempt.ts';

/** The file descriptor that stands for stderr in this process. */
export const notices = { descriptor: 2 };

/** Says a short text to a person, beside the answer. */
export const speak = (text: string): void =>
  void attempt(() => writeSync(notices.descriptor, text));
