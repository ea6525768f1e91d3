/** Answers in the words of another agent: nobody hears them. */
import { outcomeKeysWith } from '../canonical/kinds.ts';
import type { Outcome, OutcomeKey } from '../canonical/outcome.ts';
import { hasOutcomeTrait } from '../canonical/traits.ts';
import type { Adapter, Binding, Row } from '../mapping/adapter.ts';
import { rowOf } from '../mapping/fields.ts';
import { attempt } from '../util/attempt.ts';
import { isObject } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import { sampleWorld } from './implied-calls.ts';
import { decodeOutcome } from './response.ts';

/** All that an event's outcome has but why. */
export const effectiveKeysOf = ({ outcome }: Pick<Binding, 'outcome'>): readonly OutcomeKey[] =>
  (Object.keys(outcome) as OutcomeKey[]).filter((key) => !hasOutcomeTrait(key, 'isReason'));

/** The native paths that words of an outcome stand at. */
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

/** The keys of a response, and of the objects in it as deep as a table goes. */
const listPaths = (response: Json, above = '', levels = 3): string[] =>
  Object.entries(response).flatMap(([key, value]) => [
    above + key,
    ...(levels > 1 && isObject(value) ? listPaths(value, `${above}${key}.`, levels - 1) : []),
  ]);

/** What an agent hears in a response, at an event of the same kind. */
function decodeLeniently(adapter: Adapter, binding: Binding, response: Json): Outcome {
  const { event } = binding;
  const context = { adapter, event: { event }, world: sampleWorld, odd: [] };
  return attempt(() => decodeOutcome(binding, response, context)) ?? {};
}

/** Whether an agent would hear a verdict in a response. */
function hasVerdict(adapter: Adapter, binding: Binding, response: Json): boolean {
  const { decision, halt, followUp, replaced, input } = decodeLeniently(adapter, binding, response);
  return (
    decision === 'deny' || decision === 'ask' || halt === true || !!(followUp ?? replaced ?? input)
  );
}

/** A response without the fields of it that are in a list. */
function removeFields(response: Json, fields: readonly string[], above = ''): Json {
  const left = Object.entries(response).filter(([key]) => !fields.includes(above + key));
  const inner = (key: string, value: unknown) =>
    above === '' && isObject(value) ? removeFields(value, fields, `${key}.`) : value;
  return Object.fromEntries(left.map(([key, value]) => [key, inner(key, value)]));
}

/**
 * Whose verdict a response is that holds none of what its own agent hears at an event. Fields that
 * the pages of its own agent have for the event are no other's, although the event ignores them.
 */
export function findForeignVerdict(
  response: Json,
  agent: Adapter,
  own: Binding,
  others: () => readonly Adapter[],
): { keys: string[]; agents: string[] } | undefined {
  const heard = nativePathsOf(own, effectiveKeysOf(own));
  if (listPaths(response).some((path) => heard.includes(path))) return undefined;
  // Some agents have other words for a field than their tables.
  if (
    Object.keys(decodeLeniently(agent, own, response)).some(
      (key) => !hasOutcomeTrait(key, 'isReason'),
    )
  )
    return undefined;
  const rest = removeFields(response, [...(agent.common ?? []), ...(own.ignored ?? [])]);
  const said = listPaths(rest);
  if (!said.length) return undefined;
  const keys = new Set<string>();
  const found = others().filter((one) => {
    const theirs = one.bindings.of(own.event).filter((two) => hasVerdict(one, two, rest));
    const paths = theirs.flatMap((two) => nativePathsOf(two, outcomeKeysWith.isVerdict));
    for (const path of said) if (paths.includes(path)) keys.add(path);
    return theirs.length > 0;
  });
  return found.length ? { keys: [...keys], agents: found.map(({ title }) => title) } : undefined;
}
