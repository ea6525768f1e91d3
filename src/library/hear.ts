import type { Outcome } from '../canonical/types.ts';
import { AnyhookError, closed } from '../errors.ts';
import type { Adapter, Context, Finished, Reading, World } from '../mapping/adapter.ts';
import { interpretResponse } from '../translate/any-dialect-response.ts';
import { bindingOfPayload, isGate } from '../translate/bindings.ts';
import { decodeEvent } from '../translate/decode.ts';
import type { HookInput } from '../translate/hook-input.ts';
import {
  applyFailurePolicy,
  decodeReading,
  outcomeAfterPolicy,
} from '../translate/hook-outcome.ts';
import { readHookOutput } from '../translate/reading.ts';
import { unchangedVariant } from '../translate/variant.ts';
import type { Json } from '../util/json.ts';
import { agentOf, type VendorOrAdapter } from './agent.ts';
import { checkFinished, describeValue, requireObject } from './arguments.ts';
import { type Options, settle } from './options.ts';

/** What a finished hook command means to the agent that it was written for. */
export interface HookReading {
  /** The outcome. It contains a refusal where a failure of the hook blocks. */
  outcome: Outcome;
  /** How the hook failed. Absent: it did not fail. */
  failure?: string;
}

/**
 * Decodes a payload for a hook of the payload's own agent. Missing and wrong values do not throw.
 *
 * @param given What the caller passed as the payload.
 */
export function decodeOwnInput(
  vendor: VendorOrAdapter,
  given: unknown,
  world: World,
): { input: HookInput; context: Context<Adapter> } {
  const adapter = agentOf(vendor);
  const payload: Json = requireObject(given, 'payload');
  const invalidPaths: string[] = []; // with a list, decoding is lenient; nobody reads this one
  const event = decodeEvent(adapter, payload, world, invalidPaths);
  const input = {
    binding: bindingOfPayload(adapter, payload),
    variant: unchangedVariant(event),
    payload,
  };
  return { input, context: { adapter, event, world } };
}

/**
 * Reads a finished hook command as the agent that it was written for would.
 *
 * @param vendor The agent that the hook was written for.
 * @param payload The payload that the hook was given, as that agent sends it.
 * @throws {AnyhookError} `usage` where the exit code or a text of the command is missing, or of a wrong kind
 * @example
 * const payload = { hook_event_name: 'beforeShellExecution', command: 'ls' };
 * hear('cursor', payload, { code: 2, stdout: '', stderr: 'no' }).outcome.decision; // 'deny'
 */
export function hear(
  vendor: VendorOrAdapter,
  payload: unknown,
  finished: Finished,
  options?: Options & { onFailure?: 'native' | 'block' | 'allow' | undefined },
): HookReading {
  return closed(() => {
    const { onFailure = 'native', world } = settle(options, ['onFailure', 'world']);
    if (!['native', 'block', 'allow'].includes(onFailure))
      throw new AnyhookError(
        'usage',
        `onFailure: ${describeValue(onFailure)}: say native, block, allow`,
      );
    checkFinished(finished);
    const { input, context } = decodeOwnInput(vendor, payload, world);
    const reading = readHookOutput(context.adapter, input.binding, finished, context.event);
    const afterPolicy = applyFailurePolicy(reading, finished, {
      isAtGate: isGate(input.binding),
      isOurLimit: false, // if a time limit ended the hook, it was that of the hook's own agent
      dialect: context.adapter,
      flags: { onFailure },
    });
    const outcome = outcomeAfterPolicy(reading, afterPolicy, context, input);
    return reading.failure === undefined ? { outcome } : { outcome, failure: reading.failure };
  });
}

/**
 * Decodes a native response into an outcome.
 *
 * @param vendor The agent that the hook was written for.
 * @param payload The payload that the hook was given. A rewritten input is read against it.
 * @throws {AnyhookError} `payload`: the payload or the response is no JSON object; or, only for `anyhook`, the
 *   response has a verdict in unknown words, which is a failure of such a hook
 * @example
 * const payload = { hook_event_name: 'beforeShellExecution', command: 'ls' };
 * decodeOutcome('cursor', payload, { permission: 'deny', user_message: 'no' }).decision; // 'deny'
 */
export function decodeOutcome(
  vendor: VendorOrAdapter,
  payload: unknown,
  response: unknown,
  options?: Options,
): Outcome {
  return closed(() => {
    const { input, context } = decodeOwnInput(vendor, payload, settle(options).world);
    const { adapter, event } = context;
    const stated: Reading = { response: requireObject(response, 'response') };
    const reading = adapter.takesAnyWords
      ? interpretResponse(stated, event, (failure) => ({ failure }))
      : stated;
    if (reading.failure !== undefined)
      throw new AnyhookError('payload', `the hook ${reading.failure}`);
    return decodeReading(reading, context, input);
  });
}
