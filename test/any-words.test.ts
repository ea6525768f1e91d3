// A hook of the canonical dialect may answer in the words of any agent; a verdict in words that are
// not known refuses.
import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { parseFlags } from '../src/canonical/flags.ts';
import { gates } from '../src/canonical/kinds.ts';
import { severity } from '../src/canonical/loss.ts';
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
import { shim } from '../src/shim/shim.ts';
import { fixtures, payloads, vendors } from './conformance/fixtures.ts';
import { network } from './network.ts';
import { rank } from './oracles/heard.ts';
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
        if (!gates.includes(event.event) || isOwn) continue;
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
    expect(compared).toBeGreaterThan(bindings.of('prompt').length ? 5 : 0);
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

describe.each(hosts)('The library, asked for an answer to %s,', (host) => {
  test.each([
    [{ decision: 'block' }, /decision: "block".*allow, ask, deny/],
    [{ decision: 'DENY' }, /decision: "DENY"/],
    [{ deny: true }, /deny: true.*no such key/],
    [{ halt: 'yes' }, /halt: "yes"/],
    [{ decision: null }, /decision: null/],
  ])('throws an error with the key and the word of %j', (outcome, names) => {
    const said = () => say(host, { ...shell(host) }, outcome as Outcome);
    expect(said).toThrow(AnyhookError);
    expect(said).toThrow(names);
    expect(() => strictest([{ decision: 'allow' }, outcome as Outcome])).toThrow(names);
  });
});

/** What a host makes of a run, and what the run noted. */
async function ran(host: (typeof hosts)[number], flags: readonly string[]) {
  const payload = shell(host);
  const stdin = { bytes: Buffer.from(JSON.stringify(payload)), cut: false };
  const given = parseFlags(['--host', host, '--as', 'anyhook', ...flags]);
  const { stdout, stderr, code, log } = await shim(given, stdin, {
    bounded: () => true,
    ...network,
  });
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
    expect(severity({ kind: 'unheard', path: 'colour' })).toBe('lossy');
    expect(stderr).toMatch(/^anyhook: [^\n]*\bcolour\b[^\n]*\n$/);
  });
});
