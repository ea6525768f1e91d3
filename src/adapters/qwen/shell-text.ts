import type { ComputeField, Draft } from '../../mapping/adapter.ts';
import type { Json } from '../../util/json.ts';
import { exitCodeOf, readShellResult } from '../gemini/shell-text.ts';

/** Tells whether a text is that of a finished shell command, as the model is shown it. */
export const isShellOutput = ({ tool }: Draft, text: unknown): boolean =>
  tool === 'shell' && typeof text === 'string' && readShellResult(text) !== undefined;

const shellResultOf = ({ tool, result }: Draft) => {
  const text = result?.text;
  return tool === 'shell' && typeof text === 'string' ? readShellResult(text) : undefined;
};

export const fillCallAfterDecoding = {
  'result.output': (event: Draft) => shellResultOf(event)?.output,
  'result.exitCode': (event: Draft) => shellResultOf(event)?.exitCode,
} satisfies Record<string, ComputeField>;

/** Builds the text that the model is shown for a call; for a shell command with its labels. */
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
