import { AnyhookError } from '../errors.ts';
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
  const why = errorMessageOf(error).split('\n')[0]?.slice(0, 160);
  // Errors of the system name the call that failed.
  if (error instanceof Error && 'syscall' in error) return new AnyhookError('system', `${why}`);
  return new AnyhookError('usage', `an argument cannot be read as data: ${why}`);
}

/**
 * Returns a function that throws nothing but `AnyhookError`, and whose promise is rejected with nothing else.
 *
 * @param checks A check of each argument, which throws an `AnyhookError` that says what is wanted.
 */
/* @__NO_SIDE_EFFECTS__ */
export const closing =
  <A extends unknown[], R>(
    work: (...given: A) => R,
    ...checks: ((value: unknown) => unknown)[]
  ): ((...given: A) => R) =>
  (...given) =>
    closed(() => {
      for (const [at, check] of checks.entries()) check(given[at]);
      return work(...given);
    });

/** Does what {@link closing} does, for functions that return a promise: whatever they throw rejects the promise. */
/* @__NO_SIDE_EFFECTS__ */
export const closingAsync = <A extends unknown[], R>(
  work: (...given: A) => Promise<R>,
  ...checks: ((value: unknown) => unknown)[]
): ((...given: A) => Promise<R>) => {
  const start = closing(work, ...checks);
  return async (...given) => {
    try {
      return await start(...given);
    } catch (error) {
      throw toAnyhookError(error);
    }
  };
};
