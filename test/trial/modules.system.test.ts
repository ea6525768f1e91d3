import { expect, test } from 'vitest';
import { guardSource, moduleProject } from '../settings/modules.ts';

const lines = (text: string) =>
  text
    .replace(/ +\d+ ms/g, '')
    .trimEnd()
    .split('\n');

test('the tests of anyhook.yaml ask a module that is not written yet', async () => {
  const p = moduleProject();
  const before = p.state();
  const said = await p.anyhook('test');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toBe(
    '✓ rm -rf /: deny (2 of 2 agents)\n✓ ls: pass (2 of 2 agents)\n\n2 tests, nothing failed.\n',
  );
  expect(p.state()).toEqual(before);
});

test('a module is asked as its source is now, and the report says that it is not written yet', async () => {
  const p = moduleProject();
  expect((await p.anyhook('sync')).code).toBe(0);
  p.put('hooks/rules.ts', guardSource['hooks/rules.ts'].replace('rm -rf', 'shred'));
  const said = await p.anyhook('test', 'shred x', '--agent', 'claude');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(lines(said.stdout)).toEqual([
    'shell shred x',
    '',
    'guard.ts',
    '  claude  deny  use the trash',
    '',
    'claude: nothing stops the call yet. Once anyhook sync has written its hooks: the',
    'call is refused.',
  ]);
  expect((await p.anyhook('sync')).code).toBe(0);
  const after = await p.anyhook('test', 'shred x', '--agent', 'claude');
  expect(lines(after.stdout).at(-1)).toBe('claude: the call is refused.');
});

test('a mistake in a module is reported with its place, and nothing is asked', async () => {
  const p = moduleProject({
    'hooks/rules.ts': 'export const isBad = (line: string) => {\n  return line +;\n};\n',
  });
  expect(await p.anyhook('test')).toEqual({
    ...{ code: 2, signal: null, stdout: '' },
    stderr: 'anyhook: hooks/rules.ts:2:16: Unexpected ";"\n',
  });
});

test('a handler that throws refuses, and the test says how it failed', async () => {
  const p = moduleProject({
    'hooks/rules.ts': "export const isBad = (line: string) => { throw new Error('no rules'); };\n",
  });
  const said = await p.anyhook('test', 'ls', '--agent', 'claude');
  expect(said.code).toBe(5);
  expect(said.stdout).toContain('no rules');
  expect(said.stdout).toContain('so the call is refused');
});
