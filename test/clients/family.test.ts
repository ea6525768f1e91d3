import { describe, expect, test } from 'vitest';
import { gemini, type Hooks, type Run } from './gemini.ts';
import { shim } from './hook.ts';
import { blocked, shell } from './model-view.ts';

describe('a Gemini script that the shim runs under Gemini CLI', () => {
  test('refuses one command and lets another run', async () => {
    const run = await gemini({
      hooks: { BeforeTool: [shim(['--as gemini'], '.gemini/hooks/guard-shell.sh')] },
      turns: [shell('touch made.txt && rm -rf build'), shell('echo fine > fine.txt')],
    });
    expect(blocked(run.requests[1])).toBe(
      'Tool execution blocked: Recursive deletes are not allowed here.',
    );
    expect(run.file('made.txt')).toBeUndefined();
    expect(run.file('fine.txt')).toBe('fine\n');
    expect(run.seen('BeforeTool')[0]).toMatchObject({
      cwd: run.project,
      tool_name: 'run_shell_command',
      tool_input: { command: 'touch made.txt && rm -rf build' },
    });
  });

  test('rewrites a command', async () => {
    const run = await gemini({
      hooks: { BeforeTool: [shim(['--as gemini'], '.gemini/hooks/use-pnpm.mjs')] },
      turns: [shell('echo npm test > ran.txt')],
    });
    expect(run.file('ran.txt')).toBe('pnpm test\n');
  });
});

test('a hook that prints nothing, of Gemini’s dialect or Tabnine’s, leaves the model request unchanged', async () => {
  /** Everything the model was sent, without what differs from folder to folder. */
  const sent = (run: Run) => JSON.stringify(run.requests).replaceAll(run.root, '');
  async function withHooks(hooks: Hooks): Promise<Run> {
    const run = await gemini({ prompt: 'Say hello.', hooks });
    expect(run.requests).toHaveLength(1);
    return run;
  }
  const bare = await withHooks({});
  for (const vendor of ['gemini', 'tabnine']) {
    const silent = shim([`--as ${vendor}`], '.gemini/hooks/silent.sh');
    const run = await withHooks({ BeforeToolSelection: [silent], BeforeModel: [silent] });
    expect(run.seen('BeforeToolSelection')).toHaveLength(1);
    expect(run.seen('BeforeModel')).toHaveLength(1);
    expect(run.requests[0]).not.toHaveProperty('toolConfig');
    expect(sent(run)).toBe(sent(bare));
  }
});
