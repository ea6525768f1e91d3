// What the real clients made of replies, and what a host hears of the same hook through us.
import { expect, test } from 'vitest';
import replies from '../../fixtures/replies.json' with { type: 'json' };
import { adapters } from '../../src/adapters/index.ts';
import { parseFlags } from '../../src/canonical/flags.ts';
import type { Adapter } from '../../src/mapping/adapter.ts';
import { shim } from '../../src/shim/shim.ts';
import { network } from '../network.ts';
import { rank } from '../oracles/heard.ts';
import { shell } from './payloads.ts';
import { type Answers, reply, serve } from './server.ts';
import { heard } from './verdict.ts';

interface Row {
  id: string;
  status?: number;
  type?: string;
  body?: string;
  end?: string;
  onFailure?: string;
  seen: Record<string, 'ran' | 'held'>;
}

/** A refusal, and the event it is said at. */
const refusals: Record<string, [event: string, deny: object]> = {
  claude: [
    'PreToolUse',
    {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'no',
      },
    },
  ],
  copilot: ['preToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'no' }],
};
refusals.qwen = refusals.claude as [string, object];

/** What is stricter here: a refusal that is torn or said twice was a guard that got talked over. */
const torn = ['badjson', 'two'];

const cells = (replies.rows as Row[]).flatMap((row) =>
  Object.entries(row.seen).flatMap(([vendor, seen]) =>
    (adapters as Record<string, Adapter>)[vendor]?.http
      ? [{ ...row, vendor, seen, name: `${vendor}: ${row.id}` }]
      : [],
  ),
);

test.each(cells)('$name', async ({ vendor, seen, id, end, onFailure = 'native', ...row }) => {
  const [event, refusal] = refusals[vendor] as [string, object];
  const deny = JSON.stringify(refusal);
  const body = row.body
    ?.replaceAll('DENY without its end', deny.slice(0, -3))
    .replaceAll('DENY', deny);
  const ends: Record<string, Answers> = {
    reset: (response) => response.socket?.destroy(),
    half: (response) => {
      response.writeHead(200, { 'content-length': deny.length + 50 });
      response.write(deny, () => response.socket?.destroy());
    },
    hang: () => {},
    refused: () => {},
  };
  const server = await serve(end ? (ends[end] as Answers) : reply(row.status ?? 0, body, row.type));
  if (end === 'refused') server.close();
  const line = ['--host', 'gemini', '--as', vendor, '--event', event, '--timeout', '1s'];
  const flags = parseFlags([...line, '--on-failure', onFailure, '--url', server.url]);
  const payload = shell('gemini');
  const stdin = { bytes: Buffer.from(JSON.stringify(payload)), cut: false };
  const said = await shim(flags, stdin, { bounded: () => true, ...network });
  const { verdict } = heard('gemini', payload, { ...said, signal: null, ms: 0 });
  const held = rank(verdict) >= rank('deny');
  expect(held, said.stdout + said.stderr).toBe(seen === 'held' || torn.includes(id));
  server.close();
});
