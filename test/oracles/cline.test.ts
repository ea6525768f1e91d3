import { describe, expect, test } from 'vitest';
import { cline, effectOnPayload } from './cline.ts';
import type { Effect } from './effect.ts';
import {
  casesOf,
  expectedEffectOf,
  finishedHooksOf,
  type Readers,
  type Row,
  visibleEffectOf,
} from './outcomes.ts';

const base = { TaskStart: 1, TaskComplete: 1, UserPromptSubmit: 1, beforeRun: 1 };

/** What no model of finished hooks can say, and why. */
const beyond: [why: string, which: RegExp][] = [
  [
    'the tool itself refuses the arguments, or runs nothing',
    /rewrite-invalid|overrideInput (?:\{\}|\[\]|\{commands:\[\]\})/,
  ],
  ['another command ran in place of the call', /a command that only explains/],
  ['the command line never fires the event', /^UserPromptSubmit/],
];

function hears(row: Row): Effect {
  const [ran] = finishedHooksOf(row, 120_000);
  const heard = cline(row.event, ran as NonNullable<typeof ran>, 'host');
  const effect = effectOnPayload(heard, { tool_call: { name: row.tool ?? 'run_commands' } });
  // After the tool, the call itself has run.
  return row.event === 'PostToolUse' && effect.verdict === 'halt'
    ? { ...effect, verdict: 'pass', ends: true }
    : effect;
}

/** The reason of a refusal that ends the run is read by nobody, that of a plugin hook by both. */
const readers: Readers = (event, verdict) => {
  if (verdict === 'halt') return [];
  return event === 'beforeTool' ? ['model', 'user'] : ['model'];
};

describe('the oracle of Cline', () => {
  test.each(casesOf('cline', beyond))('predicts the outcome that was recorded for %s', (_, row) => {
    const was = visibleEffectOf(row, base);
    expect(expectedEffectOf(was, hears(row), row.event, readers, row.mode === 'ask')).toEqual(was);
  });
});
