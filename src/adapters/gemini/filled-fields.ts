/** Computes the fields that events of other agents lack, before payloads are written. */

import type { ComputeField, Draft, FillsByEvent } from '../../mapping/adapter.ts';
import type { Json } from '../../util/json.ts';

/** Returns the exit code of a command. If none is known, it is 1 for a failed command, and otherwise 0. */
export const exitCodeOf = ({ status }: Draft, code: unknown): unknown =>
  code ?? (status === 'failed' ? 1 : 0);

/** Builds the text that Gemini CLI would show the model for a shell command that another host has run. */
export const buildShellText: ComputeField = (event) => {
  const { output, exitCode, error } = event.result ?? {};
  if (typeof output === 'string' || exitCode !== undefined) {
    const code = exitCodeOf(event, exitCode);
    return `Output: ${output || '(empty)'}${code ? `\nExit Code: ${code}` : ''}`;
  }
  return (error as Json | undefined)?.message;
};

/** The functions by native event. */
export const fillBeforeEncoding: FillsByEvent = {
  '*': { time: (_, world) => world.now().toISOString() },
  AfterAgent: {
    prompt: (_, world) => world.recall('prompt'),
    response: (_, world) => world.recall('response'),
    retry: (event) => (event.loopCount ?? 0) > 0,
  },
  AfterTool: { 'result.text': buildShellText },
};
