/** The kind of an error. A program can handle every kind by a `switch`: there are no others. */
export type ErrorCode =
  | 'usage' // a flag or an argument
  | 'payload' // stdin is not a payload of the host
  | 'vendor' // no such vendor
  | 'event' // no such event, or none in that dialect
  | 'tool' // no such tool in that dialect
  | 'line' // the command line of a hook must not be run
  | 'system' // the system refuses what a run needs
  | 'settings' // a settings file, or our record of it, cannot be read
  | 'write' // a file could not be written
  | 'state'; // the memory of a session cannot be read or written

/** The only class of errors that anyhook throws on purpose. The message is one line, and says what to do. */
export class AnyhookError extends Error {
  override readonly name = 'AnyhookError';
  readonly code: ErrorCode;
  /** The word of the command line that was probably meant, and the one that was typed. */
  readonly correction: { typed: string; meant: string } | undefined;
  constructor(code: ErrorCode, message: string, correction?: { typed: string; meant: string }) {
    super(message);
    this.code = code;
    this.correction = correction;
  }
  /** The exit code of an anyhook command that ends because of this error. */
  get exitCode(): number {
    return this.code === 'write' || this.code === 'state' ? 4 : 2;
  }
}

/**
 * Runs a function of the library. What it throws is an `AnyhookError`, whatever its arguments are: a value deep inside them
 * may throw when it is read, or be no data. The message then has the first line of what was thrown, which is its `cause`.
 *
 * @param what What has failed, for the message.
 */
export function closed<T>(run: () => T, what?: string): T {
  try {
    return run();
  } catch (error) {
    throw toAnyhookError(error, what);
  }
}

/** Tells whether {@link closed} made an error of what code of the caller threw. */
export const isOfCaller = (error: unknown): error is AnyhookError =>
  error instanceof AnyhookError && Object.hasOwn(error, 'cause');

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

/** Returns an error of anyhook as it is, and any other value that was thrown as the cause of such an error. */
function toAnyhookError(error: unknown, what?: string): AnyhookError {
  let [code, why]: [ErrorCode, string] = ['usage', typeof error];
  try {
    if (error instanceof AnyhookError) return error;
    const { syscall, message } = Object(error);
    if (syscall) code = 'system';
    why = `${message ?? (why === 'string' ? error : why)}`.split('\n', 1)[0]?.slice(0, 160) || why;
  } catch {
    // What was thrown cannot be read either.
  }
  // Errors of the system name the call that failed.
  const failed = what ?? (code === 'usage' && 'an argument cannot be read as data');
  const made = new AnyhookError(code, failed ? `${failed}: ${why}` : why);
  made.cause = error;
  return made;
}
