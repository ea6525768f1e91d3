import { describe, expect, test } from 'vitest';
import { json, run, session } from './run.ts';

/** What Claude Code fires before a shell command. */
const call = {
  session_id: session(),
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

describe('Under a host where an allow skips the person’s approval, an allow', () => {
  test.each([
    ['beforeShellExecution', { permission: 'allow' }],
    ['preToolUse', { permission: 'allow' }],
    ['preToolUse', { decision: 'allow' }],
  ])('from a dialect in which it does not skip it counts as no opinion: %s %j', async (event, said) => {
    expect(json((await under('cursor', event, said)).stdout)).toEqual({});
  });

  test('beside a rewritten call is dropped, while the rewrite is kept', async () => {
    const said = { permission: 'allow', updated_input: { command: 'ls -l' } };
    const { hookSpecificOutput } = json((await under('cursor', 'preToolUse', said)).stdout);
    expect(hookSpecificOutput).toMatchObject({ updatedInput: { command: 'ls -l' } });
    expect(hookSpecificOutput).not.toHaveProperty('permissionDecision');
  });

  test('in the dialect of anyhook, where it does skip it, is passed on', async () => {
    const said = await under('anyhook', 'before-tool', { decision: 'allow' });
    expect(json(said.stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'allow' },
    });
  });
});
