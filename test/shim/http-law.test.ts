// Never weaker: a reply means what the same text means from a command; what is no reply allows nothing
// that its vendor would not have let pass.
import { describe, expect, test, vi } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { parseFlags } from '../../src/canonical/flags.ts';
import type { Adapter, Finished } from '../../src/mapping/adapter.ts';
import { runShim } from '../../src/shim/shim.ts';
import { fixtures, vendors } from '../conformance/fixtures.ts';
import { network } from '../network.ts';
import { rank } from '../oracles/effect.ts';
import { hasTable, partOf } from '../wide.ts';
import { type Host, hosts, shell, stop } from './payloads.ts';
import { type Answers, reply, serve } from './server.ts';
import { heard } from './verdict.ts';

const hook = vi.hoisted(() => ({ prints: '' }));
vi.mock('../../src/shim/command.ts', () => ({
  runCommand: (): Promise<Finished> =>
    Promise.resolve({ code: 0, stdout: hook.prints, stderr: '' }),
}));

/** What a host hears of a hook. */
async function said(host: Host, payload: object, flags: string[]) {
  const stdin = { bytes: Buffer.from(JSON.stringify(payload)), isCut: false };
  const lazy = { runBounded: () => true, ...network };
  const given = parseFlags(['--host', host, ...flags]);
  const { stdout, stderr, code } = await runShim(given, stdin, lazy);
  const one = { stdout, stderr, code, signal: null };
  return { stdout, code, heard: heard(host, payload, one, given.flags.as) };
}

/** Flags for the event of a dialect that a shell call is told at, or the end of a turn. */
function flagsFor(vendor: string, event: 'before-tool' | 'stop'): string[] {
  const agent = (adapters as Record<string, Adapter>)[vendor] as Adapter;
  const fit = agent.bindings.listFor(event);
  const own = fit.find(({ given }) => given?.tool === 'shell') ?? fit[0];
  if (!own) throw new Error(`${vendor} has no event ${event}`);
  return ['--as', vendor, '--event', own.native];
}

/** What hooks of a vendor print, at exit code 0. */
const printed = (vendor: string): string[] => {
  const { finished, responses } = fixtures[vendor] as (typeof fixtures)[string];
  const texts = finished.cases.flatMap(({ finished: { code = 0, stdout = '' } }) =>
    code === 0 ? stdout : [],
  );
  return [
    ...new Set([...texts, ...responses.hears.map(({ response }) => JSON.stringify(response))]),
  ];
};

const cells = vendors.flatMap((vendor) => hosts.map((host) => [vendor, host] as const));

describe.each(
  cells.map((cell, turn) => [...cell, turn] as const),
)('A hook at a URL, in the dialect %s under %s,', (vendor, host, turn) => {
  const { http } = (adapters as Record<string, Adapter>)[vendor] as Adapter;

  test(
    'decides by a reply with a status of success as by the same text from a command',
    hasTable,
    async () => {
      let body = '';
      let compared = 0;
      const server = await serve((response, asked) => reply(200, body)(response, asked));
      for (const event of ['before-tool', 'stop'] as const) {
        const payload = event === 'stop' ? stop(host) : shell(host);
        const flags = flagsFor(vendor, event);
        for (const text of partOf(printed(vendor), 6, turn)) {
          body = text;
          const taken = http?.readReply
            ? http.readReply({ status: 200, type: 'application/json', body })
            : body;
          if (taken === undefined) continue;
          hook.prints = taken;
          const command = await said(host, payload, [...flags, '--', 'hook']);
          const posted = await said(host, payload, [...flags, '--url', server.url]);
          expect(posted, body).toEqual(command);
          compared++;
        }
      }
      expect(compared).toBeGreaterThan(0);
      expect(server.asked().length).toBeGreaterThan(0);
    },
  );

  test(
    'refuses for want of a reply with --on-failure block, and without it where its vendor has no rule',
    hasTable,
    async () => {
      const allow = '{"decision":"allow","permission":"allow","continue":true}';
      const ends: Answers[] = [
        reply(302, allow, 'application/json', { location: '/' }),
        reply(403, allow),
        reply(500, allow),
        (response) => response.socket?.destroy(),
      ];
      for (const answers of partOf(ends, 4, turn)) {
        const server = await serve(answers);
        const gate = shell(host);
        const flags = flagsFor(vendor, 'before-tool');
        const one = await said(host, gate, [...flags, '--url', server.url]);
        // A vendor with a rule of its own is held to it by its fixtures.
        if (!http) expect(rank(one.heard.verdict)).toBeGreaterThanOrEqual(rank('deny'));
        const blocked = [...flags, '--on-failure', 'block', '--url', server.url];
        const held = await said(host, gate, blocked);
        expect(rank(held.heard.verdict)).toBeGreaterThanOrEqual(rank('deny'));
        const end = await said(host, stop(host), [
          ...flagsFor(vendor, 'stop'),
          '--url',
          server.url,
        ]);
        expect(end.heard.verdict).toBe('pass');
      }
    },
  );
});
