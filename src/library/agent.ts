/** The one place of the library that finds an agent: by its id, or because the caller gives it. */

import { adapters, type Vendor } from '../adapters/index.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { hint } from '../util/nearest.ts';
import { describeValue } from './arguments.ts';

/** An agent: the id of one that anyhook knows, or an adapter that the caller has made. */
export type Agent = Vendor | Adapter;

/** Tells whether a value is an adapter. Reading a member of a foreign object may throw, which counts as no. */
function isAdapter(value: unknown): value is Adapter {
  if (typeof value !== 'object' || value === null) return false;
  try {
    const { id, bindings } = value as Partial<Adapter>;
    return typeof id === 'string' && typeof bindings?.find === 'function';
  } catch {
    return false;
  }
}

/** Returns the adapter of an agent. Throws `vendor` for any value that is none. */
export function agentOf(agent: unknown): Adapter {
  if (isAdapter(agent)) return agent;
  if (typeof agent === 'string' && Object.hasOwn(adapters, agent)) return adapters[agent as Vendor];
  const known = Object.keys(adapters);
  const word = typeof agent === 'string' ? agent.slice(0, 80) : describeValue(agent);
  throw new AnyhookError(
    'vendor',
    `${word}: no such vendor${hint(word, known)}; there are ${known.join(', ')}`,
  );
}

/** Lists the agents that are known by their ids. */
export const listAgents = (): readonly Adapter[] => Object.values(adapters);
