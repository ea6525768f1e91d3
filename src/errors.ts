/** What went wrong, in one word. The union is closed: switch on it. */
export type ErrorCode =
  | 'usage' // a flag or an argument
  | 'payload' // stdin is not a payload of the host
  | 'vendor' // no such vendor
  | 'event' // no such event, or none in that dialect
  | 'tool' // no such tool in that dialect
  | 'line' // a command line that must not be run
  | 'system' // the system refuses what a run needs
  | 'settings' // a settings file, or our record of it, cannot be read
  | 'write' // a file could not be written
  | 'state'; // what a session must remember cannot be had

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

/** The one error class: a closed `code`, one line of text that says what to do. */
export class AnyhookError extends Error {
  override readonly name = 'AnyhookError';
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
  /** What a command line ends with when this is the reason. */
  get exitCode(): number {
    return exitCodes[this.code];
  }
}
