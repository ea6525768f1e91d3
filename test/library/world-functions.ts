import type { Vendor } from '../../src/adapters/index.ts';
import type { Event } from '../../src/canonical/event.ts';
import {
  callsOf,
  decode,
  encode,
  feedback,
  hear,
  read,
  refuse,
  say,
  translate,
  translateAll,
  type World,
} from '../../src/index.ts';
import type { Json } from '../../src/util/json.ts';

/** Calls a function of the library with a payload of a vendor, the event that it is decoded into, and a world. */
export type WorldFunction = (vendor: Vendor, payload: Json, event: Json, world?: World) => unknown;

/** The functions that take a world, and whose results depend on it at once. */
export const worldFunctions: Readonly<Record<string, WorldFunction>> = {
  decode: (vendor, payload, _, world) => decode(vendor, payload, { world }),
  encode: (_, __, event, world) => encode('claude', event as Event, { world })?.losses,
  translate: (from, payload, _, world) => translate(payload, { from, to: 'cursor', world })?.losses,
  translateAll: (from, payload, _, world) =>
    translateAll(payload, { from, to: 'gemini', world }).map(({ losses }) => losses),
  hear: (vendor, payload, _, world) =>
    hear(vendor, payload, { code: 0, stdout: '{}', stderr: '' }, { world }),
  rewrite: (vendor, payload, _, world) =>
    say(vendor, payload, { input: { command: 'x', path: '/y', content: 'z' } }, { world }),
  refuse: (vendor, payload, _, world) => refuse(vendor, payload, 'no', { world }),
  feedback: (vendor, payload, _, world) => feedback(vendor, payload, 'x', { world }),
  callsOf: (vendor, payload, _, world) => callsOf(vendor, read(vendor, payload), { world }),
};
