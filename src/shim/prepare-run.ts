import type { Flags } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Binding, Draft, World } from '../mapping/adapter.ts';
import { bindingsFor, isFiredFor, joinNativeNames, requireBinding } from '../translate/bindings.ts';
import {
  collectCallInputs,
  type HostCall,
  nativeInputOf,
  requireFewReadings,
  selectNonGuardInputs,
  withoutArguments,
} from '../translate/call-inputs.ts';
import { decodeEnvelope, decodeEvent } from '../translate/decode.ts';
import { unchangedVariant } from '../translate/event-variants.ts';
import { generateHookInputs, type HookInput } from '../translate/hook-input.ts';
import type { Host } from '../translate/host.ts';
import { sampleEventOf, sampleWorld } from '../translate/implied-calls.ts';
import { type BoundedRunner, isMatcherMet } from '../translate/matching.ts';
import { requireProject, setEventProject, withLineProject } from '../translate/project.ts';
import type { Json } from '../util/json.ts';
import { once } from '../util/once.ts';
import { type Pause, pollUntilFound } from './poll.ts';
import type { Session } from './session.ts';

/** All that one run knows of its event. */
export interface Run {
  flags: Flags;
  host: Host;
  dialect: Adapter;
  /** Without its call where bytes pass through. */
  event: Draft;
  /** The event with its call, as far as it can be decoded. */
  fullEvent(): Draft;
  world: World;
  /** Host and dialect are one: bytes pass through. */
  isVerbatim: boolean;
  /** Native paths of what the payload holds otherwise than our tables say. */
  invalidPaths: string[];
  session(): Session;
}

/** A run about to begin: the event as the host tells it, and what is known around it. */
export function prepareRun(
  flags: Flags,
  host: Host,
  dialect: Adapter,
  outside: World,
  open: (agent: Adapter, project: string | undefined, event: Draft) => Session,
  pause?: Pause,
): Run {
  const agent = host.agents[0] as Adapter;
  const binding = host.bindings[0] as Binding;
  const session = once(() => {
    // The launcher of a project's line may have left the folder in which a user's line is run.
    const folder = agent.project === 'process' ? undefined : (event.cwd as string | undefined);
    return open(agent, folder, event);
  });
  const awaited = new Set(pause && binding.awaits);
  const recall = (name: string) => {
    if (name === 'loopCount') return session().countFollowUps();
    const found = session().recallField(name);
    // Where nothing was ever noted, nobody notes anything; and one wait is enough.
    if (found !== undefined || !session().exists() || !awaited.delete(name)) return found;
    return pollUntilFound(() => session().recallField(name), pause as Pause);
  };
  const world: World = withLineProject(agent, { ...outside, recall }, flags.cwd);
  const same = host.isCertain && agent === dialect;
  const odd: string[] = [];
  const event = same
    ? around(agent, host.payload, world, binding)
    : decodeEvent(agent, host.payload, world, odd, binding);
  if (host.isCertain && event.cwd) requireProject(agent, world);
  const whole = once(() => (same ? decoded(host, world, event) : event));
  return {
    flags,
    host,
    dialect,
    event,
    fullEvent: whole,
    world,
    isVerbatim: same,
    invalidPaths: odd,
    session,
  };
}

/** All that the hook is told, in order; nothing: the event is not one it is about. */
export const hookInputsOf = (run: Run, bounded: BoundedRunner): readonly HookInput[] =>
  run.isVerbatim ? sameTold(run, bounded) : toldTo(run, bounded);

/** What is asked of an event whose bytes pass through. */
function around(agent: Adapter, payload: Json, world: World, binding: Binding): Draft {
  try {
    return decodeEnvelope(agent, payload, world, binding);
  } catch {
    requireProject(agent, world); // whether it tells a folder is not known
    const event: Draft = { event: binding.event };
    setEventProject(agent, event, world);
    return event;
  }
}

/** Where bytes pass through, what cannot be decoded is nobody's business. */
function decoded({ agents, bindings, payload }: Host, world: World, around: Draft): Draft {
  try {
    return decodeEvent(agents[0] as Adapter, payload, world, [], bindings[0]);
  } catch {
    return around;
  }
}

function sameTold(
  { flags, dialect, host, event }: Run,
  bounded: BoundedRunner,
): readonly HookInput[] {
  const binding = host.bindings[0] as Binding;
  const named = flags.event === undefined ? binding : requireBinding(dialect, flags.event);
  // A payload that names no event may be of one with two spellings.
  if (named.native.toLowerCase() !== binding.native.toLowerCase()) return [];
  const told: HookInput = { binding, variant: unchangedVariant(event), payload: host.payload };
  return matched(flags, told, bounded, dialect) ? [told] : [];
}

function toldTo(run: Run, bounded: BoundedRunner): readonly HookInput[] {
  const { flags, dialect, event, host, world } = run;
  if (flags.event === undefined) {
    const fit = bindingsFor(dialect, event.event).filter((one) => isFiredFor(one, event));
    if (fit.length > 1) {
      throw new AnyhookError(
        'usage',
        `--event is missing: say which of ${joinNativeNames(fit)} it is for`,
      );
    }
  }
  const asking = {
    host: host.agents[0] as Adapter,
    dialect,
    event,
    input: nativeInputOf(host, event),
    wordings: flags.wordings,
    servers: flags.servers,
  };
  try {
    const is = (told: HookInput) => isFor(run, told, bounded);
    const found = collectCallInputs({ ...asking, world }, (meant) =>
      firstOf(run, meant, world, is),
    );
    return isGuard(flags) && found.some(mayRefuse)
      ? requireFewReadings(found, event)
      : selectNonGuardInputs(found);
  } catch (error) {
    if (isConcerned(run, asking, bounded)) throw error;
    return [];
  }
}

/** Whether an answer of the hook may refuse something. */
const isGuard = ({ guard, answer }: Flags): boolean => guard !== false && answer === 'heard';

/** Whether the event of the hook's own agent has words for a refusal. */
const mayRefuse = ({ binding: { outcome } }: HookInput): boolean =>
  (outcome.decision ?? outcome.halt) !== undefined;

/** The preferred form in which the hook is told an event, if it is about it. */
function firstOf(
  { flags, dialect }: Run,
  meant: Draft,
  world: World,
  is: (told: HookInput) => boolean,
): HookInput | undefined {
  for (const told of generateHookInputs(dialect, meant, world, flags.event, true))
    if (is(told)) return told;
  return undefined;
}

const isFor = ({ flags, dialect }: Run, told: HookInput, bounded: BoundedRunner): boolean =>
  matched(flags, told, bounded, dialect, told.binding.ownNames === true);

/** Whether the hook is about calls like this one, whose meaning cannot be known. */
function isConcerned(run: Run, asking: Omit<HostCall, 'world'>, bounded: BoundedRunner): boolean {
  const event = sampleEventOf(asking.host, asking.event);
  const input = event === asking.event ? asking.input : (event.input as Json);
  // What a rule says of arguments is met: those of the sample are not the call's.
  const is = (told: HookInput) => isFor(run, withoutArguments(told), bounded);
  try {
    const like = { ...asking, event, input, world: sampleWorld };
    return collectCallInputs(like, (meant) => firstOf(run, meant, sampleWorld, is)).length > 0;
  } catch {
    return true;
  }
}

function matched(
  { matcher, condition }: Flags,
  told: HookInput,
  bounded: BoundedRunner,
  dialect: Adapter,
  anyName = false,
): boolean {
  if (!anyName && matcher !== undefined && !isMatcherMet(dialect, matcher, told, bounded))
    return false;
  return condition === undefined || meets(dialect, condition, told);
}

/** Throws `usage` where the dialect has no such rules. */
function meets(dialect: Adapter, rule: string, { binding, payload }: HookInput): boolean {
  if (dialect.meets) return dialect.meets(rule, { native: binding.native, payload });
  throw new AnyhookError('usage', `--if: ${dialect.title} has no rules beside matchers`);
}
