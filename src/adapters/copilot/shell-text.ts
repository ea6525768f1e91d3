import type { ComputeField, Draft } from '../../mapping/adapter.ts';
import type { Json } from '../../util/json.ts';

/** Matches the line that the client adds to the output of a shell command. Its group is the exit code. */
const endLine = /\n?<shellId: \S+ completed with exit code (-?\d+)>\s*$/;

const resultOf = (event: Draft): Json => event.result ?? {};

/**
 * Reads the output and the exit code of a finished shell command from the text that the model was
 * shown.
 *
 * @returns undefined if the text is not of a finished shell command
 */
function readShellResult(event: Draft): { output: string; exitCode: number } | undefined {
  const { text } = resultOf(event);
  const match = event.tool === 'shell' && typeof text === 'string' ? endLine.exec(text) : undefined;
  return match
    ? { output: (text as string).slice(0, match.index), exitCode: Number(match[1]) }
    : undefined;
}

/** Tells whether a shell command ran to its end. The client reports such a call as a success, whatever the exit code, 1.0.102. */
export const isFinishedCommand = (event: Draft): boolean => {
  const { error, output, exitCode, text } = resultOf(event);
  const traceOfEnd = exitCode ?? output ?? text;
  return event.tool === 'shell' && event.status !== 'refused' && !error && traceOfEnd !== undefined;
};

/** Computes the output, the exit code and the status of a call from the text that the model was shown. */
export const fillCallAfterDecoding = {
  'result.output': (event: Draft) => readShellResult(event)?.output,
  'result.exitCode': (event: Draft) => readShellResult(event)?.exitCode,
  status: (event: Draft) =>
    event.event === 'after-tool' ? (resultOf(event).exitCode ? 'failed' : 'ok') : undefined,
} satisfies Record<string, ComputeField>;

/** Builds the text that this client would have shown the model for a shell command of another agent. */
export const buildShellText: ComputeField = (event) => {
  const { output, exitCode } = resultOf(event);
  if (event.tool !== 'shell') return output;
  const code = exitCode ?? (event.status === 'failed' ? 1 : 0);
  const printed = typeof output === 'string' ? output.replace(/\n$/, '') : '';
  return `${printed}\n<shellId: 0 completed with exit code ${code}>`;
};
