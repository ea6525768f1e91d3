import type { Codec, Draft } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { asText, type Json } from '../../util/json.ts';

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

/** Returns the text that the model was shown of a shell command, as its output. Undefined for other tools. */
export const getShellOutput = ({ tool, result }: Draft | Json): unknown =>
  tool === 'shell' ? (result as Json | undefined)?.text : undefined;

/** Builds the `error` text for a failed call of another agent. */
export function describeFailure({ tool, result }: Draft | Json): string {
  const { output, text, exitCode } = (result ?? {}) as Json;
  const message = output || text;
  if (tool !== 'shell') return asText(message || 'The tool failed.');
  return `Exit code ${exitCode ?? 1}${message ? `\n${message}` : ''}`;
}
