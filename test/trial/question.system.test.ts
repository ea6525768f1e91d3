/** `anyhook test` about a hook that asks a person. */
import { expect, test } from 'vitest';
import { cursorHooks, project } from '../settings/project.ts';

const script = `#!/bin/sh\necho '{"permission":"ask","user_message":"sure?"}'\n`;

const ask = async (event: string, ...flags: string[]) => {
  const { anyhookProcess } = project({
    'ask.sh': script,
    '.cursor/hooks.json': cursorHooks({ [event]: [{ command: './ask.sh' }] }),
  });
  return (await anyhookProcess('test', 'ls', '--agent', 'cursor', ...flags)).stdout;
};

test('a question is said to reach a person where the pages of the agent promise it, with what is not known', async () => {
  const story = await ask('beforeShellExecution', '-v');
  expect(story).toMatch(/ask +sure\? \(a person is asked\)/);
  expect(story).toContain('cursor: a person is asked.');
  expect(story).toMatch(/but +it is not known what happens: some builds ask a person/);
});

test('a question that the agent is known to put to nobody is said to stop nothing', async () => {
  const said = await ask('preToolUse');
  expect(said).toMatch(/cursor +none +the client knows the word ask here, and asks nobody/);
  expect(said).toContain('cursor: nothing stops the call.');
});
