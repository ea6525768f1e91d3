/** `anyhook test` about a hook that asks a person. */
import { expect, test } from 'vitest';
import { cursorHooks, project } from '../settings/project.ts';

const script = `#!/bin/sh\necho '{"permission":"ask","user_message":"sure?"}'\n`;

test.each([
  ['beforeShellExecution', 'a person is asked'],
  ['preToolUse', 'the agent is not known to ask anybody here'],
])('a question at %s is said to reach a person only where the agent puts it', async (event, said) => {
  const { anyhookProcess } = project({
    'ask.sh': script,
    '.cursor/hooks.json': cursorHooks({ [event]: [{ command: './ask.sh' }] }),
  });
  const { stdout } = await anyhookProcess('test', 'ls', '--agent', 'cursor');
  expect(stdout).toMatch(new RegExp(`ask +sure\\? \\(${said}\\)`));
  expect(stdout).toContain(`cursor: ${said}.`);
});
