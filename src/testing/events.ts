import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { getAtPath, setAtPath } from '../mapping/paths.ts';
import { bindingOfPayload, nativeEventOf } from '../translate/bindings.ts';
import { decodeEvent } from '../translate/decode.ts';
import { generateHookInputs } from '../translate/hook-input.ts';
import { restorePayload } from '../translate/payload-rest.ts';
import { findUnknownFields } from '../translate/unknown-fields.ts';
import type { Json } from '../util/json.ts';
import { makeWorld, payloadNamed, type Subject } from './fixtures.ts';
import { catchErrors, reportDifference } from './report.ts';

/** A native event and its payload. */
export type NativePayload = [native: string, payload: Json];

/**
 * Decodes a payload to an event, with the fields that no table knows as its `rest`.
 *
 * @param named The native event, for payloads that do not name it.
 */
export function decodePayload(
  adapter: Adapter,
  payload: Json,
  world: World,
  named?: string,
): Draft {
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
export function encodePayloads(
  adapter: Adapter,
  event: Draft,
  world: World,
  native?: string,
  foreign = false,
): NativePayload[] {
  const told: NativePayload[] = [];
  for (const one of generateHookInputs(adapter, event, world, native, foreign)) {
    told.push([one.binding.native, restorePayload(adapter, one, event, world)]);
  }
  return told;
}

/** Every payload is its event, and the event is its payload. */
export function* checkPayloads({ adapter, fixtures }: Subject): Generator<string> {
  for (const [name, fixture] of Object.entries(fixtures.payloads)) {
    const { payload, event, current = payload, outside, named } = fixture;
    const world = makeWorld(outside);
    const native = named ?? (nativeEventOf(adapter, payload) as string);
    yield* catchErrors(`${adapter.id} ${name}`, function* () {
      yield* reportDifference('decodes', event, decodePayload(adapter, payload, world, named));
      yield* reportDifference(
        'encodes',
        current,
        encodePayloads(adapter, event as Draft, world, native)[0]?.[1],
      );
      if (fixture.older) {
        const again = decodePayload(adapter, current, world);
        yield* reportDifference(
          'stays',
          current,
          encodePayloads(adapter, again, world, native)[0]?.[1],
        );
      }
    });
  }
}

/** Payloads that differ in one thing are read, and told again, with that difference. */
export function* checkVariants({ adapter, fixtures }: Subject): Generator<string> {
  for (const { why, on, set: given, event: golden, told = given } of fixtures.variants?.cases ??
    []) {
    for (const name of on) {
      yield* catchErrors(`${adapter.id} ${name}, ${why}`, function* () {
        const payload = structuredClone(payloadNamed(fixtures, name));
        for (const [path, value] of Object.entries(given))
          setAtPath(payload, path.split('.'), value);
        const world = makeWorld(fixtures.payloads[name]?.outside);
        const named = fixtures.payloads[name]?.named;
        const binding = bindingOfPayload(adapter, payload, named);
        const event = decodeEvent(adapter, payload, world, undefined, binding);
        const { native } = binding;
        const again = encodePayloads(adapter, event, world, native)[0]?.[1];
        for (const [path, value] of Object.entries(golden)) {
          yield* reportDifference(`reads ${path}`, value, getAtPath(event, path.split('.')));
        }
        for (const [path, value] of Object.entries(told)) {
          yield* reportDifference(`tells ${path}`, value, getAtPath(again, path.split('.')));
        }
      });
    }
  }
}
