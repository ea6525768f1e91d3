/** Tells which keys of an outcome the own agent of a hook takes from a way in which the hook's script ends. */

import type { Hook } from '../../canonical/hook.ts';
import type { OutcomeKey } from '../../canonical/outcome.ts';
import { hasOutcomeTrait } from '../../canonical/traits.ts';
import type { Finished } from '../../mapping/adapter.ts';
import { ownBindingOf } from '../../settings/own-agent.ts';
import { adapterOf } from '../../translate/host.ts';
import { sampleWorld } from '../../translate/implied-calls.ts';
import { decodeOutcome } from '../../translate/read-response.ts';
import { readHookOutput } from '../../translate/reading.ts';
import { attempt } from '../../util/attempt.ts';
import { isSameJson } from '../../util/equal.ts';
import { keysOf } from '../../util/keys-of.ts';
import { takesFailureForRefusal } from '../failure.ts';

/** Returns the keys of the outcome that the own agent of a hook takes from a finished command. */
export function keysTakenFrom(hook: Hook, finished: Finished): OutcomeKey[] {
  const adapter = adapterOf(hook.speaks);
  const binding = ownBindingOf(hook);
  const reading = attempt(() => readHookOutput(adapter, binding, finished));
  if (reading === undefined || reading.deny !== undefined) return ['decision'];
  if (!reading.response) return reading.failure === undefined ? [] : keysOfFailure(hook, finished);
  const { response } = reading;
  const context = {
    adapter,
    event: { event: binding.event },
    world: sampleWorld,
    invalidPaths: [],
  };
  const outcome = attempt(() => decodeOutcome(binding, response, context));
  return outcome ? keysOf(outcome).filter((key) => outcome[key] !== undefined) : ['decision'];
}

/** Returns `decision` if the own agent of a hook takes the failed command for a refusal. */
const keysOfFailure = (hook: Hook, { code, stderr }: Finished): OutcomeKey[] =>
  takesFailureForRefusal(hook, code ?? 1, stderr) ? ['decision'] : [];

/**
 * Tells whether a script that ends with an exit code, and writes a text on stderr, refuses something, or says
 * something else that is a verdict.
 */
export const refusesByExitCode = (hook: Hook, code: number): boolean =>
  takesFailureForRefusal(hook, code, 'text') ||
  keysTakenFrom(hook, { code, stdout: '', stderr: 'text' }).some((key) =>
    hasOutcomeTrait(key, 'isVerdict'),
  );

/** An answer that any agent which reads it takes for more than a text. */
const answerSample = '{"decision":"deny","reason":"text","continue":false}';

/** Tells whether the own agent of a hook may read an answer from stderr, where the script prints nothing on stdout. */
export function readsErrorText(hook: Hook): boolean {
  const adapter = adapterOf(hook.speaks);
  const binding = ownBindingOf(hook);
  return [0, 1].some((code) => {
    const [answer, text] = [answerSample, 'text'].map((stderr) =>
      attempt(() => readHookOutput(adapter, binding, { code, stdout: '', stderr })),
    );
    return (
      !isSameJson(answer?.response ?? null, text?.response ?? null) ||
      (answer?.deny === undefined) !== (text?.deny === undefined)
    );
  });
}
