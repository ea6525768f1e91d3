// What Codex CLI 0.169.0 makes of a rewritten call that is no call: an error, and no tool runs.
import { expect, test } from 'vitest';
import { adapters } from '../src/adapters/index.ts';
import type { Binding } from '../src/mapping/adapter.ts';

const says = (updatedInput: unknown) => {
  const extra = { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput };
  const stdout = JSON.stringify({ hookSpecificOutput: extra });
  const gate = adapters.codex.bindings.find('PreToolUse') as Binding;
  return adapters.codex.readFinished({ code: 0, stdout, stderr: '' }, gate);
};

test.each([
  [['rm', '-rf']],
  ['ls'],
  [7],
  [false],
])('an updatedInput of %j is read as a refusal of Codex CLI', (input) => {
  expect(says(input)).toMatchObject({
    deny: 'The hook returned an updatedInput that is no object.',
  });
});

test('an updatedInput that is an object is read as a response of Codex CLI', () => {
  expect(says({ command: 'ls' })).toHaveProperty('response');
});
