/** Tells how an agent takes a hook that cannot run. */

import type { Hook } from '../canonical/hook.ts';
import type { Finished } from '../mapping/adapter.ts';
import { answersGate, ownBindingOf } from '../settings/own-agent.ts';
import { applyFailurePolicy, type FailureTerms } from '../translate/hook-outcome.ts';
import { adapterOf } from '../translate/host.ts';
import { sampleWorld } from '../translate/implied-calls.ts';
import { readHookOutput } from '../translate/reading.ts';
import { decodeOutcome } from '../translate/response.ts';

/**
 * Tells whether the own agent of a hook takes a failed command for a refusal of the call or the prompt, or
 * for a request to go on working.
 * @param code - The exit code of the command, which printed nothing on stdout.
 * @param stderr - What the command wrote on stderr.
 */
export function takesFailureForRefusal(hook: Hook, code: number, stderr: string): boolean {
  const dialect = adapterOf(hook.speaks);
  const binding = ownBindingOf(hook);
  const finished: Finished = { code, stdout: '', stderr };
  const { onFailure = 'native' } = hook;
  const terms: FailureTerms = {
    isAtGate: answersGate(hook),
    isOurLimit: false,
    dialect,
    flags: { onFailure },
  };
  const reading = applyFailurePolicy(readHookOutput(dialect, binding, finished), finished, terms);
  if (reading.deny !== undefined) return true;
  if (!reading.response) return false;
  const context = {
    adapter: dialect,
    event: { event: binding.event },
    world: sampleWorld,
    invalidPaths: [],
  };
  const { decision, followUp } = decodeOutcome(binding, reading.response, context);
  return decision === 'deny' || followUp !== undefined;
}
