// An edit whose text is not in its file cannot be shown to a hook that hears of writes alone. Hooks that their matcher
// keeps from edits and writes do not mind.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { adapters, type Vendor } from '../../src/adapters/index.ts';
import { parseFlags } from '../../src/canonical/flags.ts';
import { runShim } from '../../src/shim/shim.ts';
import { firedAs, hostFlags, payloads, vendors } from '../conformance/fixtures.ts';
import { eventAt } from '../facts.ts';
import { oracles } from '../oracles/index.ts';
import { lazyFor } from './in-process.ts';

const started = vi.hoisted(() => ({ count: 0 }));
vi.mock('../../src/shim/command.ts', () => ({
  runCommand: async () => {
    started.count++;
    return { code: 0, stdout: '', stderr: '' };
  },
}));
vi.mock('../../src/shim/own-folder.ts', async (original) => ({
  ...(await original<object>()),
  ownFolder: () => join(dir, '.anyhook'),
}));
const dir = mkdtempSync(join(tmpdir(), 'anyhook-edits-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The recorded edits of a host, as calls in a folder where the files have other texts. */
const editsOf = (host: Vendor) =>
  Object.values(payloads[host] ?? {}).flatMap(({ payload, event, named, older }) => {
    if (event.event !== 'before-tool' || event.tool !== 'edit' || older) return [];
    const { path } = event.input as { path?: unknown };
    if (typeof path !== 'string' || !path.startsWith('/home/dev/my-project/')) return [];
    const file = path.replace('/home/dev/my-project', dir);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'Nothing of that.\n');
    const placed = JSON.stringify(payload).replaceAll('/home/dev/my-project', dir);
    return [{ payload: placed, fired: firedAs(host, payload, named) }];
  });

const nameOf = (dialect: Vendor, tool: string): string | undefined =>
  adapters[dialect].tools.find((row) => row.tool === tool)?.names[0];

/** Counts of calls that were refused since the hook cannot be shown them, over all hosts and dialects. */
async function countUnshown(tool: 'shell' | 'write'): Promise<{ calls: number; refused: number }> {
  const counts = { calls: 0, refused: 0 };
  for (const host of vendors as Vendor[])
    for (const { payload, fired } of editsOf(host))
      for (const dialect of vendors.filter((one) => one !== host) as Vendor[]) {
        const matcher = nameOf(dialect, tool);
        if (matcher === undefined) continue;
        const words = ['--as', dialect, '--event', eventAt(dialect, 'before')];
        const line = parseFlags([
          ...hostFlags(host, fired),
          ...words,
          ...['--matcher', matcher, '--', 'hook'],
        ]);
        const bytes = Buffer.from(payload);
        started.count = 0;
        const said = await runShim(line, { bytes, isCut: false }, lazyFor(bytes));
        counts.calls++;
        const { verdict } = oracles[host](fired, said, 'host');
        const isUnshown = /not found exactly once/.test(said.stdout + said.stderr);
        if (isUnshown && verdict === 'deny' && !started.count) counts.refused++;
        else if (tool === 'shell')
          expect([host, dialect, started.count]).toEqual([host, dialect, 0]);
      }
  return counts;
}

test('an edit of a text that is not there is refused for a guard of writes that cannot be shown it', async () => {
  const { refused } = await countUnshown('write');
  expect(refused).toBeGreaterThan(0);
});

test('an edit of a text that is not there is left to its agent where the guard hears of shell commands alone', async () => {
  const { calls, refused } = await countUnshown('shell');
  expect(calls).toBeGreaterThan(40);
  expect(refused).toBe(0);
});
