import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { type Agent, read, recognise } from '../../src/index.ts';
import type { Json } from '../../src/util/json.ts';
import { payloads } from '../conformance/fixtures.ts';

const vendors = Object.keys(adapters) as Vendor[];

/** A payload in the shape of one that another project or another agent has. All are made up. */
interface ForeignPayload {
  agent: string;
  name: string;
  payload: Json;
  /** What `recognise` claims: the agents, whether surely, and the fields that decide. Empty: nothing. */
  recognised: string[];
  /** What `read` makes of it as a payload of some agents: `read`, `partly` or `refused`, and of what. */
  as: Record<string, string>;
}
const load = (name: string): ForeignPayload[] =>
  JSON.parse(readFileSync(new URL(`../../fixtures/foreign/${name}.json`, import.meta.url), 'utf8'));

const claimsOf = (payload: unknown): string[] =>
  recognise(payload).map(
    ({ vendor, sure, why }) => `${vendor}${sure ? ', surely' : ''}: ${why.fields.join(', ')}`,
  );

/** Says in one line what `read` makes of a payload. */
function describeRead(agent: Vendor, payload: unknown): string {
  const one = read(agent, payload);
  if (!one.ok) return `refused: ${one.problems.map(({ code }) => code).join(', ')}`;
  const { event } = one;
  const what = 'tool' in event ? `${event.event} ${event.tool}` : event.event;
  const problems = one.problems.map(({ path, code }) => `${path} ${code}`);
  return problems.length ? `partly: ${what}: ${problems.join(', ')}` : `read: ${what}`;
}

describe.each(['agents', 'trimmed'])('Of the payloads in foreign/%s.json,', (file) => {
  const rows = load(file);

  test.each(rows)('$name of $agent is recognised and read as it should be', (row) => {
    const { payload, recognised, as } = row;
    expect(claimsOf(payload)).toEqual(recognised);
    for (const [agent, expected] of Object.entries(as))
      expect(describeRead(agent as Vendor, payload), agent).toBe(expected);
  });

  test('there are some of each kind', () => {
    const kinds = rows.flatMap(({ as }) => Object.values(as).map((one) => one.split(':')[0]));
    expect(new Set(kinds)).toEqual(new Set(['read', 'partly', 'refused']));
    expect(rows.length).toBeGreaterThan(20);
  });
});

test('No payload of an agent that anyhook does not know is claimed', () => {
  const rows = load('agents');
  expect(rows.filter(({ recognised }) => recognised.length)).toEqual([]);
  expect(new Set(rows.map(({ agent }) => agent)).size).toBeGreaterThan(11);
});

describe.each(vendors)('Of %s', (vendor) => {
  const own = Object.entries(payloads[vendor] ?? {});

  test('each recorded payload is surely its own, unless it has no transcript where that alone decides', () => {
    const unsure: string[] = [];
    for (const [name, { payload }] of own) {
      const claims = recognise(payload);
      expect(
        claims.map((one) => one.vendor),
        name,
      ).toContain(vendor);
      if (!claims[0]?.sure) unsure.push(name);
    }
    const isOfFamily = ['gemini', 'tabnine', 'terminai'].includes(vendor);
    expect(unsure).toEqual(isOfFamily ? ['BeforeAgent-no-transcript'] : []);
  });

  test('the fields that are named are enough for the claim, and none of them can be left out', () => {
    let named = 0;
    for (const [name, { payload }] of own) {
      for (const { vendor: id, sure, why } of recognise(payload, undefined, [vendor])) {
        const pick = (keys: readonly string[]) =>
          Object.fromEntries(Object.entries(payload).filter(([key]) => keys.includes(key)));
        const claimed = (keys: readonly string[]) =>
          recognise(pick(keys), undefined, [vendor]).some((one) => one.sure === sure);
        expect(why.fields.length, name).toBeGreaterThan(0);
        expect(id).toBe(vendor);
        if (vendor === 'anyhook') continue; // all of its fields together are the claim
        expect(claimed(why.fields), name).toBe(true);
        for (const key of why.fields)
          expect(claimed(why.fields.filter((one) => one !== key)), `${name}: ${key}`).toBe(false);
        named++;
      }
    }
    expect(named > 20 || vendor === 'anyhook').toBe(true);
  });

  test('the name of an event alone claims nothing, with or without what any agent has', () => {
    const { bindings, eventKey } = adapters[vendor];
    for (const native of bindings.nativeNames) {
      expect(claimsOf({ [eventKey]: native }), native).toEqual([]);
      expect(claimsOf(`{"${eventKey}":"${native}"}`), native).toEqual([]);
    }
    expect(bindings.nativeNames.length).toBeGreaterThan(9);
  });
});

test('Variables order agents that are equally likely, are named, and claim nothing', () => {
  const payload = {
    hook_event_name: 'BeforeTool',
    session_id: 's',
    transcript_path: '',
    tool_name: 'x',
    tool_input: {},
  };
  const ids = (env?: Record<string, string>) => recognise(payload, env).map(({ vendor }) => vendor);
  expect(ids()).toEqual(['gemini', 'tabnine', 'terminai']);
  expect(ids({ TABNINE_PROJECT_DIR: '/p', CLAUDE_PROJECT_DIR: '/p' })).toEqual([
    'tabnine',
    'gemini',
    'terminai',
  ]);
  const [first] = recognise(payload, { TERMINAI_PROJECT_DIR: '/p', CURSOR_VERSION: '3' });
  expect(first).toEqual({
    vendor: 'terminai',
    sure: false,
    why: { fields: ['hook_event_name', 'transcript_path'], variables: ['TERMINAI_PROJECT_DIR'] },
  });
  expect(recognise({}, { TERMINAI_PROJECT_DIR: '/p' })).toEqual([]);
});

test('Only the agents that are asked about are claimed', () => {
  const payload = { hook_event_name: 'stop', conversation_id: 'c' };
  const ids = (agents: readonly Agent[]) =>
    recognise(payload, {}, agents).map(({ vendor }) => vendor);
  expect(ids(['cursor', 'claude'])).toEqual(['cursor']);
  expect(ids([adapters.cursor])).toEqual(['cursor']);
  expect(ids(['gemini'])).toEqual([]);
  expect(ids([])).toEqual([]);
});

test('Whatever is no payload is recognised as nobody’s', () => {
  for (const one of [undefined, null, 7, '', '{"a', '[]', [], () => 1, Symbol('a'), new Map()])
    expect(recognise(one)).toEqual([]);
});
