import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adapters } from '../src/adapters/index.ts';
import { eventSchema } from '../src/canonical/event.ts';
import { AnyhookError } from '../src/errors.ts';
import type { Adapter, Draft } from '../src/mapping/adapter.ts';
import { decodeEvent } from '../src/translate/decode.ts';
import type { Json } from '../src/util/json.ts';
import { payloads, vendors, worldOf } from './conformance/fixtures.ts';
import { copies } from './conformance/mutants.ts';
import { conform } from './conformance.ts';
import { property } from './property.ts';

const all = Object.entries(payloads).flatMap(([vendor, named]) =>
  Object.entries(named).map(([name, fixture]) => {
    const adapter = adapters[vendor as keyof typeof adapters] as Adapter;
    return { vendor, name, adapter, ...fixture };
  }),
);
const current = all.filter((fixture) => !fixture.older);

test('every adapter reads and writes what its fixtures say', () => {
  expect(conform(adapters)).toEqual([]);
});

test('a copy of every adapter, as mutants are made from, reads and writes what its fixtures say', () => {
  expect(conform(copies(adapters))).toEqual([]);
});

test('every adapter has a folder of fixtures, and every folder of fixtures has an adapter', () => {
  expect(vendors.toSorted()).toEqual(Object.keys(adapters).sort());
});

/** Places in a payload, as paths. */
const places = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => [
        [key],
        ...places(item).map((at) => [key, ...at]),
      ])
    : [];

function changed(value: unknown, path: readonly string[], to: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  const copy = Array.isArray(value) ? [...value] : { ...(value as Json) };
  (copy as Json)[key] = changed((copy as Json)[key], rest, to);
  return copy;
}

const mutated = (from: typeof current) =>
  fc.constantFrom(...from).chain(({ vendor, name, payload }) =>
    fc
      .tuple(fc.constantFrom(...places(payload)), fc.jsonValue({ maxDepth: 2 }))
      .map(([path, to]) => {
        const broken = changed(payload, path, to) as Json;
        return { vendor, name, path: path.join('.'), to, broken };
      }),
  );

/** The event, or undefined where the hot path refuses the payload. */
function hot(vendor: string, payload: Json): Draft | undefined {
  try {
    return decodeEvent(adapters[vendor as keyof typeof adapters], payload, worldOf());
  } catch (error) {
    if (error instanceof AnyhookError) return undefined;
    throw error;
  }
}

const valid = (event: unknown): boolean =>
  eventSchema((event as Draft).event).safeParse(event).success;

property('Every event that is decoded from a changed payload is valid in the schema of its event', {
  corpus: 'conformance',
  inputs: mutated(current),
  holds: ({ vendor, broken }) => {
    const event = hot(vendor, broken);
    expect(event === undefined || valid(event)).toBe(true);
  },
  runs: 600,
  longRuns: 2000,
});

property(
  'Every changed canonical payload that decoding refuses is invalid in the schema of its event',
  {
    corpus: 'conformance',
    inputs: mutated(current.filter(({ vendor }) => vendor === 'anyhook')).filter(
      ({ path }) => path !== 'event',
    ),
    holds: ({ vendor, broken }) => {
      expect(hot(vendor, broken) !== undefined || !valid(broken)).toBe(true);
    },
    runs: 400,
    longRuns: 1000,
  },
);
