import type { Flags } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { bindingsFor, isFiredFor, joinNativeNames } from '../translate/bindings.ts';
import {
  collectCallInputs,
  type HostCall,
  nativeInputOf,
  selectNonGuardInputs,
  throwIfTooManyMcpTools,
  withoutArguments,
} from '../translate/call-inputs.ts';
import { generateHookInputs, type HookInput } from '../translate/hook-input.ts';
import { sampleEventOf, sampleWorld } from '../translate/implied-calls.ts';
import { type BoundedRunner, isMatcherMet } from '../translate/matching.ts';
import { requireBinding } from '../translate/named-bindings.ts';
import { unchangedVariant } from '../translate/variant.ts';
import type { Json } from '../util/json.ts';
import type { Run } from './prepare-run.ts';

/**
 * Makes the inputs on which the hook of a run is started, in order. Empty: by its `--event`, its matcher
 * or its rule (`--if`), the hook is not about this event. Throws `usage`, `event` or `tool`.
 *
 * @param runBounded Runs a regular expression within a time limit.
 */
export const hookInputsOf = (run: Run, runBounded: BoundedRunner): readonly HookInput[] =>
  run.isVerbatim ? verbatimInputs(run, runBounded) : translatedInputs(run, runBounded);

/** Makes the only input of a verbatim run, whose hook gets the payload byte for byte; or none. */
function verbatimInputs(
  { flags, dialect, host, event }: Run,
  runBounded: BoundedRunner,
): readonly HookInput[] {
  const binding = host.bindings[0];
  const hookBinding = flags.event === undefined ? binding : requireBinding(dialect, flags.event);
  // Some agents have two spellings of one event, and a payload that names no event may be of either.
  if (hookBinding.native.toLowerCase() !== binding.native.toLowerCase()) return [];
  const input: HookInput = { binding, variant: unchangedVariant(event), payload: host.payload };
  return isMatched(flags, input, runBounded, dialect) ? [input] : [];
}

/**
 * Makes the inputs of a hook of another dialect than the host's.
 *
 * 1. Without `--event`, throws `usage` if the dialect has several events for this one.
 * 2. Makes an input for each call of the hook's dialect that the host's call stands for: of the forms
 *    that the dialect has for the call, the first that matcher and rule let through.
 * 3. Returns all of these inputs for a guard, and throws `tool` if they are too many. For any other hook
 *    returns those that `selectNonGuardInputs` selects.
 *
 * If it cannot be known what the host's call does, throws if the hook may be about such calls; otherwise
 * returns no inputs.
 */
function translatedInputs(run: Run, runBounded: BoundedRunner): readonly HookInput[] {
  const { flags, dialect, event, host, world } = run;
  if (flags.event === undefined) {
    const bindings = bindingsFor(dialect, event.event).filter((one) => isFiredFor(one, event));
    if (bindings.length > 1) {
      throw new AnyhookError(
        'usage',
        `--event is missing: say which of ${joinNativeNames(bindings)} it is for`,
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
    const accepts = (input: HookInput) => isForHook(run, input, runBounded);
    const inputs = collectCallInputs({ ...hostCall, world }, (call) =>
      findAcceptedInput(run, call, world, accepts),
    );
    return isGuard(flags) && inputs.some(canRefuse)
      ? throwIfTooManyMcpTools(inputs, event)
      : selectNonGuardInputs(inputs);
  } catch (error) {
    if (mayBeForHook(run, hostCall, runBounded)) throw error;
    return [];
  }
}

/** Tells whether the hook may refuse something: its answer counts, and the line does not say `--guard false`. */
const isGuard = ({ guard, answer }: Flags): boolean => guard !== false && answer === 'heard';

/** Tells whether the hook's dialect has words for a refusal or a halt at the event of an input. */
const canRefuse = ({ binding: { outcome } }: HookInput): boolean =>
  (outcome.decision ?? outcome.halt) !== undefined;

/**
 * Makes the inputs by which the hook's dialect can express a call, the preferred one first, and returns the
 * first that the hook accepts. Undefined: the hook is not about this call.
 */
function findAcceptedInput(
  { flags, dialect }: Run,
  call: Draft,
  world: World,
  accepts: (input: HookInput) => boolean,
): HookInput | undefined {
  for (const input of generateHookInputs(dialect, call, world, flags.event, true))
    if (accepts(input)) return input;
  return undefined;
}

/**
 * Tells whether matcher and rule let an input through that was translated for the hook. A matcher of names
 * that only its own vendor uses lets every such input through.
 */
const isForHook = ({ flags, dialect }: Run, input: HookInput, runBounded: BoundedRunner): boolean =>
  isMatched(flags, input, runBounded, dialect, input.binding.hasPrivateSubjects === true);

/**
 * Tells whether the hook may be about a call whose meaning cannot be known. Tries matcher and rule on a
 * sample call of the same tool, without the sample's arguments, which are not those of the call. Returns
 * true if the sample cannot be translated either.
 */
function mayBeForHook(
  run: Run,
  hostCall: Omit<HostCall, 'world'>,
  runBounded: BoundedRunner,
): boolean {
  const event = sampleEventOf(hostCall.host, hostCall.event);
  const input = event === hostCall.event ? hostCall.input : (event.input as Json);
  const accepts = (sample: HookInput) => isForHook(run, withoutArguments(sample), runBounded);
  try {
    const sample = { ...hostCall, event, input, world: sampleWorld };
    const firstInput = (call: Draft) => findAcceptedInput(run, call, sampleWorld, accepts);
    return collectCallInputs(sample, firstInput).length > 0;
  } catch {
    return true;
  }
}

/**
 * Tells whether matcher and rule of a shim line let an input through.
 *
 * @param skipsMatcher True: the matcher is not looked at.
 */
function isMatched(
  { matcher, condition }: Flags,
  input: HookInput,
  runBounded: BoundedRunner,
  dialect: Adapter,
  skipsMatcher = false,
): boolean {
  if (!skipsMatcher && matcher !== undefined && !isMatcherMet(dialect, matcher, input, runBounded))
    return false;
  return condition === undefined || meetsRule(dialect, condition, input);
}

/** Tells whether an input meets a rule. Throws `usage` where the dialect has no such rules. */
function meetsRule(dialect: Adapter, rule: string, { binding, payload }: HookInput): boolean {
  if (dialect.matchesRule) return dialect.matchesRule(rule, { native: binding.native, payload });
  throw new AnyhookError('usage', `--if: ${dialect.title} has no rules beside matchers`);
}
