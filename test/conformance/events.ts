import type { Adapter, Draft, World } from '../../src/mapping/adapter.ts';
import { get, set } from '../../src/mapping/paths.ts';
import { decodeEvent } from '../../src/translate/events.ts';
import { tellings } from '../../src/translate/place.ts';
import { restOf, withRest } from '../../src/translate/rest.ts';
import type { Json } from '../../src/util/json.ts';
import {
  type Adapters,
  payloadOf,
  payloads,
  type Telling,
  translations,
  variants,
  worldOf,
} from './fixtures.ts';
import { differs, tried, wordOf } from './report.ts';

/** A payload as an event, what no table knows included. */
export function decode(adapter: Adapter, payload: Json, world: World): Draft {
  const event = decodeEvent(adapter, payload, world);
  const fields = restOf(adapter, payload, event, world);
  return Object.keys(fields).length ? { ...event, rest: { vendor: adapter.id, fields } } : event;
}

/** Every way a dialect is told an event. */
export function tell(
  adapter: Adapter,
  event: Draft,
  world: World,
  native?: string,
  foreign = false,
): Telling[] {
  const told: Telling[] = [];
  for (const { binding, face, payload } of tellings(adapter, event, world, native, foreign)) {
    told.push([binding.native, withRest(adapter, payload, face.event, world)]);
  }
  return told;
}

/** Every payload is its event, and the event is its payload. */
export function* events(adapters: Adapters, vendor: string): Generator<string> {
  const adapter = adapters[vendor] as Adapter;
  for (const [name, fixture] of Object.entries(payloads[vendor] ?? {})) {
    const { payload, event, current = payload, outside } = fixture;
    const world = worldOf(outside);
    const native = payload[adapter.eventKey] as string;
    yield* tried(`${vendor} ${name}`, function* () {
      yield* differs('decodes', event, decode(adapter, payload, world));
      yield* differs('encodes', current, tell(adapter, event as Draft, world, native)[0]?.[1]);
      if (fixture.older) {
        const again = decode(adapter, current, world);
        yield* differs('stays', current, tell(adapter, again, world, native)[0]?.[1]);
      }
    });
  }
}

/** Payloads that differ in one thing are read, and told again, with that difference. */
export function* variety(adapters: Adapters, vendor: string): Generator<string> {
  const adapter = adapters[vendor] as Adapter;
  for (const { why, on, set: given, event: golden, told = given } of variants[vendor]?.cases ??
    []) {
    for (const name of on) {
      yield* tried(`${vendor} ${name}, ${why}`, function* () {
        const payload = structuredClone(payloadOf(vendor, name));
        for (const [path, value] of Object.entries(given)) set(payload, path.split('.'), value);
        const world = worldOf(payloads[vendor]?.[name]?.outside);
        const event = decodeEvent(adapter, payload, world);
        const native = payload[adapter.eventKey] as string;
        const again = tell(adapter, event, world, native)[0]?.[1];
        for (const [path, value] of Object.entries(golden)) {
          yield* differs(`reads ${path}`, value, get(event, path.split('.')));
        }
        for (const [path, value] of Object.entries(told)) {
          yield* differs(`tells ${path}`, value, get(again, path.split('.')));
        }
      });
    }
  }
}

/** A dialect is told every happening as its golden says. */
export function* told(adapters: Adapters, vendor: string): Generator<string> {
  const adapter = adapters[vendor] as Adapter;
  for (const { why, from, payload, outside, told } of translations) {
    const golden = told[vendor];
    if (golden === undefined) continue;
    yield* tried(`${from} → ${vendor}, ${why}`, function* () {
      const world = worldOf(outside);
      const event = decode(adapters[from] as Adapter, payloadOf(from, payload), world);
      yield* differs(
        'is told',
        golden,
        wordOf(() => tell(adapter, event, world, undefined, from !== vendor)),
      );
    });
  }
}
