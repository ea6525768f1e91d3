/** Scripts whose answer has two faults, each of which alone is enough for the agent to ignore it: both are found. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { checkSettings, readHooks } from '../../src/exports/settings.ts';

const top = mkdtempSync(join(inject('scratch'), 'faults-'));

/** Returns the shell script of a guard that gives an answer for one command and says nothing about others. */
const guard = (answer: object, { log = '', exitCode = 0 } = {}): string =>
  [
    '#!/bin/sh',
    ...(log ? [`echo "${log}"`] : []),
    "cmd=$(jq -r '.tool_input.command')",
    `case "$cmd" in *"rm -rf"*) echo '${JSON.stringify(answer)}'; exit ${exitCode};; esac`,
    'exit 0',
    '',
  ].join('\n');

/** Returns the codes of what is found about a script that a hook of an agent starts. */
function codesFor(
  agent: 'claude' | 'codex' | 'gemini' | 'qwen',
  event: string,
  text: string,
): string[] {
  const root = mkdtempSync(join(top, 'x'));
  mkdirSync(join(root, 'home'));
  writeFileSync(join(root, 'guard.sh'), text, { mode: 0o755 });
  const entry = { type: 'command', command: 'sh guard.sh' };
  const settings = JSON.stringify({ hooks: { [event]: [{ hooks: [entry] }] } });
  const place = { root, home: join(root, 'home'), scope: 'project' as const };
  const read = readHooks(agent, settings, 'settings.json');
  return checkSettings(agent, read, place)
    .map(({ code }) => code)
    .sort();
}

const named = { hookEventName: 'PreToolUse' };
const nested = (more: object) => ({ hookSpecificOutput: more });
const log = 'checking';

describe.each([
  { agent: 'claude', ignoresExitOne: false },
  { agent: 'codex', ignoresExitOne: true },
] as const)('$agent', ({ agent, ignoresExitOne }) => {
  const find = (answer: object, more?: Parameters<typeof guard>[1]) =>
    codesFor(agent, 'PreToolUse', guard(answer, more));
  const denied = { permissionDecision: 'deny', permissionDecisionReason: 'No.' };
  const worded = { permissionDecision: 'block', permissionDecisionReason: 'No.' };

  test('A log line and no event name are both found', () => {
    expect(find(nested(denied), { log })).toEqual(['log-before-answer', 'no-event-name']);
  });
  test('A log line and a verdict at the wrong place are both found', () => {
    expect(find(denied, { log })).toEqual(['flat-decision', 'log-before-answer']);
  });
  test('A log line and an unknown word are both found', () => {
    const codes = find(nested({ ...named, ...worded }), { log });
    expect(codes).toEqual(['log-before-answer', 'wrong-verdict-word']);
  });
  test('An unknown word and no event name are both found', () => {
    expect(find(nested(worded))).toEqual(['no-event-name', 'wrong-verdict-word']);
  });
  test('An unknown word at the wrong place is found for both', () => {
    expect(find(worded)).toEqual(['flat-decision', 'wrong-verdict-word']);
  });
  test('A log line, an unknown word and no event name are all found', () => {
    const codes = find(nested(worded), { log });
    expect(codes).toEqual(['log-before-answer', 'no-event-name', 'wrong-verdict-word']);
  });
  if (ignoresExitOne) {
    test('An exit code that refuses nothing is found beside each other fault', () => {
      const ends = { exitCode: 1 };
      const right = nested({ ...named, ...denied });
      expect(find(right, ends)).toEqual(['exit-not-refusal']);
      expect(find(right, { ...ends, log })).toEqual(['exit-not-refusal', 'log-before-answer']);
      expect(find(nested(denied), ends)).toEqual(['exit-not-refusal', 'no-event-name']);
      expect(find(nested({ ...named, ...worded }), ends)).toEqual([
        'exit-not-refusal',
        'wrong-verdict-word',
      ]);
    });
  }
  test('A right answer has none of the faults', () => {
    expect(find(nested({ ...named, ...denied }))).toEqual([]);
  });
});
