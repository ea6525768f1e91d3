// A policy server that fails, asked by HTTP hooks of Claude Code and by addresses of an anyhook.yaml.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { adapters } from '../../../src/adapters/index.ts';
import { anyhook } from '../packed.ts';
import { clients, type Host, hosts, session } from './index.ts';

interface Failing {
  /** What a server does in the place of an answer; absent: nobody listens at its port. */
  answers?(response: ServerResponse): unknown;
  /** What the model is shown of it, where the call is refused. */
  shown: RegExp;
}

const failures: Record<string, Failing> = {
  'refuses the connection': { shown: /ECONNREFUSED/ },
  'answers 500': {
    answers: (response) => response.writeHead(500).end('{}'),
    shown: /HTTP 500/,
  },
  'answers no JSON': {
    answers: (response) => response.end('<html>Please log in.</html>'),
    shown: /JSON|is no answer/,
  },
  hangs: { answers() {}, shown: /in time|out of time|timed out/ },
};

interface Policy {
  url: string;
  /** How often it was asked. */
  asked(): number;
  /** From now on it fails so; absent: it has no opinion of any call. */
  fail(failing?: Failing): Promise<void>;
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

async function policy(): Promise<Policy> {
  const isDown = (failing?: Failing) => failing !== undefined && !failing.answers;
  let now: Failing | undefined;
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume().on('end', () => {
      if (now?.answers) now.answers(response);
      else response.writeHead(204).end();
    });
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  await listen(server, 0);
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/policy`,
    asked: () => asked,
    async fail(failing) {
      now = failing;
      if (isDown(failing)) close();
      else if (!server.listening) await listen(server, port);
    },
  };
}

/** Ways to state such a hook, and what becomes of a call when its server fails. */
const entries = {
  'a hook of Claude Code': { refuses: false, claude: {} },
  'a hook of Claude Code with onFailure block': { refuses: true, claude: { onFailure: 'block' } },
  'an address of anyhook.yaml': { refuses: true, yaml: {} },
  'an address of anyhook.yaml with on-failure allow': {
    refuses: false,
    yaml: { 'on-failure': 'allow' },
  },
} satisfies Record<string, { refuses: boolean; claude?: object; yaml?: object }>;
type Entry = keyof typeof entries;

/** The entries that fail at once: all that let a call pass, and each that refuses alone. */
const cases = Object.keys(failures).flatMap((failure) => {
  const names = Object.keys(entries) as Entry[];
  const sets = [
    names.filter((name) => !entries[name].refuses),
    ...names.filter((name) => entries[name].refuses).map((name) => [name]),
  ];
  return sets.map((failing) => ({ failure, failing }));
});

/** Seconds. Where less than half of them is left for the server, the runner was late, and refuses. */
const limitIn = (id: Host): number =>
  adapters[id].bindings.find(clients[id].events.before)?.hasFixedTimeout ? 2 : 4;

describe.each(hosts)('%s', (id) => {
  test('refuses a call whose policy server fails where the hook says so, and makes all others', async () => {
    const limit = limitIn(id);
    const servers = new Map<Entry, Policy>();
    for (const name of Object.keys(entries) as Entry[]) servers.set(name, await policy());
    const claude: object[] = [];
    const yaml: object[] = [];
    for (const [name, { url }] of servers) {
      const entry: { claude?: object; yaml?: object } = entries[name];
      if (entry.claude) claude.push({ type: 'http', url, timeout: limit, ...entry.claude });
      else yaml.push({ on: 'before-tool', url, timeout: `${limit}s`, ...entry.yaml });
    }
    const run = await session(id, {
      files: {
        '.claude/settings.json': { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: claude }] } },
        'anyhook.yaml': JSON.stringify({ version: 1, hooks: yaml }),
      },
      prepare(workspace) {
        // Copilot runs hooks in turn, and of an address nobody can tell that it changes no call for the next one.
        if (id !== 'claude')
          anyhook(workspace, 'convert', 'claude', id, '--write', '--accept-loss');
        anyhook(workspace, 'sync', '--to', id, '--accept-loss');
      },
      turns: cases.map(({ failure, failing }, at) => async () => {
        for (const [name, server] of servers)
          await server.fail(failing.includes(name) ? failures[failure] : undefined);
        return { calls: [clients[id].calls.shell(`echo ran > ${at}.txt`)] };
      }),
    });
    for (const [at, { failure, failing }] of cases.entries()) {
      const refuses = failing.some((name) => entries[name].refuses);
      const what = `${failing} ${failure}`;
      expect(run.file(`${at}.txt`), what).toBe(refuses ? undefined : 'ran\n');
      if (refuses) expect(run.result(at), what).toMatch(failures[failure]?.shown as RegExp);
    }
    // Copilot asks no further hook after a refusal.
    const passes = cases.filter(({ failing }) => failing.length > 1).length;
    for (const [name, { asked }] of servers)
      expect(asked(), name).toBeGreaterThanOrEqual(passes - 1);
    expect(run.exitCode).toBe(0);
  });
});
