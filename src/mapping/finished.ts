import type { Finished } from './adapter.ts';

/** Text as a reader sees it: without the space around it, of which a byte order mark is one. */
export const clean = (text: string): string => text.trim();

/** Why a command gave no answer of its own; undefined when it ended by itself. */
export function cutOff(finished: Finished): string | undefined {
  if (finished.notStarted !== undefined) return `could not be started: ${finished.notStarted}`;
  if (finished.timedOut) return 'ran out of time';
  if (finished.tooMuch) return 'printed more than is read';
  return undefined;
}

/** How a command ended, when not with 0, and what it said. */
export function ending({ code, signal }: Finished, said: string): string {
  const end =
    code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${code}`;
  return said ? `${end}: ${said.slice(0, 500)}` : end;
}
