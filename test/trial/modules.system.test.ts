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

test('a module is asked as its source is now, and the report says that agents have it as it was', async () => {
  const p = moduleProject();
  expect((await p.anyhook('sync')).code).toBe(0);
  p.put('hooks/rules.ts', guardSource['hooks/rules.ts'].replace('rm -rf', 'shred'));
  const said = await p.anyhook('test', 'shred x', '--agent', 'claude');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(lines(said.stdout)).toEqual([
    'shell shred x',
    '',
    'guard.ts',
    '  claude  deny  (after anyhook sync) use the trash',
    '',
    'claude: the call is refused, once anyhook sync has been run.',
  ]);
  expect((await p.anyhook('sync')).code).toBe(0);
  const after = await p.anyhook('test', 'shred x', '--agent', 'claude');
  expect(lines(after.stdout).at(-1)).toBe('claude: the call is refused.');
});

test.each([
  [
    'was changed by hand',
    (text: string) => text.replace(/(decision: ?[`'"])deny/g, '$1allow'),
    'allow',
    true,
  ],
  ['was deleted', () => undefined, 'deny !', false],
  ['is empty', () => '', 'deny !', false],
])('a module file that %s is asked as it stands, which is what its agent gets', async (_, change, verdict, isNoted) => {
  const p = moduleProject();
  expect((await p.anyhook('sync')).code).toBe(0);
  const file = '.anyhook/modules/guard.cjs';
  const text = change(p.get(file));
  if (text === undefined) p.drop(file);
  else p.put(file, text);
  const said = await p.anyhook('test', 'rm -rf x', '--agent', 'claude');
  const all = lines(said.stdout);
  expect(all[3]).toMatch(new RegExp(`^ {2}claude {2}${verdict} `.trimEnd()));
  if (verdict === 'deny !')
    expect(all[3]).toContain('run npx anyhook sync, so the call is refused');
  const note =
    '! .anyhook/modules/guard.cjs was changed since anyhook made it. It was asked as it stands for claude. To make it anew: anyhook sync';
  expect(said.stdout.replace(/\s+/g, ' ').includes(note)).toBe(isNoted);
  const tests = await p.anyhook('test');
  expect(tests.code).toBe(1);
  expect(tests.stdout.includes('It was asked as')).toBe(isNoted);
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
  const story = (await p.anyhook('test', 'ls', '--agent', 'claude', '-v')).stdout;
  expect(story.replace(/\s+/g, ' ')).toMatch(
    /it ends with no outcome: it threw Error: no rules \(\w+\.cjs:\d+\)/,
  );
  expect(story).not.toContain('did not end by itself');
});

test('a hook has one number in every report, also where the settings have a field for its name', async () => {
  const p = moduleProject({
    'hooks/rules.mjs':
      "export default { beforeTool() {}, prompt() { return { decision: 'deny', reason: 'no' }; } };\n",
    'anyhook.yaml': `version: 1
hooks:
  - { name: first, on: before-tool, module: hooks/rules.mjs }
  - { name: second, on: prompt, module: hooks/rules.mjs }
`,
  });
  for (const isWritten of [false, true]) {
    if (isWritten) expect((await p.anyhook('sync', '--to', 'claude,gemini')).code).toBe(0);
    const agents = ['--prompt', 'hi', '--agent', 'claude,gemini', '--json'];
    const said = await p.anyhook('test', ...agents, '--hook=#2');
    expect(said.stdout.match(/"hook": "second"/g)).toHaveLength(2);
    expect(said.stdout.match(/"number": 2\b/g)).toHaveLength(2);
    expect((await p.anyhook('test', ...agents, '--hook=#1')).stdout).not.toContain('"second"');
  }
});
