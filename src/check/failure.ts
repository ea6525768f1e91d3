/** Tells how an agent takes a hook that cannot run. */

import type { Hook } from '../canonical/hook.ts';
import type { Outcome } from '../canonical/outcome.ts';
import type { Finished } from '../mapping/adapter.ts';
import { answersGate, onFailureOf, ownBindingOf } from '../settings/own-agent.ts';
import { applyFailurePolicy, type FailureTerms } from '../translate/hook-outcome.ts';
import { adapterOf } from '../translate/host.ts';
import { sampleWorld } from '../translate/implied-calls.ts';
import { decodeOutcome } from '../translate/read-response.ts';
import { readHookOutput } from '../translate/reading.ts';

/**
 * Tells whether the own agent of a hook takes a failed command for a refusal of the call or the prompt, or
 * for a request to go on working.
 * @param code - The exit code of the command, which printed nothing on stdout.
 * @param stderr - What the command wrote on stderr.
 */
export const takesFailureForRefusal = (hook: Hook, code: number, stderr: string): boolean =>
  effectOfFailure(hook, code, stderr).refuses;

/**
 * Tells whether the own agent of a hook takes a failed command for a request to go on working.
 * @param code - The exit code of the command, which printed nothing on stdout.
 * @param stderr - What the command wrote on stderr.
 */
export const takesFailureForFollowUp = (hook: Hook, code: number, stderr: string): boolean =>
  effectOfFailure(hook, code, stderr).goesOn;

/**
 * Returns what the own agent of a hook makes of a failed command: whether it is a refusal (`refuses`), a request to go
 * on working (`goesOn`), or takes the place of a result (`hides`).
 *
 * @param code The exit code of the command, which printed nothing on stdout.
 * @param stderr What the command wrote on stderr.
 */
export function effectOfFailure(hook: Hook, code: number, stderr: string) {
  const { decision, followUp, replaced } = outcomeOfFailure(hook, code, stderr);
  const goesOn = followUp !== undefined;
  return { refuses: decision === 'deny' || goesOn, goesOn, hides: replaced !== undefined };
}

/** Returns what the own agent of a hook takes from a failed command, after the hook's failure policy. */
function outcomeOfFailure(hook: Hook, code: number, stderr: string): Outcome {
  const dialect = adapterOf(hook.speaks);
  const binding = ownBindingOf(hook);
  const finished: Finished = { code, stdout: '', stderr };
  const onFailure = onFailureOf(hook) ?? 'native';
  const terms: FailureTerms = {
    isAtGate: answersGate(hook),
    isOurLimit: false,
    dialect,
    flags: { onFailure },
  };
  const reading = applyFailurePolicy(readHookOutput(dialect, binding, finished), finished, terms);
  if (reading.deny !== undefined) return { decision: 'deny' };
  if (!reading.response) return {};
  const context = {
    adapter: dialect,
    event: { event: binding.event },
    world: sampleWorld,
    invalidPaths: [],
  };
  return decodeOutcome(binding, reading.response, context);
}
