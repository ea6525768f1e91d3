import { describe, expect, test } from 'vitest';
import { type Effect, pass } from './effect.ts';
import {
  casesOf,
  expectedEffectOf,
  finishedHooksOf,
  type Readers,
  type Row,
  visibleEffectOf,
} from './outcomes.ts';
import { matcherOracle, mergingOracle } from './qwen.ts';

const base = { SubagentStart: 4, SubagentStop: 4 };

/** What no model of finished hooks can say, and why. */
const beyond: [why: string, which: RegExp][] = [
  ['no hook of the event is asked', /gap:/],
  ['which files and entries count: test/settings', /flat entry|claude settings|entry with/],
];

function hears(row: Row): Effect {
  const { timeout = 60, matcher = '' } = row.setting ?? {};
  const payload = { tool_name: row.tool, source: 'startup' };
  if (!matcherOracle(row.event, String(matcher), payload)) return pass;
  const seconds = Number(timeout) >= 1000 ? Number(timeout) / 1000 : Number(timeout);
  // In `default` mode shell calls are refused before any hook is asked.
  const asked = row.mode === 'default' ? [] : finishedHooksOf(row, seconds * 1000);
  return mergingOracle(row.event, asked, 'native');
}

const readers: Readers = (event) => (/^(PreTool|Todo)/.test(event) ? ['model'] : []);

describe('the oracle of Qwen Code', () => {
  test.each(casesOf('qwen', beyond))('predicts the outcome that was recorded for %s', (_, row) => {
    const was = visibleEffectOf(row, base);
    // Headless, nothing shows a message.
    const told = { ...hears(row), message: '' };
    expect(expectedEffectOf(was, told, row.event, readers, row.mode === 'default')).toEqual(was);
  });
});
