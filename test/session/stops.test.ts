import { describe, expect, test } from 'vitest';
import { contracts } from '../conformance/fixtures.ts';
import { recordedPayload } from '../facts.ts';
import { fire, type Json } from './place.ts';

/** Agents that say at a stop whether a hook asked for it, and keep that while tools run. */
const hosts = ['claude', 'codex'] as const;
const kinds = ['stop', 'subagent-stop'] as const;
type Host = (typeof hosts)[number];
type Kind = (typeof kinds)[number];

/** What a dialect calls its events, and how often or whether its hooks are told that one went on. */
const family = { stop: 'Stop', 'subagent-stop': 'SubagentStop', told: 'stop_hook_active' };
const dialects = {
  anyhook: { stop: 'stop', 'subagent-stop': 'subagent-stop', told: 'loopCount' },
  claude: family,
  codex: family,
  copilot: { stop: 'agentStop', 'subagent-stop': 'subagentStop', told: 'stop_hook_active' },
  cursor: { stop: 'stop', 'subagent-stop': 'subagentStop', told: 'loop_count' },
  gemini: { stop: 'AfterAgent', told: 'stop_hook_active' },
  qwen: family,
  tabnine: { stop: 'AfterAgent', told: 'stop_hook_active' },
  terminai: { stop: 'AfterAgent', told: 'stop_hook_active' },
} as const;
type Dialect = keyof typeof dialects;

const counts = (dialect: Dialect): boolean => dialect === 'anyhook' || dialect === 'cursor';
const nativeOf = (dialect: Dialect, kind: Kind): string | undefined =>
  (dialects[dialect] as Record<string, string>)[kind];
const cells = hosts.flatMap((host) =>
  kinds.flatMap((kind) =>
    (Object.keys(dialects) as Dialect[])
      .filter((dialect) => dialect !== host && nativeOf(dialect, kind) !== undefined)
      .map((dialect) => ({ host, kind, dialect })),
  ),
);

interface At {
  turn: string;
  retry: boolean;
  answer?: string;
}

/** The stop of a turn of the session, or of a sub-agent, after some follow-ups of hooks. */
function stopOf(host: Host, kind: Kind, { turn, retry, answer = 'Done.' }: At): Json {
  const [main, agent] = kind === 'stop' ? [turn, undefined] : ['turn', turn];
  return {
    ...recordedPayload(
      host,
      kind === 'stop' ? 'Stop' : `SubagentStop${host === 'codex' ? '-active' : ''}`,
    ),
    session_id: 's',
    [host === 'claude' ? 'prompt_id' : 'turn_id']: main,
    ...(agent === undefined ? {} : { agent_id: agent }),
    cwd: '/p',
    stop_hook_active: retry,
    last_assistant_message: answer,
  };
}

const goOn = (dialect: Dialect): Json => {
  if (dialect === 'cursor') return { followup_message: 'Again.' };
  return dialect === 'anyhook' ? { followUp: 'Again.' } : { decision: 'block', reason: 'Again.' };
};

/** One stop of a host, as a hook is told it; whether the agent goes on. */
async function stop(
  { host, kind, dialect }: (typeof cells)[number],
  at: At,
  hook: (told: unknown) => boolean,
  flags: readonly string[] = [],
): Promise<boolean> {
  const args = ['--host', host, '--as', dialect, '--event', nativeOf(dialect, kind) as string];
  const said = await fire(stopOf(host, kind, at), [...args, ...flags], 'hook', (told) =>
    hook(told[dialects[dialect].told] ?? (counts(dialect) ? 0 : undefined)) ? goOn(dialect) : {},
  );
  expect(said.code, said.stderr).toBe(0);
  return (JSON.parse(said.stdout || '{}') as Json).decision === 'block';
}

/** How often a hook makes an agent go on in a turn that a person began, at most 12 times. */
async function turnOf(
  cell: (typeof cells)[number],
  turn: string,
  hook: (told: unknown) => boolean,
  flags: readonly string[] = [],
): Promise<number> {
  let asked = 0;
  while (asked < 12 && (await stop(cell, { turn, retry: asked > 0 }, hook, flags))) asked++;
  return asked;
}

/** Follow-ups in a row that the dialect's own agent grants, as its fixtures say, of 12. */
const limitOf = (dialect: Dialect): number => {
  const { loopLimit } = (contracts[dialect] as (typeof contracts)[string]).runtime;
  return (loopLimit as number | null) ?? 12;
};
const first = (told: unknown): boolean => told === false || told === 0;

describe('under an agent that says whether a stop follows a hook’s wish', () => {
  test('there are as many cells as agents, events and dialects', () => {
    expect(cells).toHaveLength(26);
  });

  test.each(
    cells,
  )('a hook that blocks once does so in each turn of a session ($host <- $dialect, $kind)', async (cell) => {
    const told: unknown[] = [];
    const once = (flag: unknown) => {
      told.push(flag);
      return first(flag);
    };
    for (const turn of ['a', 'b', 'c', 'd']) expect(await turnOf(cell, turn, once), turn).toBe(1);
    const each = counts(cell.dialect) ? [0, 1] : [false, true];
    expect(told).toEqual([...each, ...each, ...each, ...each]);
  });

  test.each(
    cells,
  )('a hook that always blocks is granted its limit in each turn, and no more ($host <- $dialect, $kind)', async (cell) => {
    for (const turn of ['a', 'b', 'c']) {
      expect(await turnOf(cell, turn, () => true), turn).toBe(limitOf(cell.dialect));
    }
    const flags = ['--loop-limit', '2'];
    for (const turn of ['d', 'e', 'f']) {
      expect(await turnOf(cell, turn, () => true, flags), turn).toBe(2);
    }
  });

  test.each(
    cells,
  )('a hook that did not begin the retries of a turn is granted its limit as well ($host <- $dialect, $kind)', async (cell) => {
    const flags = ['--loop-limit', '2'];
    const asks = (turn: string, retry: boolean, wish: boolean) =>
      stop(cell, { turn, retry }, () => wish, flags);
    expect(await asks('a', false, true)).toBe(true);
    expect(await asks('a', true, true)).toBe(true);
    expect(await asks('a', true, true)).toBe(false);
    expect(await asks('b', false, false)).toBe(false); // another hook makes the agent go on
    expect(await asks('b', true, true)).toBe(true);
    expect(await asks('b', true, true)).toBe(true);
    expect(await asks('b', true, true)).toBe(false);
  });

  test.each(
    cells,
  )('a loop ends at its limit although the flag is lost within a turn ($host <- $dialect, $kind)', async (cell) => {
    const flags = ['--loop-limit', '2'];
    const granted: boolean[] = [];
    for (let i = 0; i < 4; i++) {
      const at = { turn: 'a', retry: false, answer: `Answer ${i}.` };
      granted.push(await stop(cell, at, () => true, flags));
    }
    expect(granted).toEqual([true, true, false, false]);
  });
});
