import type { Codec, Draft } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { asText, type Json } from '../../util/json.ts';

/**
 * The `error` text of a shell command that ended with a code other than 0: the code, then all that
 * the command printed.
 */
const exitCodeText = /^Exit code (-?\d+)(?:\n([\s\S]*))?$/;

/** Makes a codec that reads one part of the `error` text of a shell command. */
const partOfCommandError = (read: (match: RegExpExecArray) => unknown) =>
  makeCodec((error, { event }) => {
    const found = event.tool === 'shell' ? exitCodeText.exec(asText(error)) : null;
    return found ? read(found) : undefined;
  });

/** Reads an `error` text, except that of a shell command, whose parts have rows of their own. */
const messageUnlessCommand: Codec['read'] = (error, { event }) =>
  event.tool === 'shell' && exitCodeText.test(asText(error)) ? undefined : error;

export const failureFields = {
  'result.error.message': { at: 'error', codec: makeCodec(messageUnlessCommand) },
  'result.output': {
    at: 'error',
    readOnly: true,
    codec: partOfCommandError(([, , text]) => text ?? ''),
  },
  'result.exitCode': {
    at: 'error',
    readOnly: true,
    codec: partOfCommandError(([, code]) => Number(code)),
  },
} as const;

/** Returns the output of a shell command from the text that the model was shown. */
export const getShellOutput = ({ tool, result }: Draft | Json): unknown =>
  tool === 'shell' ? (result as Json | undefined)?.text : undefined;

/** Builds the `error` text for a failed call. */
export function describeFailure({ tool, result }: Draft | Json): string {
  const { output, text, exitCode } = (result ?? {}) as Json;
  const message = output || text;
  if (tool !== 'shell') return asText(message || 'The tool failed.');
  return `Exit code ${exitCode ?? 1}${message ? `\n${message}` : ''}`;
}
