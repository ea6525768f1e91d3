import { AnyhookError } from '../errors.ts';
import { isSameJson } from '../util/equal.ts';
import { errorMessageOf } from '../util/errors.ts';

/**
 * Yields a failure if two values differ as JSON.
 *
 * @param what The words that the failure begins with.
 * @param golden The value that is expected.
 * @param found The value that the code gave.
 */
export function* reportDifference(
  what: string,
  golden: unknown,
  found: unknown,
): Generator<string> {
  if (isSameJson(golden, found)) return;
  const plain = found === undefined ? null : JSON.parse(JSON.stringify(found));
  if (!isSameJson(golden, plain)) {
    yield `${what}\n  golden ${JSON.stringify(golden)}\n  found  ${JSON.stringify(plain)}`;
  }
}

/** The failures of one case, named; what it throws is one. */
export function* catchErrors(name: string, run: () => Iterable<string>): Generator<string> {
  try {
    for (const failure of run()) yield `${name}: ${failure}`;
  } catch (error) {
    yield `${name}: throws ${errorMessageOf(error)}`;
  }
}

/** What a function gives, or the code of the error it ends with. */
export function valueOrErrorCode<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof AnyhookError) return error.code;
    throw error;
  }
}
