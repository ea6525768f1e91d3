// Claude Code that keeps its files elsewhere: nothing in a payload says `.claude` then.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anyhook } from '../packed.ts';
import { clients, session } from './index.ts';

const { calls } = clients.claude;

test('A converted guard is asked in Claude Code whose folder is ~/.config/claude', async () => {
  const guard = `if grep -q forbidden; then echo 'Not that.' >&2; exit 2; fi; echo '{}'`;
  const env: Record<string, string> = {};
  const run = await session('claude', {
    env,
    hooks: { before: [{ line: `cat >>"$HOOK_SEEN"; echo >>"$HOOK_SEEN"` }] },
    files: { '.cursor/hooks.json': { version: 1, hooks: { preToolUse: [{ command: guard }] } } },
    prepare(workspace) {
      env.CLAUDE_CONFIG_DIR = join(workspace.home, '.config/claude');
      anyhook(workspace, 'convert', 'cursor', 'claude', '--write', '--accept-loss');
    },
    turns: ['echo forbidden > a.txt', 'echo fine > b.txt'].map((command) => ({
      calls: [calls.shell(command)],
    })),
  });
  expect(String(run.seen()[0]?.transcript_path)).toContain('/.config/claude/projects/');
  expect(run.result(0)).toContain('Not that.');
  expect(run.file('a.txt')).toBeUndefined();
  expect(run.file('b.txt')).toBe('fine\n');
});
