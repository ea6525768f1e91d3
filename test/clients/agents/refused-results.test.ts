// Refusals of what is over, in an agent that adds them to a result and does not replace it.
import { expect, test } from 'vitest';
import { anyhook } from '../packed.ts';
import { clients, session } from './index.ts';

/** At home, such an answer stands in the place of the result. */
const hook = (event: string, word: string, reason: string) => ({
  speaks: 'gemini',
  event,
  run: `case $(cat) in *${word}*) echo '${JSON.stringify({ decision: 'deny', reason })}' ;; esac`,
});
const hooks = [
  hook('AfterTool', 'new.txt', 'Files are not written here.'),
  hook('AfterTool', 'lacking.txt', 'Look elsewhere.'),
];

test('Claude Code reads a refusal of a written file and of a failed command, and goes on', async () => {
  const { calls } = clients.claude;
  const run = await session('claude', {
    files: { 'anyhook.yaml': JSON.stringify({ version: 1, hooks }) },
    prepare: (workspace) => anyhook(workspace, 'sync', '--to', 'claude', '--accept-loss'),
    turns: ({ project }) => [
      { calls: [calls.write(`${project}/new.txt`, 'new')] },
      { calls: [calls.shell('cat lacking.txt')] },
      { text: 'That was all.' },
    ],
  });
  expect(run.file('new.txt')).toBe('new');
  for (const text of ['Files are not written here.', 'Look elsewhere.'])
    expect(run.told).toContain(text);
  // What each call gave stays in view: there is no form that hides it.
  expect(run.result(0)).toContain('File created successfully');
  expect(run.result(1)).toContain('No such file');
  expect(run.stdout).toContain('That was all.');
  expect(run.exitCode).toBe(0);
});
