import { AnyhookError } from '../errors.ts';
import { errorMessageOf } from '../util/errors.ts';

/**
 * Runs a function of the library. What it throws is an `AnyhookError`, whatever its arguments are: a value deep inside them
 * may throw when it is read, or be no data. The message then has the first line of what was thrown.
 */
export function closed<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof AnyhookError) throw error;
    const why = errorMessageOf(error).split('\n')[0]?.slice(0, 160);
    throw new AnyhookError('usage', `an argument cannot be read as data: ${why}`);
  }
}
