import type { Flags } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { bindingsFor, isFiredFor, joinNativeNames, requireBinding } from '../translate/bindings.ts';
import {
  collectCallInputs,
  type HostCall,
  nativeInputOf,
  requireFewNameMeanings,
  selectNonGuardInputs,
  withoutArguments,
} from '../translate/call-inputs.ts';
import { unchangedVariant } from '../translate/event-variants.ts';
import { generateHookInputs, type HookInput } from '../translate/hook-input.ts';
import { sampleEventOf, sampleWorld } from '../translate/implied-calls.ts';
import { type BoundedRunner, isMatcherMet } from '../translate/matching.ts';
import type { Json } from '../util/json.ts';
import type { Run } from './prepare-run.ts';

/**
 * Makes the inputs on which the hook of a run is started, in order. Empty: the hook is not about this
 * event, by its `--event`, its matcher or its rule (`--if`). Throws `usage`, `event` or `tool`.
 */
export const hookInputsOf = (run: Run, bounded: BoundedRunner): readonly HookInput[] =>
  run.isVerbatim ? verbatimInputs(run, bounded) : translatedInputs(run, bounded);

/** Makes the only input of a verbatim run, whose hook gets the payload byte for byte; or none. */
function verbatimInputs(
  { flags, dialect, host, event }: Run,
  bounded: BoundedRunner,
): readonly HookInput[] {
  const binding = host.bindings[0];
  const named = flags.event === undefined ? binding : requireBinding(dialect, flags.event);
  // Some agents spell one event in two ways, and a payload that names no event may be of either.
  if (named.native.toLowerCase() !== binding.native.toLowerCase()) return [];
  const input: HookInput = { binding, variant: unchangedVariant(event), payload: host.payload };
  return isMatched(flags, input, bounded, dialect) ? [input] : [];
}

/**
 * Makes the inputs of a hook of another dialect than the host's.
 *
 * 1. Without `--event`, requires that the dialect has one event for this one (else throws `usage`).
 * 2. Makes an input for each call in the hook's dialect that the host's call means, in the first of
 *    the dialect's forms that matcher and rule let through.
 * 3. A guard gets all of these inputs; throws `tool` where they are too many. Any other hook gets one
 *    input for each call.
 *
 * Throws for a call whose meaning cannot be known, but only if the hook is about such calls.
 */
function translatedInputs(run: Run, bounded: BoundedRunner): readonly HookInput[] {
  const { flags, dialect, event, host, world } = run;
  if (flags.event === undefined) {
    const fitting = bindingsFor(dialect, event.event).filter((one) => isFiredFor(one, event));
    if (fitting.length > 1) {
      throw new AnyhookError(
        'usage',
        `--event is missing: say which of ${joinNativeNames(fitting)} it is for`,
      );
    }
  }
  const hostCall = {
    host: host.agents[0],
    dialect,
    event,
    input: nativeInputOf(host, event),
    wordings: flags.wordings,
    servers: flags.servers,
  };
  try {
    const accepts = (input: HookInput) => isForHook(run, input, bounded);
    const found = collectCallInputs({ ...hostCall, world }, (call) =>
      firstAccepted(run, call, world, accepts),
    );
    return isGuard(flags) && found.some(canRefuse)
      ? requireFewNameMeanings(found, event)
      : selectNonGuardInputs(found);
  } catch (error) {
    if (isConcerned(run, hostCall, bounded)) throw error;
    return [];
  }
}

/** Tells whether the hook may refuse something: its answer counts, and the line does not deny it. */
const isGuard = ({ guard, answer }: Flags): boolean => guard !== false && answer === 'heard';

/** Tells whether the hook's dialect has words for a refusal or a halt at the event of an input. */
const canRefuse = ({ binding: { outcome } }: HookInput): boolean =>
  (outcome.decision ?? outcome.halt) !== undefined;

/**
 * Returns the first form of a call in the hook's dialect that the hook accepts; the dialect's preferred
 * form comes first. Undefined: the hook is not about this call.
 */
function firstAccepted(
  { flags, dialect }: Run,
  call: Draft,
  world: World,
  accepts: (input: HookInput) => boolean,
): HookInput | undefined {
  for (const input of generateHookInputs(dialect, call, world, flags.event, true))
    if (accepts(input)) return input;
  return undefined;
}

const isForHook = ({ flags, dialect }: Run, input: HookInput, bounded: BoundedRunner): boolean =>
  isMatched(flags, input, bounded, dialect, input.binding.hasPrivateSubjects === true);

/**
 * Tells whether the hook is about calls of the same tool as a call whose meaning cannot be known, by
 * trying matcher and rule on a sample call of that tool. The sample's arguments are not those of the
 * call, so rules get none. Returns true where the sample cannot be translated either.
 */
function isConcerned(run: Run, hostCall: Omit<HostCall, 'world'>, bounded: BoundedRunner): boolean {
  const event = sampleEventOf(hostCall.host, hostCall.event);
  const input = event === hostCall.event ? hostCall.input : (event.input as Json);
  const accepts = (sample: HookInput) => isForHook(run, withoutArguments(sample), bounded);
  try {
    const sampled = { ...hostCall, event, input, world: sampleWorld };
    return (
      collectCallInputs(sampled, (call) => firstAccepted(run, call, sampleWorld, accepts)).length >
      0
    );
  } catch {
    return true;
  }
}

/**
 * Tells whether matcher and rule of a shim line let an input through.
 *
 * @param skipsMatcher The matcher holds names that only its own vendor uses, and the event is of another
 *   agent: the input is let through whatever the matcher says.
 */
function isMatched(
  { matcher, condition }: Flags,
  input: HookInput,
  bounded: BoundedRunner,
  dialect: Adapter,
  skipsMatcher = false,
): boolean {
  if (!skipsMatcher && matcher !== undefined && !isMatcherMet(dialect, matcher, input, bounded))
    return false;
  return condition === undefined || meetsRule(dialect, condition, input);
}

/** Tells whether an input meets a rule. Throws `usage` where the dialect has no such rules. */
function meetsRule(dialect: Adapter, rule: string, { binding, payload }: HookInput): boolean {
  if (dialect.matchesRule) return dialect.matchesRule(rule, { native: binding.native, payload });
  throw new AnyhookError('usage', `--if: ${dialect.title} has no rules beside matchers`);
}
