import { describe, expect, test } from 'vitest';
import { effectOf, effectOnPayload, mergeEffects, type Style, startsEntry } from './copilot.ts';
import { type Effect, type FinishedCommand, pass } from './effect.ts';
import {
  casesOf,
  expectedEffectOf,
  finishedHooksOf,
  type Readers,
  type Row,
  visibleEffectOf,
} from './outcomes.ts';

const base = { subagentStart: 3, subagentStop: 3 };

/** What no model of finished hooks can say, and why. */
const beyond: [why: string, which: RegExp][] = [
  [
    'which files and entries count: test/settings',
    /no trust, project|nested group|disableAll|settings.local/,
  ],
];

function hears(row: Row): Effect {
  const { timeout, timeoutSec = timeout ?? 30, matcher } = row.setting ?? {};
  if (typeof timeoutSec !== 'number' || timeoutSec <= 0) return pass; // never starts
  const style = (row.style === 'camel' ? 'native' : (row.style ?? 'native')) as Style;
  const payload = { toolName: row.tool };
  if (matcher !== undefined && !startsEntry(row.event, String(matcher), payload, style))
    return pass;
  const all = finishedHooksOf(row, timeoutSec * 1000).map((ran: FinishedCommand) =>
    effectOf(row.event, ran, style),
  );
  return effectOnPayload(mergeEffects(all), payload);
}

const readers: Readers = (event, verdict) =>
  verdict === 'halt' ? [] : event === 'userPromptSubmitted' ? ['user'] : ['model'];

describe('the oracle of Copilot CLI', () => {
  test.each(
    casesOf('copilot', beyond),
  )('predicts the outcome that was recorded for %s', (_, row) => {
    const was = visibleEffectOf(row, base);
    const held = row.mode === 'default';
    expect(expectedEffectOf(was, hears(row), row.event, readers, held)).toEqual(was);
  });
});
