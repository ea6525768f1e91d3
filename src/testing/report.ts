import { AnyhookError } from '../errors.ts';
import { isSameJson } from '../util/equal.ts';
import { errorMessageOf } from '../util/errors.ts';

/**
 * Yields a failure if two values differ as JSON. A function that yields no failure has found no difference.
 *
 * @param what The words that the failure begins with.
 * @param golden The value that the fixture expects.
 * @param found The value that the code gave.
 */
export function* reportDifference(
  what: string,
  golden: unknown,
  found: unknown,
): Generator<string> {
  if (isSameJson(golden, found)) return;
  // Fields that are undefined, which a fixture cannot have, are dropped before a second comparison.
  const asJson = found === undefined ? null : JSON.parse(JSON.stringify(found));
  if (!isSameJson(golden, asJson)) {
    yield `${what}\n  golden ${JSON.stringify(golden)}\n  found  ${JSON.stringify(asJson)}`;
  }
}

/** Yields the failures of one case, each with the name of the case in front. An error that the case throws is a failure too. */
export function* catchErrors(name: string, run: () => Iterable<string>): Generator<string> {
  try {
    for (const failure of run()) yield `${name}: ${failure}`;
  } catch (error) {
    yield `${name}: throws ${errorMessageOf(error)}`;
  }
}

/** Returns what a function returns, or the code of the {@link AnyhookError} that it throws. Other errors are thrown on. */
export function valueOrErrorCode<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof AnyhookError) return error.code;
    throw error;
  }
}
