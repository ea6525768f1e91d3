import type { Codec, Draft } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { asText } from '../../util/json.ts';

/**
 * Tells whether a failed call is a shell command that ran. The `error_message` of such a call is the output of
 * the command. For other calls it is an error of the tool.
 */
const isCommandThatRan = ({ tool, status }: Draft) => tool === 'shell' && status !== 'refused';
const exitCodeText = /^Command failed with exit code (-?\d+)$/;
/** Reads an `error_message` that is an error of the tool. The output of a command is read by the rows below. */
const readToolError: Codec['read'] = (message, { event }) =>
  isCommandThatRan(event) ? undefined : message;
/** Makes a codec that reads one part of the `error_message` of a command that ended with a status. */
const makeCommandOutputCodec = (status: string, read: (message: string) => unknown) =>
  makeCodec((message, { event }) =>
    isCommandThatRan(event) && event.status === status ? read(asText(message)) : undefined,
  );
/** The rows for the result of a failed call, all read from its `error_message`. */
export const failureFields = {
  'result.error.message': { at: 'error_message', codec: makeCodec(readToolError) },
  'result.text': {
    at: 'error_message',
    readOnly: true,
    codec: makeCommandOutputCodec('timeout', (message) => message),
  },
  'result.output': {
    at: 'error_message',
    readOnly: true,
    codec: makeCommandOutputCodec('failed', (message) => message.replace(exitCodeText, '')),
  },
  'result.exitCode': {
    at: 'error_message',
    readOnly: true,
    codec: makeCommandOutputCodec('failed', (message) => {
      const code = exitCodeText.exec(message)?.[1];
      return code ? Number(code) : undefined;
    }),
  },
} as const;
