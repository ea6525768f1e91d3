// What a model request tells the model.
import type { FunctionCall, ModelRequest, Part, Turn } from './mock-model.ts';

/** A turn in which the model calls one tool. */
export function call(name: string, args: FunctionCall['args']): Turn {
  return { calls: [{ name, args }] };
}

export const shell = (command: string): Turn => call('run_shell_command', { command });

/** The parts since the model last spoke. */
function newParts(request: ModelRequest | undefined): Part[] {
  const contents = request?.contents ?? [];
  const last = contents.findLastIndex(({ role }) => role === 'model');
  return contents.slice(last + 1).flatMap(({ parts }) => parts);
}

/** The texts since the model last spoke. */
export function newTexts(request: ModelRequest | undefined): string[] {
  return newParts(request).flatMap(({ text }) => (text === undefined ? [] : [text]));
}

/** What the tools answered to the model's last calls. */
export function functionResponses(request: ModelRequest | undefined) {
  return newParts(request).flatMap(({ functionResponse }) =>
    functionResponse === undefined ? [] : [functionResponse.response],
  );
}

/** What the model reads of a guard that ran out of time. */
export const outOfTime = /out of time|timed? ?out|too long/i;

/** The error the model got for its only call. */
export function blocked(request: ModelRequest | undefined): string {
  return functionResponses(request)[0]?.error ?? '';
}
