// Kilo, a fork of OpenCode, in which the other tests are played: its own places, and one hook of each kind.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anyhook } from '../packed.ts';
import { write } from '../workspace.ts';
import { clients, session } from './index.ts';

const { calls } = clients.kilo;

const says = (event: string, more: object) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...more } });
const permissionDecision = 'deny';

/** A script that says one of several things, by a word in what it gets on stdin. */
const choose = (cases: Record<string, string>): string => {
  const lines = Object.entries(cases).map(([word, text]) => `*${word}*) echo '${text}' ;;`);
  return `case $(cat) in\n${lines.join('\n')}\nesac`;
};

const guards = choose({
  'denied.txt': says('PreToolUse', { permissionDecision, permissionDecisionReason: 'Not that.' }),
  'old.txt': says('PreToolUse', {
    permissionDecision: 'allow',
    updatedInput: { command: 'echo rewritten > new.txt' },
  }),
});

const hidden = { stdout: 'The result is hidden.', stderr: '', interrupted: false, isImage: false };
const changesResults = choose({
  'secret.txt': says('PostToolUse', { updatedToolOutput: hidden }),
  'plain.txt': says('PostToolUse', { additionalContext: 'Deploys are on Fridays.' }),
});

const settings = (event: string, command: string) => ({
  hooks: { [event]: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] },
});

test('Hooks of Claude Code in Kilo, of a project and of a person, refuse, rewrite, replace a result and give context', async () => {
  const run = await session('kilo', {
    prepare(workspace) {
      const { project, home } = workspace;
      write(join(project, '.claude/settings.json'), settings('PreToolUse', guards));
      write(join(home, '.claude/settings.json'), settings('PostToolUse', changesResults));
      const words = ['convert', 'claude', 'kilo', '--write', '--accept-loss'];
      anyhook(workspace, ...words);
      anyhook(workspace, ...words, '--scope', 'user');
    },
    turns: [
      'echo ran > denied.txt',
      'echo ran > old.txt',
      'echo the secret; : secret.txt',
      'echo ran; : plain.txt',
    ].map((command) => ({ calls: [calls.shell(command)] })),
  });
  expect(existsSync(join(run.project, '.kilo/plugin/anyhook.js'))).toBe(true);
  expect(existsSync(join(run.home, '.config/kilo/plugins/anyhook.js'))).toBe(true);
  expect(run.result(0)).toContain('Not that.');
  expect(run.file('denied.txt')).toBeUndefined();
  expect(run.file('old.txt')).toBeUndefined();
  expect(run.file('new.txt')).toBe('rewritten\n');
  expect(run.result(2)).toContain('The result is hidden.');
  expect(run.result(2)).not.toContain('the secret');
  expect(run.result(3)).toContain('Deploys are on Fridays.');
  expect(run.exitCode).toBe(0);
});
