import { isGateEvent } from '../../canonical/traits.ts';
import type { Binding, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { refusedByHook } from '../../mapping/default-reasons.ts';
import {
  describeCutOff,
  describeEnding,
  readFailure,
  trimOutput,
} from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import { type Json, parseJson } from '../../util/json.ts';
import { partsOfText } from './outcomes.ts';

/**
 * Reads a finished command. The client knows none, so this is a rule of our own: at exit code 0 an object on stdout is
 * what a handler returns, exit code 2 refuses with the text on stderr, and any other end is a failure. As an error that a
 * handler throws before a tool refuses the call, 1.5.2, a failure refuses at every gate.
 */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason) return readFailure(cutOffReason, binding);
  const errorText = trimOutput(finished.stderr);
  if (finished.code === 2) return readRefusal(errorText, binding);
  if (finished.code !== 0) return readFailure(describeEnding(finished, errorText), binding);
  const text = trimOutput(finished.stdout);
  if (!text) return {};
  const response = parseJson(text);
  return isObject(response)
    ? { response: readLoosely(response, binding) }
    : readFailure('printed something that is no JSON object', binding);
}

/** Returns a response as the client takes it: any true value of `block` refuses, and a `content` that is a text hides the result, 1.5.2. */
function readLoosely(response: Json, { event }: Binding): Json {
  const { block, content } = response;
  if (event === 'before-tool' && block !== undefined) return { ...response, block: Boolean(block) };
  return event === 'after-tool' && typeof content === 'string' ? hideResult(content) : response;
}

const hideResult = (text: string): Json => ({ content: partsOfText(text), isError: true });

/** Reads a refusal by exit code: at the end of a run the reason is a further message, and after a tool it hides the result. */
function readRefusal(reason: string, { event }: Binding): Reading {
  if (isGateEvent(event)) return { deny: reason || refusedByHook };
  if (event === 'stop')
    return reason
      ? { response: { entries: [{ type: 'custom_message', content: reason }], continue: true } }
      : {};
  if (event === 'compact') return { response: { cancel: true, reason } };
  if (event !== 'after-tool') return {};
  return { response: hideResult(reason || refusedByHook) };
}

export const runtime: Runtime = {
  shell: 'sh',
  env: () => ({}), // a child of a handler has neither the session nor the project, 1.5.2
  commandVariables: [],
  uncomputableVariables: [],
  timeout: 60_000,
  loopLimit: 5, // our own: the client goes on without a limit, 1.5.2
  waitsForPipes: true,
  blocksUnstarted: true,
};
