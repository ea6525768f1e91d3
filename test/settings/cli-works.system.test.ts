import { describe, expect, test } from 'vitest';
import { settingsFiles } from '../conformance/fixtures.ts';
import { factOf, familyOf } from '../facts.ts';
import { blocks, endless, killed, linux, oddName, payload } from './fired.ts';
import { cursorHooks, geminiHooks, guard, project } from './project.ts';

const hooks = cursorHooks({
  beforeShellExecution: [{ command: '.cursor/hooks/guard.sh' }],
  afterShellExecution: [{ command: 'pwd >> "$CURSOR_PROJECT_DIR/log"' }],
});
const files = { '.cursor/hooks.json': hooks, '.cursor/hooks/guard.sh': guard };

describe.each(familyOf('gemini'))('hooks of Cursor under %s', (host) => {
  const file = settingsFiles[host];
  const { before, after } = factOf(host, 'call');
  const converted = async () => {
    const p = project(files, oddName);
    expect((await p.anyhook('convert', 'cursor', host, '--write')).code).toBe(0);
    const { BeforeTool, AfterTool } = p.json(file).hooks;
    return {
      p,
      guards: BeforeTool[0].hooks[0].command as string,
      logs: AfterTool[0].hooks[0].command as string,
    };
  };

  test('refuse and let pass as guards, and log as loggers', async () => {
    const { p, guards, logs } = await converted();
    for (const shell of ['sh', 'bash']) {
      const refused = await p.fires(guards, payload(p, host, before, 'rm -rf build'), shell);
      expect(JSON.parse(refused.stdout)).toMatchObject({ decision: 'deny', reason: 'no' });
      expect(blocks(host, 'BeforeTool', refused)).toBe(true);
      const passed = await p.fires(guards, payload(p, host, before, 'ls'), shell);
      expect(passed).toMatchObject({ code: 0, stdout: '{}\n', stderr: '' });
    }
    const logged = await p.fires(logs, payload(p, host, after), 'bash');
    expect(logged).toMatchObject({ code: 0, stdout: '{}\n', stderr: '' });
    expect(p.get('log')).toBe(`${p.dir}\n`);
  });

  test('refuse as guards and give an empty response as loggers where the runner is missing', async () => {
    const { p, guards, logs } = await converted();
    p.drop('.anyhook/run.cjs');
    const refused = await p.fires(guards, payload(p, host, before, 'ls'), 'bash');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('.anyhook/run.cjs is missing');
    expect(refused.stderr).toContain('anyhook sync');
    expect(blocks(host, 'BeforeTool', refused)).toBe(true);
    const quiet = await p.fires(logs, payload(p, host, after), 'bash');
    expect(quiet).toMatchObject({ code: 0, stdout: '{}\n' });
  });

  test('refuse as guards and give an empty response as loggers where the runner is killed', async () => {
    const { p, guards, logs } = await converted();
    p.put('.cursor/hooks/guard.sh', endless);
    const refused = await killed(p, guards, payload(p, host, before, 'ls'));
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('ended by signal 9');
    expect(blocks(host, 'BeforeTool', refused)).toBe(true);
    const line = logs.replace(/-- '.*' && false/, '-- .cursor/hooks/guard.sh && false');
    expect(line).not.toBe(logs);
    const quiet = await killed(p, line, payload(p, host, after));
    expect(quiet).toMatchObject({ code: 0, stdout: '{}\n' });
  });
});

test.runIf(linux)(
  'a converted line prints nothing without its runner at an event where any output has an effect',
  async () => {
    const from = geminiHooks({ BeforeToolSelection: [{ command: './endless.sh' }] });
    const p = project({ '.terminai/settings.json': from, 'endless.sh': endless }, oddName);
    await p.anyhook('convert', 'terminai', 'gemini', '--write');
    const line = p.json('.gemini/settings.json').hooks.BeforeToolSelection[0].hooks[0].command;
    const said = payload(p, 'gemini', 'BeforeToolSelection');
    expect(await killed(p, line, said)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    p.drop('.anyhook/run.cjs');
    const missing = await p.fires(line, said, 'bash');
    expect(missing).toMatchObject({ code: 0, stdout: '', stderr: '' });
  },
);
