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

const exitCodes: Record<ErrorCode, number> = {
  usage: 2,
  payload: 2,
  vendor: 2,
  event: 2,
  tool: 2,
  line: 2,
  system: 2,
  settings: 2,
  write: 4,
  state: 4,
};

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
    return exitCodes[this.code];
  }
}

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
function toAnyhookError(error: unknown): AnyhookError {
  if (error instanceof AnyhookError) return error;
  const isError = error instanceof Error;
  const why = isError ? (error.message.split('\n')[0] ?? '').slice(0, 160) : typeof error;
  // Errors of the system name the call that failed.
  const made =
    isError && 'syscall' in error
      ? new AnyhookError('system', why)
      : new AnyhookError('usage', `an argument cannot be read as data: ${why}`);
  made.cause = error;
  return made;
}
