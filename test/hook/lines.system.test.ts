// The flags `--answer later` and `--root search` on lines whose hook is a module.
import { copyFileSync, mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands, type Project, project } from '../settings/project.ts';
import { until } from '../shim/run.ts';

const source = `const { existsSync, writeFileSync } = require('node:fs');
exports.default = {
  async beforeTool(call) {
    if (call.input.command === 'wait') {
      while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 10));
      writeFileSync('told', process.cwd());
      throw new Error('late');
    }
    return { decision: 'deny', reason: 'use the trash' };
  },
};
`;
const yaml =
  'version: 1\nhooks:\n  - { on: before-tool, tools: [shell], module: hooks/guard.cjs }\n';
const synced = async (host: string): Promise<Project> => {
  const p = project({ 'anyhook.yaml': yaml, 'hooks/guard.cjs': source });
  expect(await p.anyhook('sync', '--to', host)).toMatchObject({ code: 0 });
  return p;
};
const call = (p: Project, command: string) => ({
  session_id: 's-1',
  transcript_path: p.at('transcript'),
  cwd: p.dir,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
});
/** Runs the runner of a project on a shell command of an agent. */
const run = (p: Project, flags: string, command = 'ls') => {
  const line = `node .anyhook/run.cjs run --host claude --as anyhook --event before-tool ${flags} --module guard.cjs.cjs`;
  return p.fires(line, call(p, command), 'sh', { CLAUDE_PROJECT_DIR: p.dir });
};
/** The line of the hook in the settings of an agent that starts hooks in subfolders. */
const lineOf = (p: Project): string =>
  commands(JSON.parse(p.get('.codex/hooks.json'))).find((one) => one.includes('--module')) ?? '';

test.each([
  '--answer later',
  '--answer=later',
])('with %s nobody waits for a handler, which is called all the same, and refuses nothing', async (flag) => {
  const p = await synced('claude');
  expect((await run(p, '')).stdout).toContain('use the trash');
  expect(await run(p, flag)).toMatchObject({ code: 0, stdout: '{}\n', stderr: '' });
  const said = await run(p, flag, 'wait');
  expect(said).toMatchObject({ code: 0, stdout: '{}\n', stderr: '' });
  expect(p.has('told')).toBe(false);
  p.put('go', '');
  expect(await until(() => p.has('told') && p.get('told') === p.dir)).toBe(true);
});

test('with --answer later a module that is missing refuses nothing', async () => {
  const p = await synced('claude');
  p.drop('.anyhook/modules');
  expect((await run(p, '')).stdout).toContain('could not be started');
  expect(await run(p, '--answer later')).toMatchObject({ code: 0, stdout: '{}\n' });
});

test('the line of an agent that starts hooks in subfolders finds the module of its project, and none of another', async () => {
  const p = await synced('codex');
  mkdirSync(p.at('sub/deep'), { recursive: true });
  const started = (folder: string) => p.fires(`cd ${folder}; ${lineOf(p)}`, call(p, 'ls'));
  for (const folder of ['.', 'sub/deep'])
    expect((await started(folder)).stdout).toContain('use the trash');
  // A folder that the project of a session supplies takes the place of no module.
  p.put('sub/.anyhook/modules/guard.cjs.cjs', 'exports.default = { beforeTool() {} };');
  expect((await started('sub/deep')).stdout).toContain('use the trash');
});

test('with --root search the runner of the project takes over, with its own module', async () => {
  const p = await synced('codex');
  p.put('other/modules/guard.cjs.cjs', 'exports.default = { beforeTool() {} };');
  copyFileSync(p.at('.anyhook/run.cjs'), p.at('other/run.cjs'));
  const [flags] = /--host .*--carry \w+/.exec(lineOf(p)) ?? [];
  const said = await p.fires(`node other/run.cjs run --root search ${flags}`, call(p, 'ls'));
  expect(said.stdout).toContain('use the trash');
});
