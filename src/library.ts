import { adapters, type Vendor } from './adapters/index.ts';
import type { Event } from './canonical/event.ts';
import type { Loss } from './canonical/loss.ts';
import type { Outcome } from './canonical/outcome.ts';
import { AnyhookError } from './errors.ts';
import type {
  Adapter,
  Binding,
  Context,
  Draft,
  Finished,
  Reading,
  World,
} from './mapping/adapter.ts';
import { answerHost } from './translate/answer.ts';
import { interpretResponse } from './translate/any-dialect-response.ts';
import { bindingOf, bindingOfPayload, isGate } from './translate/bindings.ts';
import {
  collectCallInputs,
  nativeInputOf,
  throwIfTooManyMcpTools,
} from './translate/call-inputs.ts';
import { findCandidates } from './translate/candidates.ts';
import { decodeEvent } from './translate/decode.ts';
import { findEventLosses } from './translate/event-losses.ts';
import { unchangedVariant } from './translate/event-variants.ts';
import { generateHookInputs, type HookInput } from './translate/hook-input.ts';
import { applyFailurePolicy, decodeReading, outcomeAfterPolicy } from './translate/hook-outcome.ts';
import { adapterOf, type HostEvent } from './translate/host.ts';
import { checkFinished, checkOutcome, checkOutcomes } from './translate/library-arguments.ts';
import { machine } from './translate/machine.ts';
import { payloadPlanOf } from './translate/payload-plan.ts';
import { computeRest, restorePayload } from './translate/payload-rest.ts';
import { readHookOutput } from './translate/reading.ts';
import { renderResponse } from './translate/shim-output.ts';
import { mergeStrictest } from './translate/strictest-outcome.ts';
import { findUnknownFields } from './translate/unknown-fields.ts';
import { isObject } from './util/equal.ts';
import type { Json } from './util/json.ts';

/** An agent: the id of one that anyhook knows, or an adapter that the caller has made. */
export type Agent = Vendor | Adapter;

/** Options of every library call. */
export interface Options {
  /** The files, the clock and the memory that a call may read besides the payload. Default: those of this machine. */
  world?: World;
}

/**
 * Returns a value if it is a JSON object that is not nested too deep, and throws `payload` otherwise. The
 * type alone does not prove that, since callers pass parsed text.
 *
 * @param what The name of the value in messages.
 */
function requireObject(value: Json, what: string): Json {
  if (!isObject(value)) throw new AnyhookError('payload', `the ${what} is not a JSON object`);
  if (isDeeper(value, maxDepth))
    throw new AnyhookError('payload', `the ${what} is nested more than ${maxDepth} levels deep`);
  return value;
}

/** How many levels of objects and lists a payload or response may have. */
const maxDepth = 1000;

/** Tells whether objects and lists in a value are nested more than some levels deep. */
function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  for (const key in value) {
    const inner = (value as Json)[key];
    if (typeof inner === 'object' && inner !== null && isDeeper(inner, levels - 1)) return true;
  }
  return false;
}

/**
 * Decodes a native payload into a canonical event. Fields that no table knows are kept in `rest`.
 *
 * @param vendor The agent that the payload is from.
 * @throws {AnyhookError} `vendor`: there is no such agent. `event`: the payload is of no event of this
 *   agent. `payload`: a value is missing or of a wrong kind. (`anyhook run` is not as strict: it passes
 *   on the values that there are.)
 * @example
 * const event = decode('gemini', JSON.parse(stdin));
 * if (event.event === 'before-tool' && event.tool === 'shell') console.log(event.input.command);
 */
export function decode(vendor: Agent, payload: Json, { world = machine }: Options = {}): Event {
  const adapter = adapterOf(vendor);
  const event = decodeEvent(adapter, requireObject(payload, 'payload'), world);
  const rest = computeRest(adapter, payload, event, world);
  if (rest) event.rest = rest;
  return event as Event;
}

/** An event as a payload of one agent. */
export interface Encoded {
  /** The payload, as a hook of that agent gets it. */
  readonly payload: Json;
  /** The name of the agent's event that the payload is of. */
  readonly native: string;
  /** The values of the event that the payload does not hold. */
  readonly losses: Loss[];
}

/** An encoded event whose losses are computed each time they are read, since few callers read them. */
class EncodedOnDemand implements Encoded {
  readonly payload: Json;
  readonly native: string;
  readonly #findLosses: () => Loss[];
  constructor(input: HookInput, payload: Json, findLosses: () => Loss[]) {
    this.payload = payload;
    this.native = input.binding.native;
    this.#findLosses = findLosses;
  }
  get losses(): Loss[] {
    return this.#findLosses();
  }
}

/**
 * Encodes a canonical event as a native payload. An event that was decoded from a
 * payload of the same agent, and not changed, gives that payload again.
 *
 * The option `native` chooses the native event, where the agent has several for the canonical event. Default:
 * the native event that the event was decoded from, or else the first that fits.
 *
 * @param vendor The agent that the payload is for.
 * @returns Undefined where the agent would not fire a hook.
 * @throws {AnyhookError} `vendor`: there is no such agent. `event`: the agent has no such native event.
 *   `tool`: the call cannot be expressed completely.
 * @example
 * const encoded = encode('cursor', event, { native: 'beforeShellExecution' });
 * if (encoded) child.stdin.end(JSON.stringify(encoded.payload));
 */
export function encode(
  vendor: Agent,
  event: Event,
  { native, world = machine }: Options & { native?: string } = {},
): Encoded | undefined {
  const { rest } = event;
  const adapter = adapterOf(vendor);
  const isFromSameAgent = rest?.vendor === adapter.id;
  const unknownFields = () => (rest && !isFromSameAgent ? rest.fields : {});
  const fixedWorld = withFixedTime(world);
  const encodeAs = (name: string | undefined) =>
    encodeFirst(adapter, event, {
      world: fixedWorld,
      native: name,
      foreign: false,
      unknownFields,
    });
  // Without `native`: first the native event that this event was decoded from, then any that fits.
  const preferred = native ?? (isFromSameAgent ? rest.native : undefined);
  return encodeAs(preferred) ?? (preferred === native ? undefined : encodeAs(native));
}

/** What the encoding of an event depends on besides the event and the adapter. */
interface EncodingTerms {
  world: World;
  /** The native event that is wanted. Undefined: any that fits. */
  native: string | undefined;
  /** The event comes from another agent. */
  foreign: boolean;
  /** Returns the fields of the host's payload that no table knows. They are reported as lost. */
  unknownFields(): Json;
}

/**
 * Returns a world in which no time passes. To find losses, an event is encoded again with one value removed,
 * and the two payloads are compared. The times in them must be equal.
 */
function withFixedTime(world: World): World {
  const now = world.now();
  return Object.assign(Object.create(world) as World, { now: () => now });
}

/**
 * Encodes an event as the native event that is wanted, or else as the first one that fits.
 *
 * @returns Undefined where the agent would not fire a hook.
 */
function encodeFirst(adapter: Adapter, event: Draft, terms: EncodingTerms): Encoded | undefined {
  const [input] = generateHookInputs(adapter, event, terms.world, terms.native, terms.foreign);
  return input && toEncoded(adapter, event, input, terms);
}

/** Returns the payload of a hook input, and the losses by which it differs from the event that it was made from. */
function toEncoded(
  adapter: Adapter,
  event: Draft,
  input: HookInput,
  { world, unknownFields }: EncodingTerms,
): Encoded {
  const payload = restorePayload(adapter, input, event, world);
  const findLosses = () =>
    findEventLosses(adapter, event, { ...input, payload }, world, unknownFields());
  return new EncodedOnDemand(input, payload, findLosses);
}

/**
 * Translates a payload of one agent into one payload of another, which states the call as the host does. A call
 * can do more than it states, so a guard needs {@link translateAll}.
 *
 * @returns Undefined where the other agent would not fire a hook.
 * @throws {AnyhookError} as {@link decode} and {@link encode}
 * @example
 * translate(payload, { from: 'cursor', to: 'gemini' })?.payload.tool_name; // 'run_shell_command'
 */
export function translate(
  payload: Json,
  { from, to, native, world = machine }: Options & { from: Agent; to: Agent; native?: string },
): Encoded | undefined {
  const [host, dialect] = [adapterOf(from), adapterOf(to)];
  const checked = requireObject(payload, 'payload');
  const event = decodeEvent(host, checked, world);
  const unknownFields = () => findUnknownFields(host, checked, event, world);
  const terms = {
    world: withFixedTime(world),
    native,
    foreign: host.id !== dialect.id,
    unknownFields,
  };
  return encodeFirst(dialect, event, terms);
}

/**
 * Lists all payloads that a hook of another agent has to be asked about for one payload, in order:
 * - one for each file of a patch, and for each address of a fetch;
 * - one for the read that an edit begins with, where the hook's agent makes that call;
 * - one for each MCP server that the name of the tool may belong to;
 * - a path or an address once. With `wordings: 'both'`: in each of its wordings (a path absolute and
 *   relative, an address with and without a last slash).
 *
 * The strictest answer counts: see {@link strictest}.
 *
 * @throws {AnyhookError} as {@link decode}. `tool`: it cannot be known what the call does, so a gate has to
 *   refuse it.
 * @example
 * const questions = translateAll(payload, { from: 'gemini', to: 'cursor', native: 'preToolUse' });
 * const outcome = strictest(questions.map(({ payload }) => hear('cursor', payload, ask(payload)).outcome));
 */
export function translateAll(
  payload: Json,
  {
    from,
    to,
    native,
    wordings,
    world = machine,
  }: Options & { from: Agent; to: Agent; native?: string; wordings?: 'both' },
): Encoded[] {
  const [host, dialect] = [adapterOf(from), adapterOf(to)];
  const checked = requireObject(payload, 'payload');
  const event = decodeEvent(host, checked, world);
  const unknownFields = () => findUnknownFields(host, checked, event, world);
  const fixedWorld = withFixedTime(world);
  const terms = { world: fixedWorld, native, foreign: host.id !== dialect.id, unknownFields };
  const preferredInput = (call: Draft): HookInput | undefined =>
    generateHookInputs(dialect, call, fixedWorld, native, terms.foreign).next().value ?? undefined;
  const binding = bindingOfPayload(host, checked);
  const input = nativeInputOf({ bindings: [binding], payload: checked }, event);
  const hostCall = { host, dialect, event, input, world, wordings };
  const hookInputs = terms.foreign
    ? throwIfTooManyMcpTools(collectCallInputs(hostCall, preferredInput), event)
    : [preferredInput(event)].flatMap((one) => one ?? []);
  return hookInputs.map((one) => toEncoded(dialect, one.impliedCall ?? event, one, terms));
}

/**
 * Merges the outcomes of all parts of one call: the strictest decision with every reason for it, and
 * every context and message. Rewrites that differ become a refusal.
 *
 * @throws {AnyhookError} `usage`: the argument is no list, or an element is no outcome (a promise, or an
 *   object with an unknown key)
 * @example
 * strictest([{ decision: 'allow' }, { decision: 'deny', reason: 'no' }]); // { decision: 'deny', … }
 */
export function strictest(outcomes: readonly Outcome[]): Outcome {
  checkOutcomes(outcomes);
  if (!outcomes.length) return {};
  const { outcome, lostRewrite } = mergeStrictest(outcomes.map((outcome) => ({ outcome })));
  if (lostRewrite === undefined || outcome.halt || outcome.decision === 'deny') return outcome;
  const { input: _, ...rest } = outcome;
  return { ...rest, decision: 'deny', reason: 'Hooks rewrote this call in several ways.' };
}

/** What a finished hook command means to the agent that it was written for. */
export interface HookReading {
  /** The outcome. It contains a refusal where a failure of the hook blocks. */
  outcome: Outcome;
  /** How the hook failed. Absent: it did not fail. */
  failure?: string;
}

/** Decodes a payload for a hook of the payload's own agent. Missing and wrong values do not throw. */
function decodeOwnInput(
  agent: Agent,
  payload: Json,
  world: World,
): { input: HookInput; context: Context } {
  const adapter = adapterOf(agent);
  const invalidPaths: string[] = []; // with a list, decoding is lenient; nobody reads this one
  const event = decodeEvent(adapter, requireObject(payload, 'payload'), world, invalidPaths);
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
 * hear('cursor', payload, { code: 2, stdout: '', stderr: 'no' }).outcome; // { decision: 'deny', … }
 */
export function hear(
  vendor: Agent,
  payload: Json,
  finished: Finished,
  {
    onFailure = 'native',
    world = machine,
  }: Options & { onFailure?: 'native' | 'block' | 'allow' } = {},
): HookReading {
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
}

/**
 * Decodes a native response into an outcome.
 *
 * @param vendor The agent that the hook was written for.
 * @param payload The payload that the hook was given. A rewritten input is read against it.
 * @throws {AnyhookError} `payload`: the payload or the response is no JSON object; or, only for `anyhook`, the
 *   response has a verdict in unknown words, which is a failure of such a hook
 * @example
 * decodeOutcome('cursor', payload, { permission: 'deny', user_message: 'no' });
 */
export function decodeOutcome(
  vendor: Agent,
  payload: Json,
  response: Json,
  options: Options = {},
): Outcome {
  const { input, context } = decodeOwnInput(vendor, payload, options.world ?? machine);
  const { adapter, event } = context;
  const stated: Reading = { response: requireObject(response, 'response') };
  const reading = adapter.takesAnyWords
    ? interpretResponse(stated, event, (failure) => ({ failure }))
    : stated;
  if (reading.failure !== undefined)
    throw new AnyhookError('payload', `the hook ${reading.failure}`);
  return decodeReading(reading, context, input);
}

/** An outcome as it is to be printed for a host. */
export interface Saying {
  /** The response in the host's words. Null: nothing is to be printed. */
  response: Json | null;
  /** The text to print on stdout. */
  stdout: string;
  /** The text to print on stderr. */
  stderr: string;
  exitCode: number;
  /** The contents to write into files that the vendor provides, by the variable that names each file. */
  files?: Readonly<Record<string, string>>;
  /** The parts of the outcome that the host cannot express. */
  losses: Loss[];
}

/**
 * Encodes an outcome for the host that sent a payload. Where the host cannot express the outcome, the
 * result is stricter. `ask: 'host'` passes the decision `ask` on to the host.
 *
 * @param vendor The host.
 * @throws {AnyhookError} `usage`: the argument is no outcome, such as a promise or `decision: 'block'`
 * @example
 * process.stdout.write(say('gemini', payload, { decision: 'deny', reason: 'no' }).stdout);
 */
export function say(
  vendor: Agent,
  payload: Json,
  outcome: Outcome,
  { ask = 'auto', world = machine }: Options & { ask?: 'auto' | 'host' | 'deny' } = {},
): Saying {
  checkOutcome(outcome);
  const { input, context } = decodeOwnInput(vendor, payload, world);
  const host: HostEvent = { agents: [context.adapter], bindings: [input.binding], payload };
  const dialect = adapterOf('anyhook');
  // In the dialect `anyhook`, a canonical event is its own payload.
  const canonicalInput = {
    ...input,
    payload: context.event,
    binding: bindingOf(dialect, context.event.event) as Binding,
  };
  const from = { dialect, hookInput: canonicalInput };
  const { response, losses } = answerHost(outcome, host, context, { ask }, from);
  return { response, ...renderResponse(host, response), losses };
}

/** What one native event of an agent can carry. */
export interface Capability {
  /** The canonical event. */
  event: string;
  /** The name of the native event. */
  native: string;
  /** Whether an outcome can stop something at this event. */
  gate: boolean;
  /** The canonical paths whose values its payload has. */
  tells: string[];
  /** The keys of an outcome that it honours. */
  hears: string[];
}

/**
 * Lists what each native event of an agent can carry, as the agent's tables state it.
 *
 * @example
 * capabilities('terminai').find((one) => one.native === 'BeforeTool')?.hears; // ['decision', 'reason']
 */
export function capabilities(vendor: Agent): Capability[] {
  return adapterOf(vendor)
    .bindings.all()
    .map((binding) => ({
      event: binding.event,
      native: binding.native,
      gate: isGate(binding),
      tells: payloadPlanOf(binding).ops.map((op) => op.canonicalName),
      hears: Object.keys(binding.outcome),
    }));
}

/**
 * Returns the ids of the agents that a payload may be from, judged by its content alone. Empty: it is from no
 * agent that anyhook knows.
 *
 * @example
 * recognise({ hook_event_name: 'stop', conversation_id: 'a', status: 'completed' }); // ['cursor']
 */
export function recognise(payload: Json): Vendor[] {
  if (!isObject(payload)) return [];
  return findCandidates(Object.values(adapters), payload).agents.map(
    (adapter) => adapter.id as Vendor,
  );
}
