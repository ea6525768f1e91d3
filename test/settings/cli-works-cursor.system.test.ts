import { describe, expect, test } from 'vitest';
import { blocks, endless, killed, linux, oddName, payload } from './fired.ts';
import { geminiHooks, project } from './project.ts';

describe('hooks of Gemini CLI under Cursor', () => {
  const from = geminiHooks({
    BeforeTool: [{ command: '$GEMINI_PROJECT_DIR/hooks/guard.sh', matcher: 'run_shell_command' }],
    SessionEnd: [{ command: 'pwd >> $GEMINI_PROJECT_DIR/log' }],
  });
  const refuses = `#!/bin/sh
if grep -q 'rm -rf'; then echo 'no' >&2; exit 2; fi
`;
  const shell = 'cli-preToolUse-Shell';
  const converted = async () => {
    const p = project({ '.gemini/settings.json': from, 'hooks/guard.sh': refuses }, oddName);
    await p.anyhook('convert', 'gemini', 'cursor', '--write', '--accept-loss');
    const { preToolUse, sessionEnd } = p.json('.cursor/hooks.json').hooks;
    return { p, guards: preToolUse[0], logs: sessionEnd[0] };
  };

  test('refuse and let pass as guards, and log as loggers', async () => {
    const { p, guards, logs } = await converted();
    expect(guards).toMatchObject({
      failClosed: true,
      matcher: expect.stringMatching(/^\^Shell\$/),
    });
    const refused = await p.fires(guards.command, payload(p, 'cursor', shell, 'rm -rf build'));
    expect(JSON.parse(refused.stdout)).toMatchObject({ permission: 'deny', user_message: 'no' });
    expect(blocks('cursor', 'preToolUse', refused)).toBe(true);
    const passed = await p.fires(guards.command, payload(p, 'cursor', shell, 'ls'));
    expect(passed).toMatchObject({ code: 0, stdout: '{}\n', stderr: '' });
    const logged = await p.fires(logs.command, payload(p, 'cursor', 'cli-sessionEnd'));
    expect(logged).toMatchObject({ code: 0, stdout: '{}\n', stderr: '' });
    expect(p.get('log')).toBe(`${p.dir}\n`);
  });

  test.runIf(linux)(
    'block as guards and not as loggers where the runner is missing or killed',
    async () => {
      const { p, guards, logs } = await converted();
      p.put('hooks/guard.sh', endless);
      const said = payload(p, 'cursor', shell, 'ls');
      const ends = [await killed(p, guards.command, said)];
      p.drop('.anyhook/run.cjs');
      ends.push(await p.fires(guards.command, said));
      for (const one of ends) {
        expect(one.stdout).toBe('');
        expect(blocks('cursor', 'preToolUse', one, guards.failClosed)).toBe(true);
      }
      const quiet = await p.fires(logs.command, payload(p, 'cursor', 'cli-sessionEnd'));
      expect(logs.failClosed).toBeUndefined();
      expect(blocks('cursor', 'sessionEnd', quiet)).toBe(false);
    },
  );
});
