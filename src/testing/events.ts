import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { get, set } from '../mapping/paths.ts';
import { bindingOfPayload, nativeEventOf } from '../translate/bindings.ts';
import { decodeEvent } from '../translate/decode.ts';
import { generateHookInputs } from '../translate/hook-input.ts';
import { restorePayload } from '../translate/payload-rest.ts';
import { findUnknownFields } from '../translate/unknown-fields.ts';
import type { Json } from '../util/json.ts';
import { payloadNamed, type Subject, worldOf } from './fixtures.ts';
import { differs, tried } from './report.ts';

/** A native event and its payload. */
export type Telling = [native: string, payload: Json];

/**
 * Decodes a payload to an event, with the fields that no table knows as its `rest`.
 *
 * @param named The native event, for payloads that do not name it.
 */
export function decode(adapter: Adapter, payload: Json, world: World, named?: string): Draft {
  const event = decodeEvent(
    adapter,
    payload,
    world,
    undefined,
    bindingOfPayload(adapter, payload, named),
  );
  const fields = findUnknownFields(adapter, payload, event, world);
  return Object.keys(fields).length ? { ...event, rest: { vendor: adapter.id, fields } } : event;
}

/**
 * Lists the native payloads that hooks of a dialect get for an event.
 *
 * @param native The native event that the hook was written for. Absent: any.
 * @param foreign Whether the event comes from another agent.
 */
export function tell(
  adapter: Adapter,
  event: Draft,
  world: World,
  native?: string,
  foreign = false,
): Telling[] {
  const told: Telling[] = [];
  for (const one of generateHookInputs(adapter, event, world, native, foreign)) {
    told.push([one.binding.native, restorePayload(adapter, one, event, world)]);
  }
  return told;
}

/** Every payload is its event, and the event is its payload. */
export function* events({ adapter, fixtures }: Subject): Generator<string> {
  for (const [name, fixture] of Object.entries(fixtures.payloads)) {
    const { payload, event, current = payload, outside, named } = fixture;
    const world = worldOf(outside);
    const native = named ?? (nativeEventOf(adapter, payload) as string);
    yield* tried(`${adapter.id} ${name}`, function* () {
      yield* differs('decodes', event, decode(adapter, payload, world, named));
      yield* differs('encodes', current, tell(adapter, event as Draft, world, native)[0]?.[1]);
      if (fixture.older) {
        const again = decode(adapter, current, world);
        yield* differs('stays', current, tell(adapter, again, world, native)[0]?.[1]);
      }
    });
  }
}

/** Payloads that differ in one thing are read, and told again, with that difference. */
export function* variety({ adapter, fixtures }: Subject): Generator<string> {
  for (const { why, on, set: given, event: golden, told = given } of fixtures.variants?.cases ??
    []) {
    for (const name of on) {
      yield* tried(`${adapter.id} ${name}, ${why}`, function* () {
        const payload = structuredClone(payloadNamed(fixtures, name));
        for (const [path, value] of Object.entries(given)) set(payload, path.split('.'), value);
        const world = worldOf(fixtures.payloads[name]?.outside);
        const named = fixtures.payloads[name]?.named;
        const binding = bindingOfPayload(adapter, payload, named);
        const event = decodeEvent(adapter, payload, world, undefined, binding);
        const { native } = binding;
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
