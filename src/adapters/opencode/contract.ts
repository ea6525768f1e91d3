import { isGateEvent } from '../../canonical/traits.ts';
import type { Binding, Finished, Reading, Runtime } from '../../mapping/adapter.ts';
import { refusedByHook } from '../../mapping/default-reasons.ts';
import { describeCutOff, describeEnding, trimOutput } from '../../mapping/finished-command.ts';
import { isObject } from '../../util/equal.ts';
import { type Json, parseJsonObject } from '../../util/json.ts';

/** Tells whether a hook can refuse something at an event. */
const isGate = ({ event, outcome }: Binding): boolean =>
  isGateEvent(event) && outcome.decision !== undefined;

/** Returns the reading of a failed hook, which refuses at a gate. */
const readFailure = (failure: string, binding: Binding): Reading =>
  isGate(binding) ? { deny: `The hook ${failure}.`, failure } : { failure };

/**
 * Reads a finished command. The client starts none: anyhook's plugin does, and this is its rule. An object on stdout
 * counts at exit code 0, exit code 2 refuses with the text on stderr, and any other end is a failure, which refuses at a
 * gate.
 */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason) return readFailure(cutOffReason, binding);
  const errorText = trimOutput(finished.stderr);
  if (finished.code === 2) {
    if (isGate(binding)) return { deny: errorText || refusedByHook };
    return { response: makeRefusal(errorText || refusedByHook, binding) };
  }
  if (finished.code !== 0) return readFailure(describeEnding(finished, errorText), binding);
  const text = trimOutput(finished.stdout);
  if (!text) return {};
  const response = parseJsonObject(text, false);
  return isObject(response)
    ? { response }
    : readFailure('printed something that is no JSON object', binding);
}

/** Makes the response of exit code 2 at an event that is no gate. Empty: nothing can be refused there. */
function makeRefusal(message: string, { outcome }: Binding): Json {
  if (outcome.decision) return { throw: true, message };
  if (outcome.replaced) return { output: message };
  return outcome.followUp ? { prompt: message } : {};
}

/** The limits of commands. They are anyhook's own: the client limits nothing, 1.18.33. */
export const runtime: Runtime = {
  shell: 'sh',
  env: () => ({}),
  commandVariables: [],
  uncomputableVariables: [],
  timeout: 60_000,
  loopLimit: 5,
  waitsForPipes: true,
  blocksUnstarted: true,
};
