import { describe, expect, test } from 'vitest';
import { effectOf, effectOnPayload, loads, matcherOracle, mergeEffects } from './claude.ts';
import { type Effect, type FinishedCommand, pass } from './effect.ts';
import {
  casesOf,
  expectedEffectOf,
  finishedHooksOf,
  type Readers,
  type Row,
  visibleEffectOf,
} from './outcomes.ts';

const base = { SubagentStart: 3, SubagentStop: 3, PreCompact: 3 };

/** What no model of finished hooks can say, and why. */
const beyond: [why: string, which: RegExp][] = [
  ['no hook of the event is asked', /gap:|the tool itself failed|ui\/(bash line|person)/],
  [
    'which files and entries count: test/settings',
    /entry \(|beside a|disableAll|-comments|with comments|lower-case|sources/,
  ],
  ['a rule of the person decides', /-rule$/],
  ['a hook that is no command', /type (http|prompt)/],
  ['the interface asks, and what the model is told was not recorded', /^ui\/.*(ask|deny|block)/],
  ['shown in the interface alone', /SessionStart\/systemMessage/],
  ['an answer that does not fit is printed, as its error', /SessionEnd\/context/],
  ['what the hook did is not told', /large input/],
];

const bash = { stdout: 'x', stderr: '', interrupted: false, isImage: false };
const payload = ({ tool = 'Bash' }: Row) => ({
  ...{ tool_name: tool, source: 'startup', reason: 'other' },
  tool_response: tool === 'Bash' ? bash : [{ type: 'text', text: 'x' }],
});

function hears(row: Row): Effect {
  const { timeout, matcher = '', onFailure } = row.setting ?? {};
  if (!loads(row.setting ?? {}) || !matcherOracle(row.event, String(matcher), payload(row)))
    return pass;
  const limit = Number(timeout ?? Number.POSITIVE_INFINITY) * 1000;
  const all = finishedHooksOf(row, limit).map((ran: FinishedCommand) =>
    effectOf(row.event, ran, onFailure === 'block'),
  );
  return effectOnPayload(mergeEffects(all), payload(row));
}

const readers: Readers = (event, verdict) => {
  if (event.startsWith('UserPrompt') || event === 'PreCompact') return ['user'];
  if (event === 'ConfigChange') return [];
  if (event === 'PermissionRequest') return verdict === 'halt' ? ['user'] : ['model', 'user'];
  return verdict === 'ask' ? ['model', 'user'] : verdict === 'halt' ? [] : ['model'];
};

describe('the oracle of Claude Code', () => {
  test.each(
    casesOf('claude', beyond),
  )('predicts the outcome that was recorded for %s', (_, row) => {
    const was = visibleEffectOf(row, base);
    expect(
      expectedEffectOf(
        was,
        hears(row),
        row.event,
        readers,
        row.mode === 'default' || row.mode === 'dontAsk',
      ),
    ).toEqual(was);
  });
});
