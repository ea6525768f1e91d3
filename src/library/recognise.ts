import type { Vendor } from '../adapters/index.ts';
import { fieldKinds } from '../canonical/kinds.ts';
import { closed } from '../errors.ts';
import type { Binding, Dialect } from '../mapping/adapter.ts';
import { statedNameOf, topKeyOf, withStatedName } from '../mapping/event-key.ts';
import { bindingOf, nativeEventOf } from '../translate/bindings.ts';
import { decodeEventOf } from '../translate/decode.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { attempt } from '../util/attempt.ts';
import type { Json } from '../util/json.ts';
import { dialectOf, type IdOf, isAdapter, listAgents, type VendorOrDialect } from './agent.ts';
import { checkEnvironment, type Environment, variableOf, wrongValue } from './arguments.ts';
import { readPayload } from './text.ts';
import { emptyWorld } from './world.ts';

/** An agent that a payload may be from. */
export interface Recognised<V extends string = Vendor> {
  /** The id of the agent. */
  vendor: V;
  /**
   * Only this agent sends such a payload. Otherwise it may be of any agent that is listed, or of one that nobody knows,
   * such as a payload in the form of Claude Code that also has a time, or one that has a field or a tool which this agent is
   * not known to have, and says little else of the session.
   */
  sure: boolean;
  /** What the claim rests on. */
  why: {
    /** The fields of the payload that decide, in the order of the payload. Without one of them it would not be claimed so. */
    fields: string[];
    /** The variables that are set, and that no other agent sets. They decide nothing but the order of agents that are equally likely. */
    variables: string[];
  };
}

/**
 * 0: the payload is not the agent's; 1: it may be; 2: it is, unless an agent that nobody knows sends the same form;
 * 3: it is.
 */
type Certainty = 0 | 1 | 2 | 3;

/**
 * Tells which agents a payload may be from, the likeliest first, by its fields alone. The name of an event decides nothing
 * without another field, since agents have names in common. Empty: it is from no agent that anyhook knows.
 *
 * An event that no agent has is claimed by its other fields where they are one agent's alone, and never surely: then
 * {@link read} has the problem `unknown-event`.
 *
 * @param payload A text, bytes in UTF-8, or data that was parsed already. It is read as by {@link read}.
 * @param env The variables of the process that the agent started, such as `process.env`.
 * @param vendors The agents that it may be from. Default: all.
 * @throws {AnyhookError} `usage`: `env` or `vendors` is of a wrong kind. `vendor`: there is no such agent
 * @example
 * recognise({ hook_event_name: 'stop', conversation_id: 'a', status: 'completed' });
 * // [{ vendor: 'cursor', sure: true, why: { fields: ['hook_event_name', 'conversation_id'], variables: [] } }]
 */
export function recognise<const A extends VendorOrDialect = Vendor>(
  payload: string | Uint8Array | unknown,
  env?: Environment,
  vendors?: readonly A[],
): Recognised<IdOf<A>>[] {
  return closed(() => {
    checkEnvironment(env);
    const adapters = vendorsFrom(vendors);
    const claimsBy = (claim: typeof claimOf) =>
      adapters.flatMap((adapter) => {
        const { payload: data } = readPayload(payload, adapter);
        return data ? claim(adapter, data) : [];
      });
    const known = claimsBy(claimOf);
    const claims = known.length
      ? known
      : claimsBy((adapter, data) => claimOfUnknownEvent(adapter, data, adapters));
    const isSure = claims.some(({ certainty }) => certainty > 1);
    const likely = claims.filter(({ certainty }) => certainty > 1 === isSure);
    const recognised = likely.map(({ adapter, certainty, fields }): Recognised<IdOf<A>> => {
      const sure = certainty === 3 && likely.length === 1;
      const others = adapters.filter((one) => one !== adapter).flatMap(listVariables);
      const own = listVariables(adapter).filter((name) => !others.includes(name));
      const variables = [...new Set(own)].filter((name) => variableOf(env, name) !== undefined);
      return { vendor: adapter.id as IdOf<A>, sure, why: { fields, variables } };
    });
    const hasVariables = ({ why }: Recognised<string>) => why.variables.length > 0;
    return [...recognised.filter(hasVariables), ...recognised.filter((one) => !hasVariables(one))];
  });
}

/** Returns the adapters of agents. Throws `usage` for a value that is no list. */
function vendorsFrom(vendors: readonly VendorOrDialect[] | undefined): readonly Dialect[] {
  if (vendors === undefined) return listAgents();
  if (Array.isArray(vendors)) return vendors.map(dialectOf);
  throw wrongValue('the vendors', vendors, 'a list of agents');
}

/** What an agent's tables claim of a payload. */
interface Claim {
  adapter: Dialect;
  certainty: Certainty;
  fields: string[];
}

/** Tells how certain it is that a payload is of an agent. */
function judge(adapter: Dialect, payload: Json): Certainty {
  const judged = attempt((): Certainty => {
    const certainty = adapter.recognises(payload);
    return certainty === 2 && !adapter.sharesForm?.(payload) ? 3 : certainty;
  });
  return judged ?? 0; // an adapter may not expect every payload
}

/** Returns what an agent's tables claim of a payload, in a list. Empty: nothing, or nothing but by the name of the event. */
function claimOf(adapter: Dialect, payload: Json): Claim[] {
  const certainty = judge(adapter, payload);
  if (certainty === 0) return [];
  const { bindings } = adapter;
  const topKey = topKeyOf(adapter);
  // A payload that does not name its event is claimed surely only if an event can be read from it.
  const isNamed = bindingOf(adapter, statedNameOf(adapter, payload)) !== undefined;
  const isSure = certainty === 3 && isUsual(adapter, payload);
  const isClaimed = (one: Json) =>
    judge(adapter, one) >= certainty && (isNamed || certainty === 1 || isReadable(adapter, one));
  if (!isClaimed(payload)) return [];
  const findFields = (one: Json): string[] | undefined => {
    const fields = findDecidingFields(one, topKey, isClaimed);
    return fields.some((key) => key !== topKey) ? fields : undefined;
  };
  // An event whose name is this agent's alone may be claimed by its name. Then what counts is whether the other fields
  // would be enough at an event of another name.
  const fields =
    findFields(payload) ??
    (certainty > 1 && isWholeEvent(adapter, payload) ? Object.keys(payload) : undefined) ??
    firstOf(bindings.nativeNames, (native) => {
      const renamed = withStatedName(adapter, payload, native);
      return isClaimed(renamed) ? findFields(renamed) : undefined;
    });
  if (!fields || (certainty === 1 && !isReadable(adapter, payload))) return [];
  return [
    {
      adapter,
      certainty: certainty === 3 && !isSure ? 2 : certainty,
      fields: fields.filter((key) => Object.hasOwn(payload, key)),
    },
  ];
}

/**
 * Returns what an agent claims of a payload whose event no agent has, in a list: it does so where the other fields are its
 * alone at some event that it has. (An event that another agent has is that agent's, or a fork's.)
 */
function claimOfUnknownEvent(adapter: Dialect, payload: Json, agents: readonly Dialect[]): Claim[] {
  const { bindings } = adapter;
  const name = statedNameOf(adapter, payload);
  if (typeof name !== 'string' || agents.some((one) => bindingOf(one, name))) return [];
  const judgeAs = (one: Json, native: string) =>
    judge(adapter, withStatedName(adapter, one, native));
  const native = bindings.nativeNames.find((one) => judgeAs(payload, one) === 3);
  if (native === undefined) return [];
  const fields = findDecidingFields(
    payload,
    topKeyOf(adapter),
    (one) => judgeAs(one, native) === 3,
  );
  return fields.length ? [{ adapter, certainty: 2, fields }] : [];
}

/** Tells whether an event of the agent can be read from a payload, however much of it is missing. */
function isReadable(adapter: Dialect, payload: Json): boolean {
  const binding = bindingOf(adapter, nativeEventOf(adapter, payload));
  if (!binding) return false;
  return attempt(() => decodeEventOf(binding, adapter, payload, emptyWorld, [])) !== undefined;
}

/** Returns the first result that is not undefined, or undefined where there is none. */
function firstOf<T, R>(list: readonly T[], map: (item: T) => R | undefined): R | undefined {
  for (const item of list) {
    const result = map(item);
    if (result !== undefined) return result;
  }
  return undefined;
}

/**
 * Finds a small set of fields with which a payload is still claimed as certainly: none of them can be taken out. The
 * name of the event is tried last, since it says less than any other field.
 *
 * Blocks of fields are taken out, and halved where that is too much. So the time grows little faster than the
 * number of fields.
 */
function findDecidingFields(
  payload: Json,
  topKey: string,
  isClaimed: (payload: Json) => boolean,
): string[] {
  const all = Object.keys(payload);
  const left = new Set(all);
  const takeOut = (keys: readonly string[]): void => {
    for (const key of keys) left.delete(key);
    if (
      isClaimed(
        Object.fromEntries(all.flatMap((key) => (left.has(key) ? [[key, payload[key]]] : []))),
      )
    )
      return;
    for (const key of keys) left.add(key);
    if (keys.length < 2) return;
    const half = keys.length >> 1;
    takeOut(keys.slice(0, half));
    takeOut(keys.slice(half));
  };
  takeOut(all.filter((key) => key !== topKey));
  if (left.has(topKey)) takeOut([topKey]);
  return all.filter((key) => left.has(key));
}

/**
 * Tells whether a payload holds nothing but an event of an agent whose names no other agent has: it has more fields than
 * the name, all of them are fields of that event, and each has the kind that it should have.
 */
function isWholeEvent(adapter: Dialect, payload: Json): boolean {
  const binding = bindingOf(adapter, nativeEventOf(adapter, payload));
  const keys = Object.keys(payload);
  if (!binding || keys.length < 2) return false;
  if (!hasKnownFields(adapter, [binding], payload)) return false;
  return attempt(() => decodeEventOf(binding, adapter, payload, emptyWorld)) !== undefined;
}

/** Tells whether a payload has no fields but the name of an event and the fields of some events. */
function hasKnownFields(dialect: Dialect, bindings: readonly Binding[], payload: Json): boolean {
  const known = new Set(
    bindings.flatMap((one) => [
      ...payloadPlanOf(one).ops.flatMap(({ readPaths }) => readPaths.map(([key]) => key)),
      ...Object.keys(one.supply ?? {}),
    ]),
  );
  return Object.keys(payload).every((key) => key === topKeyOf(dialect) || known.has(key));
}

/**
 * Tells whether a payload looks like those of its agent: all its fields and its tool are known, or, since new versions have
 * further ones, it states three facts of the session at least. Agents state more of them with every event.
 */
function isUsual(adapter: Dialect, payload: Json): boolean {
  const binding = bindingOf(adapter, nativeEventOf(adapter, payload));
  const event = binding && attempt(() => decodeEventOf(binding, adapter, payload, emptyWorld, []));
  if (
    !event ||
    (hasKnownFields(adapter, adapter.bindings.all(), payload) && event.tool !== 'other')
  )
    return true;
  return Object.keys(event).filter((key) => Object.hasOwn(fieldKinds.base, key)).length > 2;
}

/** Lists the variables that an agent sets for its hooks, as far as its tables say it. */
function listVariables(dialect: Dialect): string[] {
  const { project, ownVariable } = dialect;
  const stated = [
    ...(typeof project === 'object' ? [project.variable] : []),
    ...(ownVariable === undefined ? [] : [ownVariable]),
  ];
  if (!isAdapter(dialect)) return stated;
  const { runtime } = dialect;
  return [
    ...stated,
    ...Object.keys(runtime.env({ event: 'stop' })),
    ...runtime.uncomputableVariables,
  ];
}
