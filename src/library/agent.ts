import { adapters, type Vendor } from '../adapters/index.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { adapterOf } from '../translate/host.ts';

/** An agent: the id of one that anyhook knows, or an adapter that the caller has made. */
export type Agent = Vendor | Adapter;

/** Returns the adapter of an agent. Throws `vendor` where there is no such agent. */
export const agentOf = (agent: Agent): Adapter => adapterOf(agent);

/** Lists the agents that are known by their ids. */
export const listAgents = (): readonly Adapter[] => Object.values(adapters);
