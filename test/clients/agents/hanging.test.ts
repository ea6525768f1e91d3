// A guard that never ends, in every client: anyhook ends it with all that it has started, and refuses.
import { describe, expect, test } from 'vitest';
import { adapters } from '../../../src/adapters/index.ts';
import { alive, until } from '../../shim/run.ts';
import { anyhook } from '../packed.ts';
import { clients, hosts, session } from './index.ts';

/** Notes its process and that of a program that it starts, and waits for that one, if the call has a word. */
const guard = `#!/bin/sh
grep -q forbidden || exit 0
sleep 600 &
echo $$ $! > pids
wait
`;

describe.each(hosts)('%s', (id) => {
  test('refuses a call whose guard hangs, says that its time is over, and goes on without its processes', async () => {
    const isCut = adapters[id].bindings.find(clients[id].events.before)?.hasFixedTimeout;
    const timeout = isCut ? '60s' : '2s';
    const run = await session(id, {
      files: {
        'guard.sh': guard,
        'anyhook.yaml': JSON.stringify({
          version: 1,
          hooks: [{ on: 'before-tool', run: 'sh guard.sh', timeout }],
        }),
      },
      prepare: (workspace) => anyhook(workspace, 'sync', '--to', id, '--accept-loss'),
      turns: ['forbidden > a.txt', 'fine > b.txt'].map((words) => ({
        calls: [clients[id].calls.shell(`echo ${words}`)],
      })),
    });
    expect(run.result(0)).toMatch(/time/);
    expect(run.file('a.txt')).toBeUndefined();
    expect(run.file('b.txt')).toBe('fine\n');
    expect(run.exitCode).toBe(0);
    const pids = run.file('pids')?.trim().split(' ').map(Number) ?? [];
    expect(pids.length).toBe(2);
    expect(await until(() => !pids.some(alive))).toBe(true);
  });
});
