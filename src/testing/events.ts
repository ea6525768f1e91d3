import type { Adapter, Draft, World } from '../mapping/adapter.ts';
import { getAtPath, setAtPath } from '../mapping/paths.ts';
import { nativeEventOf } from '../translate/bindings.ts';
import { decodeEvent } from '../translate/decode.ts';
import { generateHookInputs } from '../translate/hook-input.ts';
import { bindingOfNamed } from '../translate/named-bindings.ts';
import { restorePayload } from '../translate/payload-rest.ts';
import { findUnknownFields } from '../translate/unknown-fields.ts';
import type { Json } from '../util/json.ts';
import { makeWorld, payloadNamed, type Subject } from './fixtures.ts';
import { catchErrors, reportDifference } from './report.ts';

/** The name of a native event, and a payload of it. */
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
    bindingOfNamed(adapter, payload, named),
  );
  const unknownFields = findUnknownFields(adapter, payload, event, world);
  return Object.keys(unknownFields).length
    ? { ...event, rest: { vendor: adapter.id, fields: unknownFields } }
    : event;
}

/**
 * Lists the native payloads that a hook in the adapter's dialect gets for an event, one after the other.
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
  const payloads: NativePayload[] = [];
  for (const input of generateHookInputs(adapter, event, world, native, foreign)) {
    payloads.push([input.binding.native, restorePayload(adapter, input, event, world)]);
  }
  return payloads;
}

/**
 * Checks that each payload is decoded into the event of its fixture, and this event encoded into the same payload, or
 * into today's spelling of an older one. Yields a text for each difference.
 */
export function* checkPayloads({ adapter, fixtures }: Subject): Generator<string> {
  for (const [name, fixture] of Object.entries(fixtures.payloads)) {
    const { payload, event, current = payload, outside, named } = fixture;
    const world = makeWorld(outside);
    const native = named ?? (nativeEventOf(adapter, payload) as string);
    yield* catchErrors(`${adapter.id} ${name}`, function* () {
      yield* reportDifference(
        'is decoded into',
        event,
        decodePayload(adapter, payload, world, named),
      );
      yield* reportDifference(
        'its event is encoded into',
        current,
        encodePayloads(adapter, event as Draft, world, native)[0]?.[1],
      );
      if (fixture.older) {
        const currentEvent = decodePayload(adapter, current, world);
        yield* reportDifference(
          'the current spelling, decoded and encoded again, is',
          current,
          encodePayloads(adapter, currentEvent, world, native)[0]?.[1],
        );
      }
    });
  }
}

/**
 * Checks that payloads with some changed fields are decoded into events with the stated fields, and that these are encoded
 * into payloads with the changed fields. Yields a text for each difference.
 */
export function* checkVariants({ adapter, fixtures }: Subject): Generator<string> {
  for (const { why, on, set: changes, event: fields, told = changes } of fixtures.variants?.cases ??
    []) {
    for (const name of on) {
      yield* catchErrors(`${adapter.id} ${name}, ${why}`, function* () {
        const payload = structuredClone(payloadNamed(fixtures, name));
        for (const [path, value] of Object.entries(changes))
          setAtPath(payload, path.split('.'), value);
        const world = makeWorld(fixtures.payloads[name]?.outside);
        const named = fixtures.payloads[name]?.named;
        const binding = bindingOfNamed(adapter, payload, named);
        const event = decodeEvent(adapter, payload, world, undefined, binding);
        const { native } = binding;
        const encoded = encodePayloads(adapter, event, world, native)[0]?.[1];
        for (const [path, value] of Object.entries(fields)) {
          yield* reportDifference(`event field ${path}`, value, getAtPath(event, path.split('.')));
        }
        for (const [path, value] of Object.entries(told)) {
          yield* reportDifference(
            `encoded field ${path}`,
            value,
            getAtPath(encoded, path.split('.')),
          );
        }
      });
    }
  }
}
