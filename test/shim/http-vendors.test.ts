// What the real clients made of replies, and what a host hears of the same hook through us.
import { expect, test } from 'vitest';
import replies from '../../fixtures/replies.json' with { type: 'json' };
import { adapters } from '../../src/adapters/index.ts';
import { parseFlags } from '../../src/canonical/flags.ts';
import type { Adapter } from '../../src/mapping/adapter.ts';
import { runShim } from '../../src/shim/shim.ts';
import { factOf } from '../facts.ts';
import { network } from '../network.ts';
import { rank } from '../oracles/effect.ts';
import { shell, speaks } from './payloads.ts';
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

/** What is stricter here: a refusal that is torn or said twice was a guard that got talked over. */
const torn = ['badjson', 'two'];

const cells = (replies.rows as Row[]).flatMap((row) =>
  Object.entries(row.seen).flatMap(([vendor, seen]) =>
    (adapters as Record<string, Adapter>)[vendor]?.http
      ? [{ ...row, vendor, seen, name: `${vendor}: ${row.id}` }]
      : [],
  ),
);

test.each(
  cells,
)('A reply holds a call back here wherever it does in the real client: $name', async ({
  vendor,
  seen,
  id,
  end,
  onFailure = 'native',
  ...row
}) => {
  const deny = JSON.stringify(factOf(vendor, 'refusal'));
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
  const line = ['--host', 'gemini', ...speaks(vendor), '--timeout', '1s'];
  const flags = parseFlags([...line, '--on-failure', onFailure, '--url', server.url]);
  const payload = shell('gemini');
  const stdin = { bytes: Buffer.from(JSON.stringify(payload)), isCut: false };
  const said = await runShim(flags, stdin, { runBounded: () => true, ...network });
  const { verdict } = heard('gemini', payload, { ...said, signal: null });
  const held = rank(verdict) >= rank('deny');
  expect(held, said.stdout + said.stderr).toBe(seen === 'held' || torn.includes(id));
  server.close();
});
