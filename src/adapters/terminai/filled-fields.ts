import type { ComputeField, FillsByEvent } from '../../mapping/adapter.ts';
import type { Json } from '../../util/json.ts';
import { exitCodeOf, fillBeforeEncoding as parentFills } from '../gemini/filled-fields.ts';

/** Computes the text that TerminaI would show the model for a shell command. */
const buildShellText: ComputeField = (event) => {
  const { input, result } = event;
  const { output, exitCode, error } = result ?? {};
  if (typeof output !== 'string') return (error as Json | undefined)?.message;
  return [
    `Command: ${(input as Json).command}`,
    'Directory: (root)',
    `Output: ${output || '(empty)'}`,
    'Error: (none)',
    `Exit Code: ${exitCodeOf(event, exitCode)}`,
    'Signal: (none)',
    'Background PIDs: (none)',
    'Process Group PGID: (none)',
  ].join('\n');
};

/** What Gemini CLI fills in, with another text of a command. */
export const fillBeforeEncoding: FillsByEvent = {
  ...parentFills,
  AfterTool: { 'result.text': buildShellText },
};
