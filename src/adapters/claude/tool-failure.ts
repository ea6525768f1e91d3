import type { Codec } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { asText } from '../../util/json.ts';

/**
 * Matches the `error` text of a shell command that ended with a code other than 0. Its groups are the code,
 * and all that the command printed.
 */
const commandError = /^Exit code (-?\d+)(?:\n([\s\S]*))?$/;

/**
 * Makes a codec that reads one part of the `error` text of a shell command.
 *
 * @param readPart returns the part from a match of `commandError`
 */
const commandErrorPart = (readPart: (match: RegExpExecArray) => unknown) =>
  makeCodec((error, { event }) => {
    const match = event.tool === 'shell' ? commandError.exec(asText(error)) : null;
    return match ? readPart(match) : undefined;
  });

/** Reads an `error` text as the message. Undefined for a shell command's, whose parts have rows of their own. */
const readErrorMessage: Codec['read'] = (error, { event }) =>
  event.tool === 'shell' && commandError.test(asText(error)) ? undefined : error;

/** The rows of `error`, from which three canonical fields are read. */
export const failureFields = {
  'result.error.message': { at: 'error', codec: makeCodec(readErrorMessage) },
  'result.output': {
    at: 'error',
    readOnly: true,
    codec: commandErrorPart(([, , printed]) => printed ?? ''),
  },
  'result.exitCode': {
    at: 'error',
    readOnly: true,
    codec: commandErrorPart(([, code]) => Number(code)),
  },
} as const;
