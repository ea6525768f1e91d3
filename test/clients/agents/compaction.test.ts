// Hooks that are told before a conversation is compacted, which happens twice; the second time one refuses.
import { describe, expect, test } from 'vitest';
import { until } from '../../shim/run.ts';
import { anyhook } from '../packed.ts';
import { clients, type Host, hosts, session } from './index.ts';
import type { Told, Turn } from './protocol.ts';

const keeps = (then = '') => `cat >> "$HOOK_SEEN"; echo >> "$HOOK_SEEN"\n${then}`;
const refusal = JSON.stringify({ decision: 'deny', reason: 'Not now.' });

const hooks = [
  { speaks: 'cursor', event: 'preCompact', run: keeps() },
  { speaks: 'claude', event: 'PreCompact', run: keeps() },
  { on: 'compact', run: keeps(`[ ! -f second ] || echo '${refusal}'\ntouch second`) },
];

interface Compacts {
  /** How long a conversation is that the client compacts, in tokens. */
  at: number;
  env?: Record<string, string>;
  /** A hook can keep it from that. What the client then does: it ends, since its conversation is too long, or goes on with it. */
  refusable?: 'ends' | 'goes on';
  /** The summary stands in the conversation as an answer of the model, which is not among what it was told. */
  isAnswer?: true;
  /** Its hooks run before each request, and it compacts no conversation of this length. */
  anyway?: true;
}

/** Undefined: the client fires no hook before it compacts a conversation. */
const clientsThat: Record<Host, Compacts | undefined> = {
  claude: { at: 195_000, env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '100000' }, refusable: 'ends' },
  cline: undefined,
  codex: { at: 400_000 },
  copilot: { at: 195_000 },
  gemini: { at: 900_000, anyway: true },
  opencode: { at: 120_000, refusable: 'ends', isAnswer: true },
  pi: { at: 120_000, refusable: 'goes on' },
  qwen: { at: 192_000 },
};

const tellingHosts = hosts.filter((id) => clientsThat[id]);

describe.each(tellingHosts)('in %s', (id) => {
  const { calls } = clients[id];
  const { at, env = {}, refusable, anyway, isAnswer } = clientsThat[id] as Compacts;
  const writes = (name: string, tokens = 1000) => ({
    calls: [calls.shell(`echo ran > ${name}.txt`)],
    tokens,
  });
  /** Copilot compacts while the agent goes on. */
  const after = (count: number, turn: Turn) => async (_: Told, summaries: () => number) => {
    if (id === 'copilot') expect(await until(() => summaries() === count)).toBe(true);
    return turn;
  };

  test('hooks are told of each compaction, and one that refuses it is obeyed where the client can', async () => {
    const run = await session(id, {
      files: { 'anyhook.yaml': JSON.stringify({ version: 1, hooks }) },
      prepare: (workspace) => anyhook(workspace, 'sync', '--to', id, '--accept-loss'),
      env,
      turns: [
        writes('short'),
        writes('long', at),
        after(1, writes('between')),
        writes('again', at),
        after(2, { text: 'That was all.' }),
      ],
    });
    const times = anyway ? 1 : 2;
    for (const name of ['preCompact', 'PreCompact', 'compact'])
      expect(
        run.seen().filter(({ hook_event_name, event }) => (hook_event_name ?? event) === name),
      ).toMatchObject(Array(times).fill({ trigger: 'auto' }));

    expect(run.summaries).toBe(anyway ? 0 : times - (refusable ? 1 : 0));
    expect(run.told.includes('All is well so far.')).toBe(!anyway && !isAnswer);
    for (const name of ['short', 'long', 'between', 'again'])
      expect(run.file(`${name}.txt`)).toBe('ran\n');
    expect(run.stdout.includes('That was all.')).toBe(refusable !== 'ends');
    expect(run.told).not.toContain('Not now.');
    expect(run.exitCode).toBe(refusable === 'ends' ? 1 : 0);
  });
});
