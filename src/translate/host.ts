import { adapters, type Vendor } from '../adapters/index.ts';
import type { Flags } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Binding, Dialect } from '../mapping/adapter.ts';
import { statedNameOf, withStatedName } from '../mapping/event-key.ts';
import { isObject } from '../util/equal.ts';
import { errorMessageOf } from '../util/errors.ts';
import type { Json } from '../util/json.ts';
import { decodeUnmoved } from '../util/large.ts';
import { hint } from '../util/nearest.ts';
import { isNonEmpty, mapNonEmpty, type NonEmpty } from '../util/non-empty.ts';
import { bindingOf, bindingOfPayload, nativeEventOf } from './bindings.ts';
import { findCandidates, type Recogniser, recogniseAsIs } from './candidates.ts';
import { setKnownAdapters } from './known-adapters.ts';
import { bindingOfNamed } from './named-bindings.ts';
import { payloadPlanOf } from './payload-plan.ts';

setKnownAdapters(adapters);

/** An event in the native terms of the agent that fired it, or of every agent that may have. */
export interface HostEvent<A extends Dialect = Adapter> {
  /** Agents that may have fired the event, the likeliest first. */
  agents: NonEmpty<A>;
  /** The event's binding of each agent, in the order of `agents`. */
  bindings: NonEmpty<Binding>;
  payload: Json;
}

/** The host of a run: which agent fired the hook, and for which event. */
export interface Host extends HostEvent {
  /** The first agent is the host. Otherwise an answer says only what every candidate honours. */
  isCertain: boolean;
  /** The shim line stands in another agent's settings, which this agent loads as well. */
  isCrossLoaded?: true;
}

/** Lists every adapter. On the hot path an adapter is made at its first use. */
export const listAdapters = (): readonly Adapter[] => Object.values(adapters);

/** Finds an adapter by its id. Returns `undefined` where there is none. */
export const findAdapter = (id: string | undefined): Adapter | undefined =>
  id !== undefined && Object.hasOwn(adapters, id) ? adapters[id as Vendor] : undefined;

/**
 * Returns the adapter of an id, or the given adapter. Throws `vendor` where no vendor has that id.
 *
 * @param flag Flag that the id was given with, for the message.
 */
export function adapterOf(id: string | Adapter | undefined, flag = ''): Adapter {
  const adapter = typeof id === 'object' ? id?.bindings && id : findAdapter(id);
  if (adapter) return adapter;
  const known = Object.keys(adapters);
  const word = `${flag && `${flag} `}${id}`;
  throw new AnyhookError(
    'vendor',
    `${word}: no such vendor${hint(String(id), known)}; there are ${known.join(', ')}`,
  );
}

/**
 * Parses the bytes that were read from stdin as a payload. Throws `payload` where it is no JSON object.
 *
 * @param cut Stdin was longer than is read, so `bytes` are not all of it.
 * @param open Milliseconds after which stdin was still open and no longer waited for. `undefined`: it was closed.
 */
export function parsePayload(bytes: Buffer, cut: boolean, open?: number): Json {
  if (cut) throw new AnyhookError('payload', 'the payload on stdin is over 32 MB');
  const text = decodeUnmoved(bytes).trim(); // a byte order mark is space
  const late = open === undefined ? '' : `, which was still open after ${open} ms`;
  if (!text)
    throw new AnyhookError(
      'payload',
      `no payload on stdin${late || ': pipe the JSON of an event'}`,
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const problem = errorMessageOf(error).split('\n')[0] as string;
    throw new AnyhookError(
      'payload',
      `the payload on stdin${late && `${late},`} is not JSON: ${problem.slice(0, 160)}`,
    );
  }
  if (isObject(value)) return value;
  throw new AnyhookError('payload', 'the payload on stdin is not a JSON object');
}

/**
 * Finds the agent that a payload certainly comes from, where that is another than the agent that the
 * shim line names. Returns `undefined` where the named agent recognises the payload as its own, and
 * where no other agent is certain of it.
 */
export function findOtherAgent(
  named: Adapter,
  payload: Json,
  recognise: Recogniser = recogniseAsIs,
): Adapter | undefined {
  if (recognise(named, payload) === 2) return undefined;
  const { agents, isCertain } = findCandidates(listAdapters(), payload, recognise);
  return isCertain && agents[0] !== named ? agents[0] : undefined;
}

/**
 * Finds a field that payloads of the agent's event have and this payload lacks, and that alone made the payload
 * look like another agent's. A message names the field, since `--host` may be right and the payload incomplete.
 */
function findMissingKey(agent: Adapter, payload: Json): string | undefined {
  const binding = bindingOf(agent, nativeEventOf(agent, payload));
  const keys = binding
    ? [
        ...payloadPlanOf(binding).ops.map(({ readPaths }) => String(readPaths[0]?.[0])),
        ...Object.keys(binding.supply ?? {}),
      ]
    : [];
  const isMissing = (key: string) =>
    !(key in payload) && !findOtherAgent(agent, { ...payload, [key]: '' });
  return keys.find(isMissing);
}

/**
 * Finds the host that a payload comes from, and the event that it is of. The agent that the shim line
 * names (`--host`) is believed, unless the payload certainly comes from another agent. Without a named
 * agent, the payload's fields decide, and the environment orders the candidates.
 *
 * Throws `vendor` (no such agent), `event` (no such event of it, or of no agent) or `usage` (the
 * payload contradicts the flags).
 */
export function findHost(flags: Flags, payload: Json, env: NodeJS.ProcessEnv): Host {
  if (flags.host) {
    const agent = adapterOf(flags.host, '--host');
    const other = findOtherAgent(agent, payload);
    if (other?.loads?.includes(agent.id)) {
      const binding = bindingOfPayload(other, payload);
      return {
        agents: [other],
        bindings: [binding],
        payload,
        isCertain: true,
        isCrossLoaded: true,
      };
    }
    if (other) {
      const why = `the payload on stdin is of ${other.title}: --host ${agent.id} is wrong`;
      const lacks = findMissingKey(agent, payload);
      throw new AnyhookError('usage', lacks === undefined ? why : `${why}, or it lacks ${lacks}`);
    }
    const binding = bindingOfNamed(agent, payload, flags.hostEvent);
    return { agents: [agent], bindings: [binding], payload, isCertain: true };
  }
  const { agents, isCertain } = findCandidates(
    listAdapters(),
    payload,
    recogniseAsNamed(flags.hostEvent),
  );
  if (!isNonEmpty(agents)) {
    const event = listAdapters()
      .map((agent) => statedNameOf(agent, payload))
      .find((name) => name !== undefined);
    const shown =
      event === undefined ? 'names no event' : `event ${JSON.stringify(event).slice(0, 80)}`;
    throw new AnyhookError(
      'event',
      `the payload on stdin is of no agent we know (${shown}); say --host if it is`,
    );
  }
  const likely = orderByEnvironment(agents, env);
  return {
    agents: likely,
    bindings: mapNonEmpty(likely, (agent) => bindingOfNamed(agent, payload, flags.hostEvent)),
    payload,
    isCertain,
  };
}

/** Returns a recogniser for payloads that may not name their event: the name on the shim line is used instead. */
const recogniseAsNamed =
  (named: string | undefined): Recogniser =>
  (adapter, payload) => {
    const isNamed = named === undefined || nativeEventOf(adapter, payload) !== undefined;
    return adapter.recognises(isNamed ? payload : withStatedName(adapter, payload, named));
  };

/**
 * Puts first the agents whose variables are set. Order is all that the environment decides: a project
 * can set variables, so an answer says only what every candidate honours.
 */
function orderByEnvironment(agents: NonEmpty<Adapter>, env: NodeJS.ProcessEnv): NonEmpty<Adapter> {
  if (agents.length < 2) return agents;
  const set = agents.filter((agent) => env[agent.ownVariable ?? ''] !== undefined).reverse();
  const ordered = [...set, ...agents.filter((agent) => !set.includes(agent))];
  return isNonEmpty(ordered) ? ordered : agents;
}
