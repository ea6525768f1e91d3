import { expect, test } from 'vitest';
import { projectLauncher } from '../../src/settings/convert.ts';
import { oddName } from './fired.ts';
import { project, ran } from './project.ts';

test('a line of Codex CLI finds the runner of its project from a folder below, whatever that is called', async () => {
  const runner = 'console.log(JSON.stringify([process.cwd(), process.argv.slice(2)]))';
  const p = project({ '.anyhook/run.cjs': runner, 'a/b/.keep': '' }, oddName);
  const line = `${projectLauncher('codex')} run --host codex`;
  const said = await ran(['/bin/sh', '-c', line], { cwd: p.at('a/b'), env: process.env });
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(said.stdout)).toEqual([p.dir, ['run', '--host', 'codex']]);
});
