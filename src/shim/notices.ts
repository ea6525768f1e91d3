import { fstatSync, type Stats, writeSync } from 'node:fs';
import { attempt } from '../util/attempt.ts';

/**
 * The file descriptor to which this process writes what is meant for stderr. It is not 2 if the loader
 * started this run, since the loader discards everything that Node prints there, nor while the handlers of a
 * module run, which may print to 2. `isReplaced`: `process.stderr` belongs to these handlers. `isSilent`: the process is another
 * program's, and nothing is written.
 */
export const noticeOutput: { descriptor: number; isReplaced?: true; isSilent?: true } = {
  descriptor: 2,
};
/**
 * The file descriptor to which this process writes its answer. It is not 1 while the handlers of a module run. `file`: what
 * it was before these ran, who may close it and open another file under its number.
 */
export const answerOutput: { descriptor: number; file?: Stats | undefined } = { descriptor: 1 };

/** Tells whether the answer can still be written: its descriptor is what it was. */
export function canAnswer(): boolean {
  const { descriptor, file } = answerOutput;
  const now = file && attempt(() => fstatSync(descriptor));
  return !file || (now?.ino === file.ino && now.dev === file.dev);
}

// Kept, since a run of a module replaces the function.
const write = writeSync;

/** Writes a short text for a person, which is no part of the answer. A text that cannot be written is dropped. */
export function writeNotice(text: string): void {
  const { descriptor, isReplaced, isSilent } = noticeOutput;
  if (isSilent) return;
  if (descriptor === 2 && !isReplaced) process.stderr.write(text);
  else attempt(() => write(descriptor, text));
}
