/** Shortens what is said of a hook that failed. */

/** The line in which a runtime names an error, among the lines of a stack. */
const errorLine =
  /\b(?:[A-Z]\w*)?(?:Error|Exception)(?: \[\w+\])?: [^\n]*?(?=\s*\n|\s{2,}at |\s+at [\w.]+ \(|\s+at (?:async |file:|node:)|$)/;

/**
 * Returns a failure with the error alone in place of the stack that a runtime such as Node prints, and as it is if no
 * error is named.
 *
 * @param failure How a hook failed, such as `ended with exit code 1:` and what it printed on stderr.
 */
export function shortenFailure(failure: string): string {
  const [how = ''] = /^[^\n:]*: /.exec(failure) ?? [];
  const [error] = errorLine.exec(failure.slice(how.length)) ?? [];
  return error === undefined ? failure : how + error;
}
