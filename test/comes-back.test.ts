// A payload that is decoded, kept as JSON, and encoded for the vendor it is from, is the same again.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Vendor } from '../src/adapters/index.ts';
import { type Event, eventSchema } from '../src/canonical/event.ts';
import { AnyhookError } from '../src/errors.ts';
import { decode, encode, hear, translate, type VendorOrAdapter } from '../src/index.ts';
import type { World } from '../src/mapping/adapter.ts';
import type { Json } from '../src/util/json.ts';
import { payloads, worldOf } from './conformance/fixtures.ts';
import { property } from './property.ts';

interface Case {
  vendor: VendorOrAdapter;
  name: string;
  payload: Json;
  world: World;
}

/** Recorded payloads in which tables once changed something. */
const heldOut: { vendor: Vendor; payload: Json }[] = JSON.parse(
  readFileSync(new URL('../fixtures/held-out.json', import.meta.url), 'utf8'),
);

/** Every payload that says what it is of: decoding is told no name of an event. */
const all: Case[] = [
  ...Object.entries(payloads).flatMap(([vendor, named]) =>
    Object.entries(named).flatMap(([name, { payload, outside, named: native }]) =>
      native === undefined
        ? [{ vendor: vendor as Vendor, name, payload, world: worldOf(outside) }]
        : [],
    ),
  ),
  ...heldOut.map(({ vendor, payload }, at) => {
    return { vendor, name: `held out, ${at}`, payload, world: worldOf() };
  }),
];

const kept = (event: Event): Event => JSON.parse(JSON.stringify(event));
function again({ vendor, payload, world }: Omit<Case, 'name'>): Json | undefined {
  const event = decode(vendor, payload, { world });
  expect(eventSchema(event.event).safeParse(event).error).toBeUndefined();
  return encode(vendor, kept(event), { world })?.payload;
}

describe.each([...new Set(all.map(({ vendor }) => vendor as Vendor))])('of %s', (vendor) => {
  const own = all.filter((one) => one.vendor === vendor);
  test('each recorded payload comes back, although no native event is named', () => {
    expect(own.length).toBeGreaterThan(3);
    for (const one of own) expect([one.name, again(one)]).toEqual([one.name, one.payload]);
  });
});

/** Places below which something may be changed. */
const places = (value: unknown, at: string[] = []): string[][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, item]) => [[...at, key], ...places(item, [...at, key])])
    : [];
function withOther(payload: Json, path: readonly string[], value: unknown): Json {
  const copy = structuredClone(payload);
  const at = path.slice(0, -1).reduce<Json>((one, key) => one[key] as Json, copy);
  const key = path.at(-1) as string;
  if (value === undefined) delete at[key];
  else at[key] = value;
  return copy;
}
const others = [undefined, null, '', 0, true, [], {}, 'text', ['a'], [{ type: 'text', text: 't' }]];

property(
  'A payload without one of its fields, or with another value in it, comes back if it is decoded',
  {
    corpus: 'comes-back',
    inputs: fc.nat(all.length - 1).chain((at) =>
      fc.record({
        at: fc.constant(at),
        path: fc.constantFrom(...places(all[at]?.payload)),
        other: fc.nat(others.length - 1),
      }),
    ),
    holds: ({ at, path, other }) => {
      const one = all[at] as Case;
      const payload = withOther(one.payload, path, others[other]);
      try {
        expect(again({ ...one, payload })).toEqual(payload);
      } catch (error) {
        if (!(error instanceof AnyhookError)) throw error;
      }
    },
    runs: 300,
    longRuns: 20_000,
  },
);

test('of a decoded event that is changed, what was not changed is spelled as it was', () => {
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    timestamp: '2026-11-22T09:30:00.000Z',
    cwd: '/w',
    tool_name: 'Grep',
    tool_input: { pattern: 'a', path: '/w/src' },
    new_field: 1,
  };
  const event = decode('copilot', payload) as Event<'before-tool'>;
  expect(encode('copilot', { ...event, session: 't' })?.payload).toEqual({
    ...payload,
    session_id: 't',
  });
  const input = { ...event.input, pattern: 'b' };
  expect(encode('copilot', { ...event, input } as Event)?.payload).toMatchObject({
    hook_event_name: 'PreToolUse',
    tool_name: 'Grep',
    tool_input: { pattern: 'b' },
  });
});

test('a failed call without an argument that its tool needs is one of no known tool, and is heard', () => {
  const [invalid] = heldOut.filter(({ payload }) => payload.error === '"path": Required');
  const { payload } = invalid as { payload: Json };
  expect(decode('copilot', payload)).toMatchObject({
    event: 'after-tool',
    tool: 'other',
    name: 'view',
    input: {},
  });
  const context = JSON.stringify({ additionalContext: 'c' });
  const ended = { code: 0, stdout: context, stderr: '' };
  expect(hear('copilot', payload, ended).outcome).toEqual({ context: 'c' });
});

test('before a call, an argument that its tool needs is still required', () => {
  const payload = { sessionId: 's', timestamp: 1, cwd: '/w', toolName: 'view', toolArgs: {} };
  expect(() => decode('copilot', payload)).toThrow('path is missing');
  const deny = JSON.stringify({ permissionDecision: 'deny', permissionDecisionReason: 'no' });
  const { outcome } = hear('copilot', payload, { code: 0, stdout: deny, stderr: '' });
  expect(outcome).toMatchObject({ decision: 'deny' });
});

test('how a payload was spelled is no loss where another agent is told the event', () => {
  const of = (path: object) => ({
    sessionId: 's',
    timestamp: 1,
    cwd: '/w',
    toolName: 'grep',
    toolArgs: { pattern: 'a', ...path },
  });
  const losses = ['path', 'paths'].map((key) => {
    const payload = of({ [key]: '/w/src' });
    const direct = translate(payload, { from: 'copilot', to: 'claude' })?.losses;
    expect(encode('claude', decode('copilot', payload))?.losses).toEqual(direct);
    return direct;
  });
  expect(losses[0]).toEqual(losses[1]);
});
