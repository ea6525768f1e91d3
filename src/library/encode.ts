import { eventKinds } from '../canonical/kinds.ts';
import type { Loss } from '../canonical/loss.ts';
import type { Event } from '../canonical/types.ts';
import { AnyhookError, closed } from '../errors.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { findEventLosses } from '../translate/event-losses.ts';
import { generateHookInputs, type HookInput } from '../translate/hook-input.ts';
import { restorePayload } from '../translate/payload-rest.ts';
import { errorMessageOf } from '../util/errors.ts';
import { FieldHost } from '../util/field-host.ts';
import type { Json } from '../util/json.ts';
import { agentOf, type VendorOrAdapter } from './agent.ts';
import { describeValue, requireObject } from './arguments.ts';
import { type Options, settle } from './options.ts';

/** An event as a payload of one agent. */
export interface Encoded {
  /** The payload, as a hook of that agent gets it. */
  readonly payload: Json;
  /** The name of the agent's event that the payload is of. */
  readonly native: string;
  /** The values of the event that the payload does not hold. */
  readonly losses: Loss[];
}

/** Attaches to an encoded event how its losses are found. They are kept there once they are found. */
class LossFinder extends FieldHost {
  #losses: Loss[] | undefined;
  #find: () => Loss[];
  constructor(encoded: object, find: () => Loss[]) {
    super(encoded);
    this.#find = find;
  }
  static lossesOf(encoded: LossFinder): Loss[] {
    encoded.#losses ??= encoded.#find();
    return encoded.#losses;
  }
}

/** Every encoded event has this one property, since V8 would make a hidden class for each that has a getter of its own. */
const lossesProperty: PropertyDescriptor & ThisType<LossFinder> = {
  enumerable: true,
  configurable: true,
  get() {
    return LossFinder.lossesOf(this);
  },
};

/**
 * Adds the losses to an encoded event, as a property like any other: it is printed by `JSON.stringify`, and copied by
 * `structuredClone`. They are computed when they are first read, since that takes several times as long as to encode the event,
 * and few callers read them.
 */
export const addLosses = (encoded: Omit<Encoded, 'losses'>, findLosses: () => Loss[]): Encoded =>
  Object.defineProperty(
    new LossFinder(encoded, findLosses),
    'losses',
    lossesProperty,
  ) as object as Encoded;

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
 * const input = { command: 'ls' };
 * const encoded = encode('cursor', { event: 'before-tool', tool: 'shell', name: 'shell', input });
 * encoded?.payload.tool_name; // 'Shell'
 */
export function encode(
  vendor: VendorOrAdapter,
  event: Event,
  options?: Options & { native?: string | undefined },
): Encoded | undefined {
  return closed(() => {
    const adapter = agentOf(vendor);
    const { native, world } = settle(options, ['native', 'world']);
    const { rest } = requireEvent(event);
    const isFromSameAgent = rest?.vendor === adapter.id;
    const unknownFields = () => (rest && !isFromSameAgent ? rest.fields : {});
    const encodeAs = (name: string | undefined) =>
      encodeFirst(adapter, event, { world, native: name, foreign: false, unknownFields });
    // Without `native`: first the native event that this event was decoded from, then any that fits.
    const preferred = native ?? (isFromSameAgent ? rest.native : undefined);
    return encodeAs(preferred) ?? (preferred === native ? undefined : encodeAs(native));
  });
}

/** What the encoding of an event depends on besides the event and the adapter. */
export interface EncodingTerms {
  world: World;
  /** The native event that is wanted. Undefined: any that fits. */
  native: string | undefined;
  /** The event comes from another agent. */
  foreign: boolean;
  /** Returns the fields of the host's payload that no table knows. They are reported as lost. */
  unknownFields(): Json;
}

/** Returns an event if it is one, and throws `event` or `payload` for any other value. */
function requireEvent(event: Event): Draft {
  const { event: name } = requireObject(event, 'event') as Draft;
  if (typeof name === 'string' && name in eventKinds) return event as Draft;
  throw new AnyhookError('event', `the event: ${describeValue(name)}: there is no such event`);
}

/**
 * Encodes an event as the native event that is wanted, or else as the first one that fits.
 *
 * @returns Undefined where the agent would not fire a hook.
 */
export function encodeFirst(
  adapter: Adapter,
  event: Draft,
  terms: EncodingTerms,
): Encoded | undefined {
  try {
    const [input] = generateHookInputs(adapter, event, terms.world, terms.native, terms.foreign);
    return input && toEncoded(adapter, event, input, terms);
  } catch (error) {
    if (error instanceof AnyhookError) throw error;
    throw new AnyhookError('payload', `the event cannot be encoded: ${errorMessageOf(error)}`);
  }
}

/** Returns the payload of a hook input, and the losses by which it differs from the event that it was made from. */
export function toEncoded(
  adapter: Adapter,
  event: Draft,
  input: HookInput,
  { world, unknownFields }: EncodingTerms,
): Encoded {
  const payload = restorePayload(adapter, input, event, world);
  const findLosses = () =>
    findEventLosses(adapter, event, { ...input, payload }, world, unknownFields());
  return addLosses({ payload, native: input.binding.native }, findLosses);
}
