/** The one place of the library that finds an agent: by its id, or because the caller gives it. */

import type { Vendor } from '../adapters/index.ts';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Dialect } from '../mapping/adapter.ts';
import { describeValue } from '../util/describe-value.ts';
import { hintAt } from './hints.ts';

/** An agent: the id of one that anyhook knows, or an adapter that the caller has made or imported. */
export type VendorOrAdapter = Vendor | Adapter;

/**
 * An agent for the functions that only read payloads and write answers: an id, an adapter, or its dialect, which is the
 * smaller part of it.
 */
export type VendorOrDialect = VendorOrAdapter | Dialect;

/** The type of an agent's id: one that anyhook knows, or any text where the caller gives an adapter or a dialect. */
export type IdOf<A> = A extends Vendor ? Vendor : string;

/** The agents that are known by their ids: none, until `anyhook` makes its list known. */
let knownDialects: Readonly<Record<string, Dialect>> = {};

/** Makes agents known by their ids. */
export function setKnownDialects(dialects: Readonly<Record<string, Dialect>>): void {
  knownDialects = dialects;
}

/** Tells whether a value is a dialect. Reading a member of a foreign object may throw, which counts as no. */
function isDialect(value: unknown): value is Dialect {
  if (typeof value !== 'object' || value === null) return false;
  try {
    const { id, eventKey, bindings, tools, mcp, recognises } = value as Partial<Dialect>;
    const functions = [bindings?.find, bindings?.listFor, mcp?.read, recognises];
    return (
      [id, eventKey].every((one) => typeof one === 'string') &&
      [tools, bindings?.nativeNames].every(Array.isArray) &&
      functions.every((one) => typeof one === 'function')
    );
  } catch {
    return false;
  }
}

/** Tells whether a dialect is a whole adapter. */
export const isAdapter = (dialect: Dialect): dialect is Adapter =>
  typeof (dialect as Partial<Adapter>).readFinished === 'function';

/**
 * Returns the agent of an id, or the given dialect or adapter. Throws `vendor` for any other value.
 *
 * @param agents The agents that are known by their ids.
 */
export function findAgent<A extends Dialect>(
  agent: unknown,
  agents: Readonly<Record<string, A>>,
): A | Dialect {
  if (isDialect(agent)) return agent;
  if (typeof agent === 'string' && Object.hasOwn(agents, agent)) return agents[agent] as A;
  const known = Object.keys(agents);
  const word = typeof agent === 'string' ? agent.slice(0, 80) : describeValue(agent);
  const others = known.length
    ? `${hintAt(word, known)}; there are ${known.join(', ')}`
    : '; anyhook/core knows no ids: give an adapter or a dialect';
  throw new AnyhookError('vendor', `${word}: no such vendor${others}`);
}

/** Returns the dialect of an agent, or its whole adapter. Throws `vendor` for any value that is no agent. */
export const dialectOf = (agent: unknown): Dialect => findAgent(agent, knownDialects);

/** Returns a whole adapter. Throws `vendor` for a dialect without the rest of its adapter, and for any other value. */
export function agentOf(agent: unknown): Adapter {
  const dialect = dialectOf(agent);
  if (isAdapter(dialect)) return dialect;
  throw new AnyhookError(
    'vendor',
    `${dialect.id}: this needs the whole adapter, which anyhook/adapters/${dialect.id} exports`,
  );
}

/** Lists the agents that are known by their ids. */
export const listAgents = (): readonly Dialect[] => Object.values(knownDialects);
