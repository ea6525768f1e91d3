// Payloads of agents we do not know: none is taken for one we know, and a guard refuses all the same.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { recognise } from '../../src/index.ts';
import type { Json } from '../../src/util/json.ts';
import { type Kind, readForeignAnswer } from '../oracles/foreign.ts';
import { said } from './ours.ts';
import { hosts } from './payloads.ts';
import { words } from './verdict.ts';

interface Foreign {
  client: string;
  name: string;
  kind: Kind;
  payload: Json;
}
const path = new URL('../../fixtures/foreign.json', import.meta.url);
const { payloads } = JSON.parse(readFileSync(path, 'utf8')) as { payloads: Foreign[] };
const hook = ['--', 'echo never'];

/** Lines as people write them for a host they do not name, or name wrongly. */
const lines: Record<string, { args: string[]; host?: Vendor }> = {
  'no host': { args: ['--as', 'cursor', '--event', 'preToolUse', ...hook] },
  'no host, no event': { args: ['--as', 'anyhook', ...hook] },
  ...Object.fromEntries(
    hosts.map((host) => [
      `host ${host}`,
      { host, args: ['--host', host, '--as', 'anyhook', ...hook] },
    ]),
  ),
};

/** Whether a line is believed about a payload: it names an agent that has an event of this name. */
const isBelieved = (host: Vendor | undefined, payload: Json): boolean =>
  host !== undefined && adapters[host].bindings.find(payload.hook_event_name) !== undefined;

/** An agent that is believed to be the host may be told, in its own words, what the person should know. */
function isSilent(stdout: string, believed: boolean): boolean {
  if (!believed || !stdout) return stdout === '';
  return Object.keys(JSON.parse(stdout)).every((key) => key === 'systemMessage');
}

test.each(payloads)('The payload $name of $client is recognised as no known agent’s', ({
  payload,
}) => {
  expect(recognise(payload)).toEqual([]);
});

describe.each(Object.entries(lines))('A line with %s', (_, { args, host }) => {
  test.each(
    payloads,
  )('refuses only if the payload is of a gate: $name of $client, a $kind', async ({
    client,
    kind,
    payload,
  }) => {
    const one = await said(args, payload);
    const is = readForeignAnswer(kind, one);
    const about = `${client}: ${JSON.stringify(one)}`;
    if (kind !== 'gate') {
      expect({ ...is, context: '' }, about).toEqual({ verdict: 'pass', context: '' });
      expect(isSilent(one.stdout, isBelieved(host, payload)), about).toBe(true);
    } else {
      expect(is.verdict, about).toBe('deny');
      expect(is.reason, about).toMatch(words);
    }
    expect(one.stderr, about).toMatch(/^anyhook: [^\n]+\n$/);
  });
});

test('At a stop that may be of an unknown agent, a failure prints nothing on stdout and exits with 0', async () => {
  expect(recognise({ hook_event_name: 'stop' })).toEqual([]);
  const one = await said(['--as', 'cursor', '--event', 'stop', '--strict', ...hook], {
    hook_event_name: 'stop',
  });
  expect(one).toMatchObject({ stdout: '', code: 0 });
});
