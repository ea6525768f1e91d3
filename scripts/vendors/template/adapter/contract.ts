import { isGateEvent } from '../../../../src/canonical/traits.ts';
import type { Binding, Finished, Reading, Runtime } from '../../../../src/mapping/adapter.ts';
import {
  describeCutOff,
  describeEnding,
  trimOutput,
} from '../../../../src/mapping/finished-command.ts';
import { isObject } from '../../../../src/util/equal.ts';
import { parseJsonObject } from '../../../../src/util/json.ts';

/**
 * Reads a finished command as the client does. In this example, an object on stdout counts at exit code 0, exit
 * code 2 refuses with the text on stderr, and any other end is a failure. Measure the client, and name the version
 * that does so.
 */
export function readFinished(finished: Finished, binding: Binding): Reading {
  const cutOffReason = describeCutOff(finished);
  if (cutOffReason) return { failure: cutOffReason };
  const errorText = trimOutput(finished.stderr);
  if (finished.code === 2) {
    // At a gate, a refusal by exit code is a `deny`. At other events it is what the hook would have printed.
    if (isGateEvent(binding.event)) return { deny: errorText || 'Blocked by a hook.' };
    return { response: { verdict: 'block', why: errorText } };
  }
  if (finished.code !== 0) return { failure: describeEnding(finished, errorText) };
  const text = trimOutput(finished.stdout);
  if (!text) return {};
  const response = parseJsonObject(text, false);
  return isObject(response)
    ? { response }
    : { failure: 'printed something that is no JSON object' };
}

/** The environment and the limits that the client gives its hook commands. */
export const runtime: Runtime = {
  shell: 'sh',
  // Variables that the client sets for its hooks, and those that it replaces in command lines.
  env: (event) => ({ ACME_PROJECT_DIR: event.cwd }),
  commandVariables: ['ACME_PROJECT_DIR'],
  // Variables that the client sets, and whose values cannot be computed from an event.
  uncomputableVariables: [],
  // The default time limit of a hook, in milliseconds.
  timeout: 60_000,
  // How many follow-ups in a row a hook may ask for. `null`: there is no limit.
  loopLimit: null,
  // Whether a command that cannot be started blocks the action.
  blocksUnstarted: false,
};
