/**
 * The functions that need whole adapters, for `anyhook`, where an id stands for one. Only they load the adapters: a
 * program that reads and answers gets by with the dialects.
 */

import { adapters } from '../adapters/index.ts';
import { closed } from '../errors.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { setKnownAdapters } from '../translate/known-adapters.ts';
import { isObject } from '../util/equal.ts';
import { findAgent, type VendorOrAdapter } from './agent.ts';
import * as calls from './calls.ts';
import * as decoding from './decode.ts';
import * as encoding from './encode.ts';
import * as hearing from './hear.ts';
import * as names from './names.ts';
import * as translation from './translate.ts';

/** Returns the adapter of an id; any other value as it is, so that the function that gets it judges it. */
function adapterIn<T>(agent: T): T | Adapter {
  setKnownAdapters(adapters); // a hook of the canonical dialect may answer in the words of every agent
  return typeof agent === 'string' ? (findAgent(agent, adapters) as Adapter) : agent;
}

/** Lets the first argument of a function be the id of an agent. */
const withAgent =
  <A extends unknown[], R>(call: (agent: VendorOrAdapter, ...rest: A) => R) =>
  (agent: VendorOrAdapter, ...rest: A): R =>
    call(adapterIn(agent), ...rest);

/** Lets `from` and `to`, in the second argument of a function, be ids of agents. */
const withSides =
  <T, S extends { from: unknown; to: unknown }, R>(call: (value: T, sides: S) => R) =>
  (value: T, sides: S): R => {
    if (!isObject(sides)) return call(value, sides);
    return closed(() => {
      // A rest in place of the copy would take as long as a tenth of a translation.
      const given = { ...sides };
      return call(value, { ...given, from: adapterIn(given.from), to: adapterIn(given.to) });
    });
  };

/** {@inheritDoc decoding.decode} */
export const decode: typeof decoding.decode = /* @__PURE__ */ withAgent(decoding.decode);
/** {@inheritDoc encoding.encode} */
export const encode: typeof encoding.encode = /* @__PURE__ */ withAgent(encoding.encode);
/** {@inheritDoc hearing.hear} */
export const hear: typeof hearing.hear = /* @__PURE__ */ withAgent(hearing.hear);
/** {@inheritDoc hearing.decodeOutcome} */
export const decodeOutcome: typeof hearing.decodeOutcome = /* @__PURE__ */ withAgent(
  hearing.decodeOutcome,
);
/** {@inheritDoc calls.callsOf} */
export const callsOf: typeof calls.callsOf = /* @__PURE__ */ withAgent(calls.callsOf);
/** {@inheritDoc translation.translate} */
export const translate: typeof translation.translate = /* @__PURE__ */ withSides(
  translation.translate,
);
/** {@inheritDoc translation.translateAll} */
export const translateAll: typeof translation.translateAll = /* @__PURE__ */ withSides(
  translation.translateAll,
);
/** {@inheritDoc names.toolName} */
export const toolName: typeof names.toolName = /* @__PURE__ */ withSides(names.toolName);
