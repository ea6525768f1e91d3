import { expect, test } from 'vitest';
import { payload } from './fired.ts';
import { commands, project } from './project.ts';
import { guardFiles } from './sources.ts';

test('a runner whose line ends git changed counts as up to date, still refuses, and is removed', async () => {
  const p = project({ ...guardFiles });
  const convert = ['convert', 'cursor', 'gemini', '--write'];
  expect((await p.anyhook(...convert)).code).toBe(0);
  expect(p.get('.anyhook/.gitattributes')).toBe('* -text\n');
  p.put('.anyhook/run.cjs', p.get('.anyhook/run.cjs').replaceAll('\n', '\r\n'));
  const { stdout } = await p.anyhook(...convert);
  expect(stdout).toContain('Up to date');
  expect(p.get('.anyhook/run.cjs')).toContain('\r\n');
  const [line = ''] = commands(p.json('.gemini/settings.json')).filter((one) =>
    one.includes('guard.sh'),
  );
  const call = payload(p, 'gemini', 'BeforeTool-run_shell_command', 'rm -rf x');
  const said = await p.fires(line, call, 'bash');
  expect(JSON.parse(said.stdout)).toMatchObject({ decision: 'deny' });
  expect((await p.anyhook('remove', 'gemini')).code).toBe(0);
  expect(p.has('.anyhook')).toBe(false);
});
