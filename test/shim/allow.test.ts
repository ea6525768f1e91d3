import { describe, expect, test } from 'vitest';
import { json, run } from './run.ts';

/** What Claude Code fires before a shell command. */
const call = {
  session_id: 's',
  transcript_path: '/home/me/.claude/projects/p/s.jsonl',
  cwd: '/tmp',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
  tool_use_id: 't',
};
const under = (speaks: string, event: string, said: object) =>
  run(
    ['--host', 'claude', '--as', speaks, '--event', event, '--', `echo '${JSON.stringify(said)}'`],
    { stdin: call },
  );

describe('an allow, under an agent where it skips the person’s approval', () => {
  test.each([
    ['beforeShellExecution', { permission: 'allow' }],
    ['preToolUse', { permission: 'allow' }],
    ['preToolUse', { decision: 'allow' }],
  ])('of a script whose agent may ask all the same is no opinion: %s %j', async (event, said) => {
    expect(json((await under('cursor', event, said)).stdout)).toEqual({});
  });

  test('beside a rewritten call leaves the rewrite, and the person is asked', async () => {
    const said = { permission: 'allow', updated_input: { command: 'ls -l' } };
    const { hookSpecificOutput } = json((await under('cursor', 'preToolUse', said)).stdout);
    expect(hookSpecificOutput).toMatchObject({ updatedInput: { command: 'ls -l' } });
    expect(hookSpecificOutput).not.toHaveProperty('permissionDecision');
  });

  test('that is meant so is one', async () => {
    const said = await under('anyhook', 'before-tool', { decision: 'allow' });
    expect(json(said.stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'allow' },
    });
  });
});
