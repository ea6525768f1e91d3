import type { ComputeField, Draft } from '../../mapping/adapter.ts';
import type { Json } from '../../util/json.ts';

/** The line that the client adds to the output of a shell command. */
const endLine = /\n?<shellId: \S+ completed with exit code (-?\d+)>\s*$/;

const resultOf = (event: Draft): Json => event.result ?? {};

/**
 * Reads the output and the exit code of a finished shell command from the text that the model was
 * shown.
 *
 * @returns undefined if it is no text of a finished command
 */
function readShellResult(event: Draft): { output: string; exitCode: number } | undefined {
  const { text } = resultOf(event);
  const match = event.tool === 'shell' && typeof text === 'string' ? endLine.exec(text) : undefined;
  return match
    ? { output: (text as string).slice(0, match.index), exitCode: Number(match[1]) }
    : undefined;
}

/**
 * Tells whether a shell command was run to its end. The client reports it as a success whatever its
 * exit code, 1.0.102.
 */
export const isFinishedCommand = (event: Draft): boolean => {
  const { error, output, exitCode, text } = resultOf(event);
  const ended = exitCode ?? output ?? text;
  return event.tool === 'shell' && event.status !== 'refused' && !error && ended !== undefined;
};

export const fillCallAfterDecoding = {
  'result.output': (event: Draft) => readShellResult(event)?.output,
  'result.exitCode': (event: Draft) => readShellResult(event)?.exitCode,
  status: (event: Draft) =>
    event.event === 'after-tool' ? (resultOf(event).exitCode ? 'failed' : 'ok') : undefined,
} satisfies Record<string, ComputeField>;

/** Builds the text that the model would have been shown for a shell command of another host. */
export const buildShellText: ComputeField = (event) => {
  const { output, exitCode } = resultOf(event);
  if (event.tool !== 'shell') return output;
  const code = exitCode ?? (event.status === 'failed' ? 1 : 0);
  const printed = typeof output === 'string' ? output.replace(/\n$/, '') : '';
  return `${printed}\n<shellId: 0 completed with exit code ${code}>`;
};
