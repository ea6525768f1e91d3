import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { effectOf, effectOnPayload, matcherOracle, mergeEffects } from './codex.ts';
import { type Effect, type FinishedCommand, pass } from './effect.ts';
import {
  casesOf,
  expectedEffectOf,
  finishedHooksOf,
  type Readers,
  type Row,
  visibleEffectOf,
} from './outcomes.ts';

const base = { SubagentStart: 4, SubagentStop: 4, PreCompact: 2, PostCompact: 2 };

/** What no model of finished hooks can say, and why. */
const beyond: [why: string, which: RegExp][] = [
  [
    'which files and entries count: test/settings',
    /beside a|flat entry|top-level|wrapper|broken$|settings.json only|features.hooks|timeout-fraction/,
  ],
  ['the sandbox decides', /mode-read-only/],
  ['no hook of it is asked in `codex exec`', /^PermissionRequest/],
  ['no hook of it was seen to fire', /^StopFailure/],
  ['trust is no hook’s to say', /^trust/],
];

const payload = ({ tool = 'Bash' }: Row) => ({
  ...{ tool_name: tool, source: 'startup', reason: 'other', trigger: 'auto' },
});

function hears(row: Row): Effect {
  const { timeout = 600, matcher = '' } = row.setting ?? {};
  if (!matcherOracle(row.event, String(matcher), payload(row))) return pass;
  const limit = Math.max(1, Number(timeout)) * 1000;
  const all = finishedHooksOf(row, limit).map((ran: FinishedCommand) => effectOf(row.event, ran));
  return effectOnPayload(mergeEffects(all), payload(row));
}

/** A prompt that is refused says nothing to anybody. */
const readers: Readers = (event) => (event === 'PreToolUse' ? ['model', 'user'] : []);

describe('the oracle of Codex CLI', () => {
  test.each(casesOf('codex', beyond))('predicts the outcome that was recorded for %s', (_, row) => {
    const was = visibleEffectOf(row, base);
    // `codex exec --json` prints no message, and of a replaced result sometimes the text.
    const told = { ...hears(row), message: '' };
    const held = expectedEffectOf(was, told, row.event, readers);
    expect(row.event === 'PostToolUse' ? { ...held, user: was.user } : held).toEqual(was);
  });
});

test('the oracle of Codex CLI drops a refusal for its reason exactly where the client was seen to drop it', () => {
  const file = new URL('../../fixtures/codex/reasons.json', import.meta.url);
  const { refused } = JSON.parse(readFileSync(file, 'utf8')) as {
    refused: Record<string, boolean>;
  };
  const isRefused = (reason: string): boolean => {
    const extra = `"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":${reason}`;
    const stdout = `{"hookSpecificOutput":{${extra}}}`;
    return (
      effectOf('PreToolUse', { code: 0, stdout, stderr: '' } as FinishedCommand).verdict === 'deny'
    );
  };
  const found = Object.keys(refused).map((reason) => [reason, isRefused(reason)]);
  expect(Object.fromEntries(found)).toEqual(refused);
});
