// Variables that a hook of Claude Code sets for the commands of a session, by the file CLAUDE_ENV_FILE.
import { describe, expect, test } from 'vitest';
import { anyhook } from '../packed.ts';
import { clients, hosts, session } from './index.ts';

const context = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'Mind the lock.' },
});
/** One script that looks whether there is such a file, and one that fails where there is none. */
const scripts = {
  careful: `[ -z "$CLAUDE_ENV_FILE" ] || echo 'export STAGE=blue' >> "$CLAUDE_ENV_FILE"
echo '${context}'`,
  careless: `echo 'export COLOR=red' >> "$CLAUDE_ENV_FILE"`,
};
const variables = (file: string) => `printf '%s,%s\\n' "$STAGE" "$COLOR" > ${file}`;

describe.each(hosts)('in %s', (id) => {
  test('reach later commands of Claude Code alone, and a start hook that sets them does all else it is for', async () => {
    // Claude Code starts its own script itself, and the other one by the runner.
    const hooks = [
      { speaks: 'claude', event: 'SessionStart', run: scripts.careful },
      { on: 'session-start', run: scripts.careless },
      { speaks: 'claude', event: 'PreToolUse', match: 'Bash', run: variables('hook.txt') },
    ];
    const run = await session(id, {
      files: { 'anyhook.yaml': JSON.stringify({ version: 1, hooks }) },
      prepare: (workspace) => anyhook(workspace, 'sync', '--to', id, '--accept-loss'),
      turns: [{ calls: [clients[id].calls.shell(variables('command.txt'))] }],
    });
    expect(run.file('command.txt')).toBe(id === 'claude' ? 'blue,red\n' : ',\n');
    // Hooks do not see them in Claude Code either.
    expect(run.file('hook.txt')).toBe(',\n');
    expect(run.told).toContain('Mind the lock.');
    expect(run.exitCode).toBe(0);
  });
});
