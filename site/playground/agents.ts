/** The agents that the playground knows. They are given to it, so that no list of them stands here. */
import type { Adapter } from 'anyhook';
import { capabilities } from 'anyhook';
import { neutral } from './choices.ts';

/** The whole adapters by the ids of their agents, and that of the neutral dialect. */
export type Agents = Readonly<Record<string, Adapter>>;

/** An agent as a list shows it. */
export interface AgentName {
  id: string;
  title: string;
}

/** Lists the adapters of all agents by their titles, without the neutral dialect. */
export const listAgents = (agents: Agents): Adapter[] =>
  Object.values(agents)
    .filter(({ id }) => id !== neutral)
    .sort((a, b) => a.title.localeCompare(b.title));

/** Lists the names of all agents, and that of the neutral dialect at the end. */
export const listNames = (agents: Agents): AgentName[] => [
  ...listAgents(agents).map(({ id, title }) => ({ id, title })),
  { id: neutral, title: 'the neutral dialect (anyhook)' },
];

/**
 * Returns the adapter of an agent.
 *
 * @throws {AnyhookError} `vendor`: there is no such agent
 */
export function getAgent(agents: Agents, id: string): Adapter {
  const agent = Object.hasOwn(agents, id) ? agents[id] : undefined;
  if (agent) return agent;
  capabilities(id as 'anyhook'); // throws the sentence of the command line
  throw new Error(`${id}: no adapter was given`);
}
