/** Finds responses that the hook's own agent does not read, since they are in the words of another agent. */

import { outcomeKeysWith } from '../canonical/kinds.ts';
import type { Outcome, OutcomeKey } from '../canonical/outcome.ts';
import { hasOutcomeTrait } from '../canonical/traits.ts';
import type { Adapter, Binding, Row } from '../mapping/adapter.ts';
import { rowOf } from '../mapping/fields.ts';
import { attempt } from '../util/attempt.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { keysOf } from '../util/keys-of.ts';
import { sampleWorld } from './implied-calls.ts';
import { decodeOutcome } from './read-response.ts';

/** Returns the outcome keys that an event honours, without those that only give a reason. */
export const effectiveKeysOf = ({ outcome }: Pick<Binding, 'outcome'>): readonly OutcomeKey[] =>
  keysOf(outcome).filter((key) => !hasOutcomeTrait(key, 'isReason'));

/** Returns the native paths at which an event's response holds the given outcome keys, in every form. */
export function nativePathsOf(
  { outcome }: Pick<Binding, 'outcome'>,
  keys: readonly OutcomeKey[],
): string[] {
  const paths: string[] = [];
  for (const key of keys) {
    const native = outcome[key];
    let row: Row | undefined = native === undefined ? undefined : rowOf(native);
    for (; row; row = row.or) paths.push(...[row.at].flat());
  }
  return paths;
}

/** Lists the paths in a response, down to the third level: no table goes deeper. */
const listPaths = (response: Json, above = '', levels = 3): string[] =>
  Object.entries(response).flatMap(([key, value]) => [
    above + key,
    ...(levels > 1 && isObject(value) ? listPaths(value, `${above}${key}.`, levels - 1) : []),
  ]);

/** Returns the outcome that an agent would take from a response, or no outcome where it cannot be decoded. */
function decodeLeniently(adapter: Adapter, binding: Binding, response: Json): Outcome {
  const { event } = binding;
  const context = { adapter, event: { event }, world: sampleWorld, invalidPaths: [] };
  return attempt(() => decodeOutcome(binding, response, context)) ?? {};
}

/** Tells whether an agent would take a response for a refusal, a question, a follow-up, a replacement or a rewrite. */
function hasVerdict(adapter: Adapter, binding: Binding, response: Json): boolean {
  const { decision, halt, followUp, replaced, input } = decodeLeniently(adapter, binding, response);
  return (
    decision === 'deny' || decision === 'ask' || halt === true || !!(followUp ?? replaced ?? input)
  );
}

/** Returns a response without the fields at the listed paths. Paths have at most two parts. */
function removeFields(response: Json, fields: readonly string[], above = ''): Json {
  const left = Object.entries(response).filter(([key]) => !fields.includes(above + key));
  const inner = (key: string, value: unknown) =>
    above === '' && isObject(value) ? removeFields(value, fields, `${key}.`) : value;
  return Object.fromEntries(left.map(([key, value]) => [key, inner(key, value)]));
}

/**
 * Finds the agents that would take a response for a verdict, where the hook's own agent reads nothing
 * in it. Fields that the own agent's pages describe for the event are left out, although the event
 * ignores them: an author who wrote them meant the own agent.
 *
 * @param own The own agent's binding of the event.
 * @param others Returns the other agents; it is called only where they matter.
 * @returns The paths of the verdict and the titles of the agents; `undefined` where there is none.
 */
export function findForeignVerdict(
  response: Json,
  agent: Adapter,
  own: Binding,
  others: () => readonly Adapter[],
): { keys: string[]; agents: string[] } | undefined {
  const readPaths = nativePathsOf(own, effectiveKeysOf(own));
  if (listPaths(response).some((path) => readPaths.includes(path))) return undefined;
  // Some agents accept other fields than those of their tables (`normaliseResponse`), so it is decoded as well.
  if (
    Object.keys(decodeLeniently(agent, own, response)).some(
      (key) => !hasOutcomeTrait(key, 'isReason'),
    )
  )
    return undefined;
  const rest = removeFields(response, [...(agent.commonFields ?? []), ...(own.ignored ?? [])]);
  const paths = listPaths(rest);
  if (!paths.length) return undefined;
  const keys = new Set<string>();
  const found = others().filter((one) => {
    const bindings = one.bindings
      .listFor(own.event)
      .filter((other) => hasVerdict(one, other, rest));
    const verdictPaths = bindings.flatMap((other) =>
      nativePathsOf(other, outcomeKeysWith.isVerdict),
    );
    for (const path of paths) if (verdictPaths.includes(path)) keys.add(path);
    return bindings.length > 0;
  });
  return found.length ? { keys: [...keys], agents: found.map(({ title }) => title) } : undefined;
}
