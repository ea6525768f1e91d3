import type { Event } from '../canonical/event.ts';
import type { Loss } from '../canonical/loss.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { findEventLosses } from '../translate/event-losses.ts';
import { generateHookInputs, type HookInput } from '../translate/hook-input.ts';
import { machine } from '../translate/machine.ts';
import { restorePayload } from '../translate/payload-rest.ts';
import type { Json } from '../util/json.ts';
import { type Agent, agentOf } from './agent.ts';
import type { Options } from './options.ts';

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
  const adapter = agentOf(vendor);
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
export interface EncodingTerms {
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
export function withFixedTime(world: World): World {
  const now = world.now();
  return Object.assign(Object.create(world) as World, { now: () => now });
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
  const [input] = generateHookInputs(adapter, event, terms.world, terms.native, terms.foreign);
  return input && toEncoded(adapter, event, input, terms);
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
  return new EncodedOnDemand(input, payload, findLosses);
}
