// A policy server that speaks Claude Code's dialect guards every real client.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { anyhook } from '../packed.ts';
import { clients, hosts, session } from './index.ts';

interface Policy {
  url: string;
  /** What it was told, oldest first. */
  asked: Record<string, unknown>[];
}

/** Refuses what is forbidden, in words of Claude Code unless said, and has nothing to say of the rest. */
async function policy(answer?: object): Promise<Policy> {
  const asked: Policy['asked'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const payload = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    asked.push(payload);
    const refuses = answer
      ? JSON.stringify(payload.input).includes('denied')
      : JSON.stringify(payload.tool_input).includes('forbidden');
    const hookSpecificOutput = {
      hookEventName: payload.hook_event_name,
      permissionDecision: 'deny',
      permissionDecisionReason: 'The policy server says no.',
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(refuses ? (answer ?? { hookSpecificOutput }) : {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/policy`, asked };
}

describe.each(hosts)('%s', (id) => {
  test('sends an HTTP hook the payloads of Claude Code, and runs no command that it refuses', async () => {
    const { url, asked } = await policy();
    const hooks = { PreToolUse: [{ hooks: [{ type: 'http', url, timeout: 20 }] }] };
    const { calls } = clients[id];
    const run = await session(id, {
      files: { '.claude/settings.json': { hooks } },
      prepare(workspace) {
        if (id !== 'claude') anyhook(workspace, 'convert', 'claude', id, '--write');
      },
      turns: ['echo forbidden > a.txt', 'echo fine > b.txt'].map((command) => ({
        calls: [calls.shell(command)],
      })),
    });
    expect(run.result(0)).toContain('The policy server says no.');
    expect(run.file('a.txt')).toBeUndefined();
    expect(run.file('b.txt')).toBe('fine\n');
    expect(asked).toMatchObject([
      {
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'echo forbidden > a.txt' },
      },
      {
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'echo fine > b.txt' },
      },
    ]);
    expect(run.exitCode).toBe(0);
  });
});

describe.each(hosts)('%s', (id) => {
  test.each([
    ['a word that only some agents have', { decision: 'block', reason: 'The policy says no.' }],
    ['a refusal for a key', { deny: 'The policy says no.' }],
  ])('runs no command that a hook in no agent’s dialect refuses, with %s', async (_, answer) => {
    const { url } = await policy(answer);
    const { calls } = clients[id];
    const script = `grep -q forbidden && echo '${JSON.stringify(answer)}' || echo '{}'`;
    const commands = ['echo by-command forbidden > a.txt', 'echo by-server denied > b.txt'];
    const hooks = [
      { name: 'command', on: 'before-tool', tools: ['shell'], run: script },
      { name: 'server', on: 'before-tool', tools: ['shell'], url },
    ];
    const run = await session(id, {
      files: { 'anyhook.yaml': JSON.stringify({ version: 1, hooks }) },
      prepare: (workspace) => anyhook(workspace, 'sync', '--to', id),
      turns: [...commands, 'echo fine > c.txt'].map((command) => ({
        calls: [calls.shell(command)],
      })),
    });
    for (const call of [0, 1]) expect(run.result(call)).toContain('The policy says no.');
    expect([run.file('a.txt'), run.file('b.txt')]).toEqual([undefined, undefined]);
    expect(run.file('c.txt')).toBe('fine\n');
    expect(run.exitCode).toBe(0);
  });
});
