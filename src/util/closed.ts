import { AnyhookError } from '../errors.ts';
import { attempt } from './attempt.ts';
import { errorMessageOf } from './errors.ts';

/**
 * Runs a function of the library. What it throws is an `AnyhookError`, whatever its arguments are: a value deep inside them
 * may throw when it is read, or be no data. The message then has the first line of what was thrown.
 */
export function closed<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw toAnyhookError(error);
  }
}

/** Returns an error of anyhook as it is, and any other value that was thrown as such an error. */
function toAnyhookError(error: unknown): AnyhookError {
  if (error instanceof AnyhookError) return error;
  const why = attempt(() => errorMessageOf(error).split('\n')[0]?.slice(0, 160));
  const isOfSystem = error instanceof Error && 'syscall' in error;
  const closed = isOfSystem
    ? new AnyhookError('system', `${why}`)
    : new AnyhookError('usage', `an argument cannot be read as data: ${why ?? 'it throws'}`);
  closed.cause = error;
  return closed;
}

/** Does what {@link closed} does for a function that returns a promise: whatever goes wrong rejects it. */
export async function closedAsync<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toAnyhookError(error);
  }
}

/** Returns a function that throws nothing but `AnyhookError`. */
export const closing = /* @__NO_SIDE_EFFECTS__ */ <F extends (...given: never[]) => unknown>(
  work: F,
): F => ((...given) => closed(() => work(...given))) as F;
