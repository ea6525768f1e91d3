import type { Codec, Draft } from '../../mapping/adapter.ts';
import { makeCodec } from '../../mapping/fields.ts';
import { asText, type Json } from '../../util/json.ts';

const resultOf = (event: Draft): Json => event.result ?? {};

/** Returns the output of a shell command from the text that the model was shown. */
export const getShellOutput = (event: Draft) =>
  event.tool === 'shell' ? resultOf(event).text : undefined;

/** Returns the `error_message` for a failed call. */
export const describeFailure = (event: Draft) => {
  const { output, text, exitCode } = resultOf(event);
  return output || text || `Command failed with exit code ${exitCode ?? 1}`;
};

/**
 * Tells whether a failed call is a shell command that ran. Its `error_message` is its output, not
 * an error of the tool.
 */
const isRunCommand = ({ tool, status }: Draft) => tool === 'shell' && status !== 'refused';
const exitCodeText = /^Command failed with exit code (-?\d+)$/;
/** Reads an `error_message`, except that of a shell command, whose parts have rows of their own. */
const messageUnlessCommand: Codec['read'] = (message, { event }) =>
  isRunCommand(event) ? undefined : message;
/** Makes a codec that reads one part of the `error_message` of a shell command. */
const partOfCommandError = (status: string, read: (message: string) => unknown) =>
  makeCodec((message, { event }) =>
    isRunCommand(event) && event.status === status ? read(asText(message)) : undefined,
  );
/** The rows of a failed call. */
export const failureFields = {
  'result.error.message': { at: 'error_message', codec: makeCodec(messageUnlessCommand) },
  'result.text': {
    at: 'error_message',
    readOnly: true,
    codec: partOfCommandError('timeout', (message) => message),
  },
  'result.output': {
    at: 'error_message',
    readOnly: true,
    codec: partOfCommandError('failed', (message) => message.replace(exitCodeText, '')),
  },
  'result.exitCode': {
    at: 'error_message',
    readOnly: true,
    codec: partOfCommandError('failed', (message) => {
      const code = exitCodeText.exec(message)?.[1];
      return code ? Number(code) : undefined;
    }),
  },
} as const;
