import { adapters, type Vendor } from '../adapters/index.ts';
import type { Flags } from '../canonical/flags.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { largeText } from '../util/large.ts';
import { hint } from '../util/nearest.ts';
import { bindingOf, bindingOfPayload, nativeEventOf } from './bindings.ts';
import { findCandidates, type Recogniser, recogniseAsIs } from './candidates.ts';
import { payloadPlanOf } from './payload-plan.ts';

/** An event in the terms of the agent that fired it, or of all that may have. */
export interface HostEvent {
  /** The likeliest first. */
  agents: readonly Adapter[];
  /** The event in each agent's terms. */
  bindings: readonly Binding[];
  payload: Json;
}

/** Who fired the hook. */
export interface Host extends HostEvent {
  /** It is this agent and no other: it is spoken to in its own words. */
  isCertain: boolean;
  /** The line stands in another agent's settings, which this one loads. */
  isCrossLoaded?: true;
}

/** Every adapter; on the hot path each is made when first asked for. */
export const listAdapters = (): readonly Adapter[] => Object.values(adapters);

/** An adapter by its id; undefined when there is none. */
export const findAdapter = (id: string | undefined): Adapter | undefined =>
  id !== undefined && Object.hasOwn(adapters, id) ? adapters[id as Vendor] : undefined;

/** An adapter by its id, or the one that is given. Throws `vendor` where there is none. */
export function adapterOf(id: string | Adapter, flag = ''): Adapter {
  const adapter = typeof id === 'object' ? id?.bindings && id : findAdapter(id);
  if (adapter) return adapter;
  const known = Object.keys(adapters);
  const word = `${flag && `${flag} `}${id}`;
  throw new AnyhookError(
    'vendor',
    `${word}: no such vendor${hint(String(id), known)}; there are ${known.join(', ')}`,
  );
}

/** Reads stdin as a payload. `open`: milliseconds after which it was still open. Throws `payload`. */
export function parsePayload(bytes: Buffer, cut: boolean, open?: number): Json {
  if (cut) throw new AnyhookError('payload', 'the payload on stdin is over 32 MB');
  const text = largeText(bytes).trim(); // a byte order mark is space
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
    const said = (error as Error).message.split('\n')[0] as string;
    throw new AnyhookError(
      'payload',
      `the payload on stdin${late && `${late},`} is not JSON: ${said.slice(0, 160)}`,
    );
  }
  if (isObject(value)) return value;
  throw new AnyhookError('payload', 'the payload on stdin is not a JSON object');
}

/** The agent that a payload is surely of, where it is another than the one that a line names. */
export function findOtherAgent(
  named: Adapter,
  payload: Json,
  judge: Recogniser = recogniseAsIs,
): Adapter | undefined {
  if (judge(named, payload) === 2) return undefined;
  const { agents, isCertain } = findCandidates(listAdapters(), payload, judge);
  return isCertain && agents[0] !== named ? agents[0] : undefined;
}

/** A field of an agent's event without which a payload is taken for that of another. */
function findMissingKey(agent: Adapter, payload: Json): string | undefined {
  const binding = bindingOf(agent, nativeEventOf(agent, payload));
  const keys = binding ? payloadPlanOf(binding).ops.map(({ paths }) => String(paths[0]?.[0])) : [];
  const isMissing = (key: string) =>
    !(key in payload) && !findOtherAgent(agent, { ...payload, [key]: '' });
  return keys.find(isMissing);
}

/**
 * Places a payload. The agent that the line names is believed, unless the payload is surely of
 * another. Throws `vendor`, `payload`, `event` or `usage`.
 */
export function findHost(flags: Flags, payload: Json, env: NodeJS.ProcessEnv): Host {
  if (flags.host) {
    const agent = adapterOf(flags.host, '--host');
    const other = findOtherAgent(agent, payload);
    if (other?.loads?.includes(agent.id)) {
      const bindings = [bindingOfPayload(other, payload)];
      return { agents: [other], bindings, payload, isCertain: true, isCrossLoaded: true };
    }
    if (other) {
      const why = `the payload on stdin is of ${other.title}: --host ${agent.id} is wrong`;
      const lacks = findMissingKey(agent, payload);
      throw new AnyhookError('usage', lacks === undefined ? why : `${why}, or it lacks ${lacks}`);
    }
    const binding = bindingOfPayload(agent, payload, flags.hostEvent);
    return { agents: [agent], bindings: [binding], payload, isCertain: true };
  }
  const { agents, isCertain } = findCandidates(
    listAdapters(),
    payload,
    recogniseAsNamed(flags.hostEvent),
  );
  if (!agents.length) {
    const event = listAdapters()
      .map(({ eventKey }) => payload[eventKey])
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
    bindings: likely.map((agent) => bindingOfPayload(agent, payload, flags.hostEvent)),
    payload,
    isCertain,
  };
}

/** A payload that does not name its event is of the one that the line names. */
const recogniseAsNamed =
  (named: string | undefined): Recogniser =>
  (adapter, payload) => {
    const isNamed = named === undefined || nativeEventOf(adapter, payload) !== undefined;
    return adapter.recognises(isNamed ? payload : { ...payload, [adapter.eventKey]: named });
  };

/** The environment only puts the likeliest first: what is said is what every candidate honours. */
function orderByEnvironment(
  agents: readonly Adapter[],
  env: NodeJS.ProcessEnv,
): readonly Adapter[] {
  if (agents.length < 2) return agents;
  const set = agents.filter((agent) => env[agent.runtime.expands[0] ?? ''] !== undefined).reverse();
  return [...set, ...agents.filter((agent) => !set.includes(agent))];
}
