import type { Vendor } from '../adapters/index.ts';
import { findCandidates } from '../translate/candidates.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { listAgents } from './agent.ts';

/**
 * Returns the ids of the agents that a payload may be from, judged by its content alone. Empty: it is from no
 * agent that anyhook knows.
 *
 * @example
 * recognise({ hook_event_name: 'stop', conversation_id: 'a', status: 'completed' }); // ['cursor']
 */
export function recognise(payload: Json): Vendor[] {
  if (!isObject(payload)) return [];
  return findCandidates(listAgents(), payload).agents.map((adapter) => adapter.id as Vendor);
}
