// Hooks in the other file that an agent loads: ours stand beside a person's, and both hold.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectName } from '../converted.ts';
import { anyhook } from '../packed.ts';
import { clients, session } from './index.ts';

const own = `# Ours, by hand.
[[hooks.PreToolUse]]
matcher = "^Bash$"

  [[hooks.PreToolUse.hooks]] # keep
  type = "command"
  command = """
grep -q 'git push' || exit 0; \\
echo 'Pushing is for people.' >&2; exit 2"""

[tui]
notifications = true
`;
const guard = `grep -q 'rm -rf' && echo '{"permission":"deny","agent_message":"No recursive deletes."}'`;
const hooks = { version: 1, hooks: { beforeShellExecution: [{ command: guard }] } };

test.each([
  '\n',
  '\r\n',
])('Codex CLI runs an own and a converted hook of a config.toml with line ends %j, and remove restores it', async (eol) => {
  const { calls } = clients.codex;
  const text = own.replaceAll('\n', eol);
  const file = '.codex/config.toml';
  const run = await session('codex', {
    projectName,
    files: {
      [file]: text,
      '.cursor/hooks.json': JSON.stringify(hooks),
      'build/out.js': 'built',
    },
    prepare: (workspace) => anyhook(workspace, 'convert', 'cursor', 'codex', '--write'),
    turns: () =>
      ['rm -rf build', 'git push origin main', 'echo fine > fine.txt'].map((line) => ({
        calls: [calls.shell(line)],
      })),
  });
  expect(run.result(0)).toContain('No recursive deletes.');
  expect(run.file('build/out.js')).toBe('built');
  expect(run.result(1)).toContain('Pushing is for people.');
  expect(run.file('fine.txt')).toBe('fine\n');
  expect(run.file('.codex/hooks.json')).toBeUndefined();
  anyhook(run, 'remove', 'codex');
  expect(readFileSync(join(run.project, file), 'utf8')).toBe(text);
});
