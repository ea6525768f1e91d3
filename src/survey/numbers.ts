/** Numbers hooks, so that a person can name one whose command is long. */
import type { FileSurvey } from './types.ts';

/** Gives each hook its number. Entries that start the same thing, in whatever file, have the same number. */
export function numberHooks(files: readonly FileSurvey[]): void {
  const numbers = new Map<string, number>();
  for (const one of files.flatMap(({ hooks }) => hooks)) {
    const number = numbers.get(one.identity) ?? numbers.size + 1;
    numbers.set(one.identity, number);
    one.number = number;
  }
}
