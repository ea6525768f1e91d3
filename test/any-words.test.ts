// A hook of the canonical dialect may answer in the words of any agent; a verdict in words that are
// not known refuses.
import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { parseFlags } from '../src/canonical/flags.ts';
import { severityOf } from '../src/canonical/loss.ts';
import { isGateEvent } from '../src/canonical/traits.ts';
import {
  AnyhookError,
  decode,
  decodeOutcome,
  type Event,
  hear,
  type Outcome,
  say,
  strictest,
} from '../src/index.ts';
import type { Adapter } from '../src/mapping/adapter.ts';
import { runShim } from '../src/shim/shim.ts';
import { fixtures, payloads, vendors } from './conformance/fixtures.ts';
import { network } from './network.ts';
import { rank } from './oracles/effect.ts';
import { hosts, shell } from './shim/payloads.ts';
import { reply, serve } from './shim/server.ts';
import { heard } from './shim/verdict.ts';

const bare = { session: 's', cwd: '/w' };
const gate = {
  ...bare,
  event: 'before-tool',
  tool: 'shell',
  name: 'Bash',
  input: { command: 'ls' },
};
const printed = (answer: unknown) => ({ code: 0, stdout: JSON.stringify(answer), stderr: '' });
const verdictOf = (outcome: Outcome) => (outcome.halt ? 'halt' : (outcome.decision ?? 'pass'));

describe.each(vendors.filter((vendor) => vendor !== 'anyhook'))('In the words of %s', (vendor) => {
  test('all that its own agent hears as a refusal at a gate is a refusal', () => {
    const { bindings } = (adapters as Record<string, Adapter>)[vendor] as Adapter;
    let compared = 0;
    for (const { on, response, outcome } of fixtures[vendor]?.responses.hears ?? []) {
      for (const name of [on].flat()) {
        const { payload, named } = payloads[vendor]?.[name] as (typeof payloads)[string][string];
        const event = decode(vendor as Vendor, payload) as Event;
        // In our own words they mean what they mean here.
        const isOwn = response.decision === 'allow' || response.decision === 'ask';
        if (!isGateEvent(event.event) || isOwn) continue;
        const own = verdictOf(outcome as Outcome);
        const here = verdictOf(hear('anyhook', { ...event }, printed(response)).outcome);
        if (own === 'ask' || own === 'deny' || own === 'halt')
          expect(rank(here), `${named} ${JSON.stringify(response)}`).toBeGreaterThanOrEqual(
            rank(own),
          );
        else expect(here, JSON.stringify(response)).not.toBe('allow');
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(bindings.listFor('prompt').length ? 5 : 0);
  });
});

test.each([
  ...['block', 'BLOCK', ' Blocked ', 'deny', 'Denied', 'reject', 'rejected', 'refuse', 'forbidden'],
  ...['disallow', 'prevent', 'abort', 'veto'],
])('The word "%s" refuses wherever an agent has a decision', (word) => {
  for (const answer of [
    { decision: word },
    { permission: word },
    { permissionDecision: word },
    { behavior: word },
    { hookSpecificOutput: { permissionDecision: word } },
    { hookSpecificOutput: { decision: { behavior: word } } },
  ])
    expect(hear('anyhook', gate, printed(answer)).outcome.decision, JSON.stringify(answer)).toBe(
      'deny',
    );
});

test.each([
  'approve',
  'ALLOW',
  'ok',
  'accept',
  'pass',
  'permitted',
])('The word "%s" is no opinion: our own "allow" alone is one', (word) => {
  for (const answer of [{ decision: word }, { permission: word }, { [word]: true }])
    expect(hear('anyhook', gate, printed(answer)), JSON.stringify(answer)).toEqual({ outcome: {} });
  expect(hear('anyhook', gate, printed({ decision: 'allow' })).outcome.decision).toBe('allow');
});

test('An answer that cannot be read is an error of the library', () => {
  expect(decodeOutcome('anyhook', gate, { decision: 'block', reason: 'no' })).toEqual({
    decision: 'deny',
    reason: 'no',
  });
  const read = () => decodeOutcome('anyhook', gate, { decision: 'maybe' });
  expect(read).toThrow(AnyhookError);
  expect(read).toThrow(/"decision": "maybe"/);
});

/** Keys that carry a verdict, by what is read of them. */
const keys = {
  refuse: ['deny', 'Denied', 'BLOCK', 'blocked', 'reject', 'refuse', 'forbidden', 'veto'],
  consent: ['allow', 'Allowed', 'approve', 'approved', 'accept', 'permitted', 'OK', 'pass'],
  ask: ['ask', 'confirm'],
  name: [
    'decision',
    'Decision',
    'permission',
    'permission_decision',
    'verdict',
    'Halt',
    'CONTINUE',
  ],
};
/** Values that are no verdict of any key. */
const odd = [0, 1, {}, { by: 'rule' }, [], ['rule1']];
const oddAt = {
  ...{ refuse: [...odd, '', ' '], consent: [...odd, '', 'no', 'false'] },
  ...{ ask: [...odd, 'x'], name: [...odd, '', 'denied!', 'no'] },
};
/** Where a key may stand, whatever is beside it. */
const around: Record<string, (said: object) => object> = {
  'beside a reason': (said) => ({ reason: 'x', ...said }),
  'beside an allow': (said) => ({ ...said, behavior: 'allow', context: 'c' }),
  'in an object that nobody knows': (said) => ({ reason: 'x', finding: said }),
  'in a list': (said) => ({ reason: 'x', rules: [{ a: said }] }),
  'in an object of agents, in another case': (said) => ({ context: 'c', HookSpecificOutput: said }),
  'in an object of agents': (said) => ({ reason: 'x', hookSpecificOutput: said }),
};
const told = (stdout: string) => hear('anyhook', gate, { code: 0, stdout, stderr: '' });

describe.each(Object.keys(around))('A key that carries a verdict, %s,', (place) => {
  const put = around[place] as (typeof around)[string];

  test('refuses with a value that is no verdict of it, and is named', () => {
    let tried = 0;
    for (const kind of ['refuse', 'consent', 'ask', 'name'] as const)
      for (const key of keys[kind])
        for (const value of oddAt[kind]) {
          const answer = JSON.stringify(put({ [key]: value }));
          const { outcome, failure } = told(answer);
          expect(outcome.decision, answer).toBe('deny');
          expect(failure, answer).toContain(key);
          tried++;
        }
    expect(tried).toBeGreaterThan(180);
  });

  test('refuses where it refuses, whatever else consents', () => {
    let tried = 0;
    const refusals = [
      ...keys.refuse.map((key) => ({ [key]: true })),
      ...keys.consent.map((key) => ({ [key]: false })),
      ...keys.name.slice(0, 5).map((key) => ({ [key]: 'Blocked' })),
    ];
    for (const refusal of refusals) {
      const answer = JSON.stringify({ ...put(refusal), granted: true, behavior: 'allow' });
      expect(told(answer).outcome.decision, answer).toBe('deny');
      tried++;
    }
    expect(tried).toBeGreaterThan(19);
  });

  test('refuses where it stands twice, whatever its second value', () => {
    let tried = 0;
    const again = '"again"';
    for (const key of [...keys.refuse, ...keys.consent, ...keys.ask, ...keys.name]) {
      for (const [first, second] of [
        ['true', 'false'],
        ['false', 'true'],
        ['"deny"', '"allow"'],
        ['"deny"', 'null'],
      ]) {
        for (const name of [key, `\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}`]) {
          const stdout = JSON.stringify(put({ [key]: again })).replace(
            JSON.stringify({ [key]: again }).slice(1, -1),
            `"${key}":${first},"z":"","${name}":${second}`,
          );
          expect(told(stdout).outcome.decision, stdout).toBe('deny');
          tried++;
        }
      }
    }
    expect(tried).toBeGreaterThan(180);
  });
});

test('Consent in a key or an object that nobody knows is no answer', () => {
  for (const answer of [
    { Decision: 'allow' },
    { finding: { decision: 'allow' } },
    { finding: { ok: true } },
    { ruling: 'ok' },
  ])
    expect(told(JSON.stringify(answer)).failure, JSON.stringify(answer)).toMatch(/not known/);
});

test('What a call or a text holds is no verdict', () => {
  const input = '{"command":"x","deny":1,"deny":2,"Decision":"deny"}';
  const { outcome, failure } = told(`{"input":${input},"reason":"deny","zzz":1}`);
  expect(failure).toBeUndefined();
  expect(outcome.decision).toBeUndefined();
});

test('Two rewrites of one call that differ are a failure, and two that are the same are not', () => {
  const answer = (second: string) => ({
    input: { command: 'a' },
    updated_input: { command: second },
  });
  expect(hear('anyhook', gate, printed(answer('b'))).outcome.decision).toBe('deny');
  expect(hear('anyhook', gate, printed(answer('a'))).outcome.decision).toBeUndefined();
});

test.each([
  [Promise.resolve({ decision: 'deny' }), /a Promise.*await/],
  [Object.create({ decision: 'deny' }), /plain object/],
  [
    new (class Verdict {
      get decision() {
        return 'deny';
      }
    })(),
    /a Verdict/,
  ],
  [[], /plain object/],
  [null, /null/],
  [undefined, /undefined/],
  ['deny', /"deny"/],
  [new Set(['deny']), /a Set/],
])('What is no plain object is no outcome, but an error that names it: %s', (outcome, names) => {
  for (const said of [
    () => say('cursor', { ...shell('cursor') }, outcome as Outcome),
    () => strictest([outcome as Outcome]),
    () => strictest([{}, outcome as Outcome]),
  ]) {
    expect(said).toThrow(AnyhookError);
    expect(said).toThrow(names);
  }
});

test('What is no list of outcomes is an error of the library, and so is what is no agent', () => {
  for (const outcomes of [new Set([{ decision: 'deny' }]), { decision: 'deny' }, null, 'deny'])
    expect(() => strictest(outcomes as never), String(outcomes)).toThrow(/say a list of outcomes/);
  for (const agent of [{}, null, [], '__proto__'])
    expect(() => say(agent as never, {}, {}), String(agent)).toThrow(/no such vendor/);
});

test.each([
  [{ code: '2', stdout: '', stderr: 'no' }, /code: "2"/],
  [{ stdout: '', stderr: 'no' }, /code: undefined/],
  [{ code: 2.5, stdout: '', stderr: 'no' }, /code: 2.5/],
  [{ code: 0, stdout: { decision: 'deny' }, stderr: '' }, /stdout: \{/],
  [{ code: 2, stdout: '' }, /stderr: undefined/],
  [{}, /code: undefined/],
  [null, /null/],
  ['', /""/],
])('A finished command of another kind is an error that names it: %j', (finished, names) => {
  for (const vendor of ['cursor', 'anyhook'] as const) {
    const read = () =>
      hear(vendor, vendor === 'cursor' ? { ...shell(vendor) } : gate, finished as never);
    expect(read).toThrow(AnyhookError);
    expect(read).toThrow(names);
  }
});

describe.each(hosts)('The library, asked for an answer to %s,', (host) => {
  test.each([
    [{ decision: 'block' }, /decision: "block".*allow, ask, deny/],
    [{ decision: 'DENY' }, /decision: "DENY"/],
    [{ deny: true }, /the outcome has no deny/],
    [{ halt: 'yes' }, /halt: "yes"/],
    [{ decision: null }, /decision: null/],
  ])('throws an error with the key and the word of %j', (outcome, names) => {
    const said = () => say(host, { ...shell(host) }, outcome as Outcome);
    expect(said).toThrow(AnyhookError);
    expect(said).toThrow(names);
    expect(() => strictest([{ decision: 'allow' }, outcome as Outcome])).toThrow(names);
  });
});

/** A run of a host with a payload. */
async function play(host: Vendor, flags: readonly string[], payload: object) {
  const stdin = { bytes: Buffer.from(JSON.stringify(payload)), isCut: false };
  const given = parseFlags(['--host', host, '--as', 'anyhook', ...flags]);
  return runShim(given, stdin, { runBounded: () => true, ...network });
}

/** What a host makes of a run, and what the run noted. */
async function ran(host: (typeof hosts)[number], flags: readonly string[]) {
  const payload = shell(host);
  const { stdout, stderr, code, log } = await play(host, flags, payload);
  const one = { stdout, stderr, code, signal: null };
  return { ...heard(host, payload, one, 'anyhook'), stderr, losses: log.losses };
}

describe.each(hosts)('Under %s, a reply of a server without a dialect', (host) => {
  const asked = async (status: number, body: string, ...flags: string[]) => {
    const server = await serve(reply(status, body));
    return ran(host, [...flags, '--url', server.url]);
  };

  test('refuses the call where it says so in any words, or is empty', async () => {
    for (const body of ['{"decision":"block"}', '{"deny":true}', '{"error":"x"}', '', ' '])
      expect(rank((await asked(200, body)).verdict), body).toBeGreaterThanOrEqual(rank('deny'));
  });

  test('is no opinion with status 204, and where a failure is to be let pass', async () => {
    expect((await asked(204, '')).verdict).toBe('pass');
    for (const body of ['', '{"decision":"maybe"}', '{"level":"info"}'])
      expect((await asked(200, body, '--on-failure', 'allow')).verdict, body).toBe('pass');
    const refused = await asked(200, '{"decision":"block"}', '--on-failure', 'allow');
    expect(rank(refused.verdict)).toBeGreaterThanOrEqual(rank('deny'));
    expect((await asked(200, '{"decision":"maybe"}', '--answer', 'ignored')).verdict).toBe('pass');
  });

  test('has its keys that are not known named on stderr and as losses', async () => {
    const { verdict, stderr, losses } = await asked(200, '{"reason":"fine","colour":"red"}');
    expect(verdict).toBe('pass');
    expect(losses).toContainEqual({ kind: 'unheard', path: 'colour' });
    expect(severityOf({ kind: 'unheard', path: 'colour' })).toBe('lossy');
    expect(stderr).toMatch(/^anyhook: [^\n]*\bcolour\b[^\n]*\n$/);
  });
});

test('Before Claude Code compacts, a failure of the hook is a line on stderr, and a refusal is heard', async () => {
  const payload = {
    ...{ hook_event_name: 'PreCompact', session_id: 's', transcript_path: '/t', cwd: '/' },
    ...{ trigger: 'manual', custom_instructions: null },
  };
  const told = async (body: string) => {
    const server = await serve(reply(200, body));
    return play('claude', ['--url', server.url], payload);
  };
  for (const body of ['{"decision":"wat"}', '{"level":"info"}', 'text', ''])
    expect((await told(body)).stderr, body).toMatch(/^anyhook: the hook [^\n]+\n$/);
  for (const body of ['{"verdict":"deny"}', '{"deny":true}'])
    expect(await told(body), body).toMatchObject({
      stdout: expect.stringContaining('"decision":"block"'),
      stderr: '',
    });
});
