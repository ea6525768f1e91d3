import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { read, recognise, type VendorOrAdapter } from '../../src/index.ts';
import type { Json } from '../../src/util/json.ts';
import { payloads } from '../conformance/fixtures.ts';
import { factOf } from '../facts.ts';

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

test.each(
  load('near'),
)('$name of $agent, whose fields are near those of an agent, is not surely of that agent', ({
  payload,
  recognised,
}) => expect(claimsOf(payload)).toEqual(recognised));

describe.each(vendors)('Of %s', (vendor) => {
  const own = Object.entries(payloads[vendor] ?? {});

  test('each recorded payload is surely its own, unless other agents send that form as well', () => {
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
    if (isOfFamily) expect(unsure).toEqual(['BeforeAgent-no-transcript']);
    else if (vendor !== 'copilot') expect(unsure).toEqual([]);
    else {
      // Its PascalCase payloads have the form of Claude Code's with a time, unless they have a transcript or a key of its own.
      const shared = /^(PreToolUse|PostToolUseFailure|SessionEnd|UserPromptSubmit)\b/;
      const sharing = own.map(([name]) => name).filter((name) => shared.test(name));
      expect(unsure.sort()).toEqual(sharing.sort());
    }
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
        // Alone they may say too little of the session for a field that no table reads, such as Copilot's `stopReason`.
        const alone = recognise(pick(why.fields), undefined, [vendor]);
        expect(
          alone.map((one) => one.vendor),
          name,
        ).toEqual([vendor]);
        // What decides that a payload with a field or a tool that no table reads is surely its agent's is how many facts of the
        // session it states, whichever they are. Some agents state few, so without these of them it is not sure.
        const isSure = claimed(why.fields);
        const { sessionFields } = factOf(vendor, 'place');
        const isSureOfSession = sessionFields && claimed([...why.fields, ...sessionFields]);
        expect(isSure || isSureOfSession, name).toBe(true);
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

test('The form of Claude Code with a time is not surely that of Copilot CLI', () => {
  const head = { session_id: 's', timestamp: '2026-01-01T00:00:00Z', cwd: '/p' };
  const input = { tool_input: { command: 'rm -rf /' } };
  for (const own of [
    { hook_event_name: 'PreToolUse', tool_name: 'launch-process', ...input },
    { hook_event_name: 'PreToolUse', tool_name: 'shell', ...input },
    { hook_event_name: 'PreToolUse', tool_name: 'Bash', ...input },
    { hook_event_name: 'PreToolUse', tool_name: 'run_in_terminal', tool_use_id: 't', ...input },
    { hook_event_name: 'Stop', stop_hook_active: false },
    { hook_event_name: 'SessionEnd', reason: 'other' },
  ]) {
    const payload = { ...head, ...own };
    for (const agents of [undefined, ['copilot'] as const])
      expect(
        recognise(payload, {}, agents).filter(({ sure }) => sure),
        JSON.stringify(own),
      ).toEqual([]);
  }
});

test('An event that no agent has is claimed by the other fields, and not surely', () => {
  const claude = '/h/.claude/projects/-p/s.jsonl';
  const rows: [Json, string[]][] = [
    [{ conversation_id: 'c', generation_id: 'g', cursor_version: '2' }, ['cursor']],
    [{ session_id: 's', transcript_path: claude }, ['claude']],
    [{ session_id: 's', transcript_path: '/h/.gemini/tmp/x/chats/s.json' }, ['gemini']],
    [{ session_id: 's', turn_id: 't', transcript_path: null }, ['codex']],
    [{ session_id: 's', transcript_path: '/h/.qwen/tmp/x.jsonl' }, ['qwen']],
    // Each of these has nothing that is one agent's alone.
    [{ session_id: 's', timestamp: '2026-01-01T00:00:00Z', cwd: '/p' }, []],
    [{ session_id: 's', permission_mode: 'default', cwd: '/p' }, []],
    [{ transcript_path: '' }, []],
    [{}, []],
  ];
  for (const name of ['beforeFrob', 'FutureEvent', '__proto__'])
    for (const [fields, expected] of rows) {
      const payload = { hook_event_name: name, ...fields };
      const claims = recognise(payload);
      expect(
        claims.map(({ vendor }) => vendor),
        JSON.stringify(payload),
      ).toEqual(expected);
      for (const { sure, vendor, why } of claims) {
        expect(sure).toBe(false);
        expect(why.fields.length).toBeGreaterThan(0);
        expect(why.fields).not.toContain('hook_event_name');
        expect(read(vendor as Vendor, payload).problems[0]?.code).toBe('unknown-event');
      }
    }
  // Other agents have an event of that name, so it says that the payload is not Cursor's.
  expect(recognise({ hook_event_name: 'PreToolUse', conversation_id: 'c' })).toEqual([]);
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
  const ids = (agents: readonly VendorOrAdapter[]) =>
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
