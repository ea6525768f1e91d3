// What a hook's env and headers say reaches the hook, and no request to the model.
import { chmodSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { anyhook } from '../packed.ts';
import { hosts, session } from './index.ts';
import { reaches } from './wishes.ts';

/** Answers every hook with nothing; the headers of what it was asked. */
async function server(): Promise<{ url: string; asked: IncomingHttpHeaders[] }> {
  const asked: IncomingHttpHeaders[] = [];
  const listening = createServer((request, response) => {
    asked.push(request.headers);
    request.resume().on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`, asked };
}

/** Asks for one more turn, in words that show that it has its variable, and not which. */
const stop = `#!/bin/sh
[ -e once ] && exit 0
touch once
echo "{\\"decision\\":\\"block\\",\\"reason\\":\\"Go on, since \${#TOKEN} letters are known.\\"}"
`;

const TOKEN = 'v4riable';
const copilot = { type: 'command', bash: './stop.sh', env: { TOKEN } };
const gemini = { type: 'command', command: './stop.sh', env: { TOKEN } };

/** Files of the agents whose own entries have `env`, with such a hook. */
const sources = {
  copilot: { '.github/hooks/all.json': { version: 1, hooks: { agentStop: [copilot] } } },
  gemini: { '.gemini/settings.json': { hooks: { AfterAgent: [{ hooks: [gemini] }] } } },
};

describe.each(hosts)('%s', (id) => {
  test('gives a hook at its stop the variable and the address its header, and tells the model neither', async () => {
    const { url, asked } = await server();
    const from = id === 'gemini' ? 'copilot' : 'gemini';
    const run = await session(id, {
      files: {
        'anyhook.yaml': JSON.stringify({
          version: 1,
          hooks: [{ on: 'stop', url, headers: { 'X-Key': 'h3ader' }, guard: false }],
        }),
        'stop.sh': stop,
        ...sources[from],
      },
      prepare(workspace) {
        chmodSync(join(workspace.project, 'stop.sh'), 0o755);
        anyhook(workspace, 'sync', '--to', id, '--accept-loss');
        anyhook(workspace, 'convert', from, id, '--write', '--accept-loss');
      },
      turns: ['Done.', 'Done again.'].map((text) => ({ text })),
    });
    expect(run.file('once')).toBe('');
    expect(run.told.includes('Go on, since 8 letters are known.')).toBe(!reaches[id].follow);
    expect(asked[0]).toMatchObject({ 'x-key': 'h3ader' });
    expect(run.told).not.toMatch(/v4riable|h3ader/);
    // Claude Code tells its model the line of a hook that goes on.
    if (id === 'claude') expect(run.told).toContain('--values ');
  });
});
