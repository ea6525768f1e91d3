import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import type { Hook } from '../../src/canonical/hook.ts';
import { convertText } from '../../src/convert/convert-text.ts';
import { formatOf } from '../../src/settings/formats/index.ts';
import { tableOf } from '../../src/settings/tables.ts';

/** Agents by what a hook can do with the message of a failed call, as each was seen. */
const hiding = ['claude', 'codex', 'gemini', 'tabnine', 'terminai'];
const showing = ['copilot', 'qwen'];
/** Events of theirs that are fired after a failed call as well, and whose answer hides it. */
const events: Record<string, string> = {
  claude: 'PostToolUseFailure',
  codex: 'PostToolUse',
  gemini: 'AfterTool',
  tabnine: 'AfterTool',
  terminai: 'AfterTool',
};

const codesOf = (hook: Hook, to: string): string[] => {
  const from = hook.speaks;
  const { elementOf, stateHook: state } = formatOf(from);
  const value = { hooks: { [hook.event]: [elementOf(state(from, hook))] } };
  const source = { text: JSON.stringify(value), file: tableOf(from).files.own.project };
  const target = { text: '', file: tableOf(to).files.own.project };
  return convertText({ from, to, source, target }).rows.flatMap(({ losses }) =>
    losses.map(({ code }) => code),
  );
};

test('A hook that may hide the message of a failed call loses that where the agent shows it', () => {
  const found = Object.entries(events).flatMap(([speaks, event]) =>
    [...hiding, ...showing]
      .filter((to) => to !== speaks)
      .map((to) => [speaks, to, codesOf({ speaks, event, command: 'x' }, to)] as const)
      .filter(([, , codes]) => codes.includes('failure-shown'))
      .map(([, to]) => `${speaks} → ${to}`),
  );
  const due = Object.keys(events).flatMap((from) => showing.map((to) => `${from} → ${to}`));
  expect(found).toEqual(due);
});

test('A hook that is fired after a call that succeeded alone loses nothing of failed calls', () => {
  const quiet = Object.keys(adapters).filter((id) => id !== 'claude');
  for (const to of quiet)
    expect([to, codesOf({ speaks: 'claude', event: 'PostToolUse', command: 'x' }, to)]).toEqual([
      to,
      expect.not.arrayContaining(['failure-shown']),
    ]);
  expect(quiet.length).toBeGreaterThan(6);
});
