import type { ComputeField, Draft } from '../../mapping/adapter.ts';
import type { Json } from '../../util/json.ts';
import { exitCodeOf } from '../gemini/filled-fields.ts';
import { readShellResult } from '../gemini/shell-text.ts';

/** Tells whether a text is what the model is shown for a finished shell command. */
export const isShellOutput = ({ tool }: Draft, text: unknown): boolean =>
  tool === 'shell' && typeof text === 'string' && readShellResult(text) !== undefined;

const shellResultOf = ({ tool, result }: Draft) => {
  const text = result?.text;
  return tool === 'shell' && typeof text === 'string' ? readShellResult(text) : undefined;
};

/** Canonical fields of a call, with the functions that compute them if they are missing. */
export const fillCallAfterDecoding = {
  'result.output': (event: Draft) => shellResultOf(event)?.output,
  'result.exitCode': (event: Draft) => shellResultOf(event)?.exitCode,
} satisfies Record<string, ComputeField>;

/**
 * Builds the text that Qwen Code would show the model for a call. For a shell command, each part of its result is
 * a line with a label. Undefined: the result has neither a text nor an error.
 */
export const buildShownText: ComputeField = (event) => {
  const { input, result, tool } = event;
  const { output, text, exitCode, error } = result ?? {};
  if (tool !== 'shell' || typeof output !== 'string') return text ?? (error as Json)?.message;
  return [
    `Command: ${(input as Json).command}`,
    `Directory: ${(input as Json).directory ?? '(root)'}`,
    `Output: ${output || '(empty)'}`,
    'Error: (none)',
    `Exit Code: ${exitCodeOf(event, exitCode)}`,
    'Signal: (none)',
    'Process Group PGID: (none)',
  ].join('\n');
};
