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
import { collectCallInputs, nativeInputOf, requireFewReadings } from './translate/call-inputs.ts';
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

/** An agent: one we know by its id, or an adapter of one's own. */
export type Agent = Vendor | Adapter;

/** Where a library call may look beyond the payload; {@link machine} unless given. */
export interface Options {
  world?: World;
}

/** What was parsed may be no object, whatever its type says. */
function checked(value: Json, what: string): Json {
  if (!isObject(value)) throw new AnyhookError('payload', `the ${what} is not a JSON object`);
  if (isDeeper(value, deepest))
    throw new AnyhookError('payload', `the ${what} is nested more than ${deepest} levels deep`);
  return value;
}

const deepest = 1000;
function isDeeper(value: object, levels: number): boolean {
  if (levels === 0) return true;
  for (const key in value) {
    const inner = (value as Json)[key];
    if (typeof inner === 'object' && inner !== null && isDeeper(inner, levels - 1)) return true;
  }
  return false;
}

/**
 * A native payload as a canonical event. What no table knows is kept in `rest`.
 *
 * @throws {AnyhookError} `vendor`, `event` (not one of this vendor's) or `payload` (a value is missing
 *   or of another kind: this is strict, where `anyhook run` tells its hook what there is)
 * @example
 * const event = decode('gemini', JSON.parse(stdin));
 * if (event.event === 'before-tool' && event.tool === 'shell') console.log(event.input.command);
 */
export function decode(vendor: Agent, payload: Json, { world = machine }: Options = {}): Event {
  const adapter = adapterOf(vendor);
  const event = decodeEvent(adapter, checked(payload, 'payload'), world);
  const kept = computeRest(adapter, payload, event, world);
  if (kept) event.rest = kept;
  return event as Event;
}

/** A payload of one vendor, which of its events it is, and what could not be told. */
export interface Encoded {
  readonly payload: Json;
  readonly native: string;
  readonly losses: Loss[];
}

/** Losses are looked for only when somebody asks. */
class Telling implements Encoded {
  readonly payload: Json;
  readonly native: string;
  readonly #losses: () => Loss[];
  constructor(told: HookInput, payload: Json, losses: () => Loss[]) {
    this.payload = payload;
    this.native = told.binding.native;
    this.#losses = losses;
  }
  get losses(): Loss[] {
    return this.#losses();
  }
}

/**
 * A canonical event as a vendor's native payload. `native` picks among events the vendor splits.
 * Undefined where the vendor would not fire a hook.
 *
 * @throws {AnyhookError} `vendor`, `event` (no such native event), `tool` (cannot be told whole)
 * @example
 * const told = encode('cursor', event, { native: 'beforeShellExecution' });
 * if (told) child.stdin.end(JSON.stringify(told.payload));
 */
export function encode(
  vendor: Agent,
  event: Event,
  { native, world = machine }: Options & { native?: string } = {},
): Encoded | undefined {
  const { rest } = event;
  const adapter = adapterOf(vendor);
  const isOwn = rest?.vendor === adapter.id;
  const kept = () => (rest && !isOwn ? rest.fields : {});
  const tell = (one: string | undefined) =>
    toldTo(adapter, event, { world, native: one, foreign: false, rest: kept });
  const own = native ?? (isOwn ? rest.native : undefined);
  return tell(own) ?? (own === native ? undefined : tell(native));
}

/** What an event is told with: which of the dialect's events, and what the payload holds beside. */
interface Around {
  world: World;
  native: string | undefined;
  /** It is another agent's. */
  foreign: boolean;
  rest(): Json;
}

function toldTo(adapter: Adapter, event: Draft, around: Around): Encoded | undefined {
  const [told] = generateHookInputs(adapter, event, around.world, around.native, around.foreign);
  return told && encoded(adapter, event, told, around);
}

function encoded(
  adapter: Adapter,
  event: Draft,
  told: HookInput,
  { world, rest }: Around,
): Encoded {
  const payload = restorePayload(adapter, told, event, world);
  const losses = () => findEventLosses(adapter, event, { ...told, payload }, world, rest());
  return new Telling(told, payload, losses);
}

/**
 * Translates a payload of one agent into a payload of another.
 *
 * @returns Undefined where the other agent would not fire a hook.
 * @example
 * translate(payload, { from: 'cursor', to: 'gemini' })?.payload.tool_name; // 'run_shell_command'
 */
export function translate(
  payload: Json,
  { from, to, native, world = machine }: Options & { from: Agent; to: Agent; native?: string },
): Encoded | undefined {
  const [host, dialect] = [adapterOf(from), adapterOf(to)];
  const given = checked(payload, 'payload');
  const event = decodeEvent(host, given, world);
  const rest = () => findUnknownFields(host, given, event, world);
  return toldTo(dialect, event, { world, native, foreign: host.id !== dialect.id, rest });
}

/**
 * All that another vendor's hook has to be asked about one payload, in order: every file of a
 * patch, every address, the read that an edit begins with, every server that a name may be of; a
 * path once, or in every wording where `wordings` says so. The strictest answer holds.
 *
 * @throws {AnyhookError} as {@link decode}; `tool` where it cannot be known: a gate has to refuse
 * @example
 * const told = translateAll(payload, { from: 'gemini', to: 'cursor', native: 'preToolUse' });
 * const outcome = strictest(told.map(({ payload }) => hear('cursor', payload, ask(payload)).outcome));
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
  const given = checked(payload, 'payload');
  const event = decodeEvent(host, given, world);
  const rest = () => findUnknownFields(host, given, event, world);
  const around: Around = { world, native, foreign: host.id !== dialect.id, rest };
  const first = (meant: Draft): HookInput | undefined =>
    generateHookInputs(dialect, meant, world, native, around.foreign).next().value ?? undefined;
  const input = nativeInputOf({ bindings: [bindingOfPayload(host, given)], payload: given }, event);
  const found = around.foreign
    ? requireFewReadings(
        collectCallInputs({ host, dialect, event, input, world, wordings }, first),
        event,
      )
    : [first(event)].flatMap((one) => one ?? []);
  return found.map((one) => encoded(dialect, one.impliedCall ?? event, one, around));
}

/**
 * Outcomes of every part of one call as one: the strictest, every reason of it, every context.
 *
 * @throws {AnyhookError} `usage` for what is no list, and no outcome: a promise, a key that none has
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

/** A hook's answer to one native payload, as its vendor reads it. */
export interface HookReading {
  outcome: Outcome;
  /** How the hook failed, if it did; whether that blocks is in the outcome. */
  failure?: string;
}

const toldOf = (
  vendor: Agent,
  payload: Json,
  world: World,
): { told: HookInput; context: Context } => {
  const adapter = adapterOf(vendor);
  const event = decodeEvent(adapter, checked(payload, 'payload'), world, []);
  const told = {
    binding: bindingOfPayload(adapter, payload),
    variant: unchangedVariant(event),
    payload,
  };
  return { told, context: { adapter, event, world } };
};

/**
 * Reads a finished hook command as the vendor it was written for would.
 *
 * @throws {AnyhookError} `usage` where its exit code or its texts are missing, or of another kind
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
  const { told, context } = toldOf(vendor, payload, world);
  const reading = readHookOutput(context.adapter, told.binding, finished, context.event);
  const gate = isGate(told.binding);
  const judged = applyFailurePolicy(reading, finished, {
    gate,
    limited: false,
    dialect: context.adapter,
    flags: { onFailure },
  });
  const outcome = outcomeAfterPolicy(reading, judged, context, told);
  return reading.failure === undefined ? { outcome } : { outcome, failure: reading.failure };
}

/**
 * A native response as an outcome. `payload` is what the hook was told; a rewritten input needs it.
 *
 * @throws {AnyhookError} `payload` where the vendor has no answer like it, and that is a failure of
 *   its hook: only `anyhook` does that, to a verdict in words that are not known
 * @example
 * decodeOutcome('cursor', payload, { permission: 'deny', user_message: 'no' });
 */
export function decodeOutcome(
  vendor: Agent,
  payload: Json,
  response: Json,
  options: Options = {},
): Outcome {
  const { told, context } = toldOf(vendor, payload, options.world ?? machine);
  const { adapter, event } = context;
  const given: Reading = { response: checked(response, 'response') };
  const reading = adapter.takesAnyWords
    ? interpretResponse(given, event, (failure) => ({ failure }))
    : given;
  if (reading.failure !== undefined)
    throw new AnyhookError('payload', `the hook ${reading.failure}`);
  return decodeReading(reading, context, told);
}

/** What to print, and what the host has no form for. */
export interface Saying {
  /** null: print nothing. */
  response: Json | null;
  stdout: string;
  stderr: string;
  exitCode: number;
  /** What is to stand in files of the vendor's, by the variable that names each. */
  files?: Readonly<Record<string, string>>;
  losses: Loss[];
}

/**
 * Says an outcome to the host that sent a payload, in the one form it cannot misread: the same
 * where it has a form, stricter where it has none. `ask: 'host'` passes an `ask` on.
 *
 * @throws {AnyhookError} `usage` for what is no outcome: a promise, or `decision: 'block'`
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
  const { told, context } = toldOf(vendor, payload, world);
  const host: HostEvent = { agents: [context.adapter], bindings: [told.binding], payload };
  const dialect = adapterOf('anyhook');
  const own = {
    ...told,
    payload: context.event,
    binding: bindingOf(dialect, context.event.event) as Binding,
  };
  const { response, losses } = answerHost(outcome, host, context, { ask }, { dialect, told: own });
  return { response, ...renderResponse(host, response), losses };
}

/** What one vendor's event can carry. */
export interface Capability {
  event: string;
  native: string;
  gate: boolean;
  /** Canonical paths it tells. */
  tells: string[];
  /** Outcome fields it honours. */
  hears: string[];
}

/**
 * All that a vendor's events tell and honour, read off its tables.
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
      tells: payloadPlanOf(binding).ops.map((op) => op.canon),
      hears: Object.keys(binding.outcome),
    }));
}

/**
 * The vendors a payload may be of, from its content alone. None: it is nobody's.
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
