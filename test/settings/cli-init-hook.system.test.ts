/** `anyhook init --hook`, from the package as npm publishes it, in a folder of somebody who has nothing else. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { installOnce, packedProgram } from '../packed.ts';
import { type Files, type Project, project, runProgram } from './project.ts';

const repository = join(import.meta.dirname, '../..');
beforeAll(installOnce, 120_000);

/** A folder in which somebody has typed `npm install --save-dev anyhook`, and further packages. */
function newcomer(packages: readonly string[] = [], files: Files = {}): Project {
  const p = project(files);
  mkdirSync(p.at('node_modules/@types'), { recursive: true });
  symlinkSync(join(inject('packedIn'), 'node_modules/anyhook'), p.at('node_modules/anyhook'));
  for (const name of packages)
    symlinkSync(join(repository, 'node_modules', name), p.at(`node_modules/${name}`));
  return p;
}

const run = (p: Project, ...command: string[]) =>
  runProgram(command, { cwd: p.dir, env: { ...process.env, HOME: p.home, NODE_OPTIONS: '' } });
const anyhook = (p: Project, ...words: string[]) =>
  run(p, process.execPath, packedProgram(), ...words);
const written = (p: Project) => p.files().filter((path) => !path.startsWith('node_modules/'));

test('a hook in TypeScript needs esbuild, which is said before anything is written', async () => {
  const p = newcomer();
  const said = await anyhook(p, 'init', '--hook', 'ts', '--agents', 'claude', '--yes');
  expect(said).toMatchObject({ code: 2, stdout: '' });
  expect(said.stderr).toBe(
    [
      'anyhook: hooks/guard.ts is TypeScript, which needs esbuild, and that is not installed here.',
      'Nothing was written. Type: npm install --save-dev esbuild',
      'Or begin in JavaScript, which needs nothing else: npx anyhook init --hook js\n',
    ].join('\n'),
  );
  expect(written(p)).toEqual([]);
});

test('sync says as well what a hook in TypeScript needs, and writes nothing', async () => {
  const hook = 'export default { stop() {} };\n';
  const yaml = 'version: 1\nhooks:\n  - on: stop\n    module: hooks/guard.ts\n';
  const p = newcomer([], {
    'anyhook.yaml': yaml,
    'hooks/guard.ts': hook,
    '.claude/settings.json': {},
  });
  const said = await anyhook(p, 'sync');
  expect(said).toMatchObject({ code: 2, stdout: '' });
  expect(said.stderr).toContain('Type: npm install --save-dev esbuild\n');
  p.put('hooks/guard.mjs', "import './other.mjs';\n");
  p.put('anyhook.yaml', yaml.replace('.ts', '.mjs'));
  expect((await anyhook(p, 'sync')).stderr).toContain(
    'hooks/guard.mjs imports ./other.mjs, which needs esbuild',
  );
  expect(written(p).filter((path) => path.startsWith('.anyhook'))).toEqual([]);
});

const forms: readonly [string, number, string][] = [
  ['export default {\n  beforeTool(call) {\n    if (call {}\n  },\n};\n', 2, 'guard.mjs:3: '],
  ['export default {\n  beforeTool() {\n', 2, 'guard.mjs:2: '],
  ["export default { beforeTool: () => { 'import x' } };\n", 0, ''],
  ["export default { beforeTool: () => 'import' }; // import y\n", 0, ''],
  ['const h = {};\nexport { h as default };\n', 2, 'has another export than one line with'],
  ['console.log(1);\n', 2, 'guard.mjs:1: there is no default export: write'],
  ['export const guard = {};\n', 2, 'has another export than one line with'],
  ["import x from './x.mjs';\nexport default x;\n", 2, 'imports ./x.mjs, which needs esbuild'],
  ["export * from './x.mjs';\n", 2, 'imports ./x.mjs, which needs esbuild'],
  ["const x = require('node:fs');\nexport default {};\n", 2, 'imports node:fs, which'],
];

test.each(
  forms,
)('without esbuild, sync names what of %j needs it, or the mistake', async (text, code, why) => {
  const p = newcomer([], {
    'anyhook.yaml': 'version: 1\nhooks:\n  - { on: before-tool, module: hooks/guard.mjs }\n',
    'hooks/guard.mjs': text,
  });
  const said = await anyhook(p, 'sync', '--to', 'claude');
  expect([said.code, said.stderr]).toEqual([code, expect.stringContaining(why)]);
});

const withoutDefault = [
  'export const guard = { beforeTool() {} };\n',
  "export * from './other.ts';\n",
  'const beforeTool = () => {};\nconsole.log(beforeTool);\nexport {};\n',
];

test.each(
  withoutDefault,
)('sync writes no hook whose source has no default export: %j', async (text) => {
  const p = newcomer(['esbuild'], {
    'anyhook.yaml': 'version: 1\nhooks:\n  - { on: before-tool, module: hooks/guard.ts }\n',
    'hooks/guard.ts': text,
    'hooks/other.ts': 'export const guard = { beforeTool() {} };\n',
  });
  const said = await anyhook(p, 'sync', '--to', 'claude');
  expect([said.code, said.stderr]).toEqual([
    2,
    expect.stringContaining('no default export: write'),
  ]);
  expect(written(p)).not.toContain('.claude/settings.json');
  for (const right of [
    "export { guard as default } from './other.ts';\n",
    'module.exports = {beforeTool(){}};\n',
  ]) {
    p.put('hooks/guard.ts', right);
    expect((await anyhook(p, 'sync', '--to', 'claude')).code).toBe(0);
  }
});

test('a hook in JavaScript needs nothing else, and its test passes', async () => {
  const p = newcomer();
  const said = await anyhook(p, 'init', '--hook', 'js', '--agents', 'claude,gemini', '--yes');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toContain('\n  node --test hooks/test-guard.mjs  # tests the hook alone\n');
  expect(written(p)).toEqual([
    ...['.anyhook/.gitattributes', '.anyhook/kept.json', '.anyhook/modules/guard.mjs.cjs'],
    ...['.anyhook/run.cjs', '.anyhook/sh', '.anyhook/written.json', '.claude/settings.json'],
    ...['.gemini/settings.json', '.gitattributes', 'anyhook.yaml'],
    ...['hooks/guard.mjs', 'hooks/test-guard.mjs'],
  ]);
  expect(await run(p, process.execPath, '--test', 'hooks/test-guard.mjs')).toMatchObject({
    code: 0,
  });
  const tested = await anyhook(p, 'test');
  expect(tested.stdout).toContain('✓ rm -rf /: deny (2 of 2 agents)');
  expect(tested.code).toBe(0);
  const again = await anyhook(p, 'init', '--hook', 'js', '--yes');
  expect(again.stdout).toContain('Everything is there already: nothing was written.');
  expect(said.stdout).not.toContain('npm install');
  // A teammate has Node, and no packages.
  p.drop('node_modules');
  const global = await anyhook(p, 'init', '--hook', 'js', '--yes');
  expect(global.stdout).toContain(
    '\n  npm install --save-dev anyhook  # the test imports it\n  node --test hooks/test-guard.mjs',
  );
  expect((await p.anyhook('sync', '--check')).code).toBe(0);
});

test('a hook in TypeScript is typed, and it and its test run', async () => {
  const p = newcomer(['esbuild', '@types/node']);
  const said = await anyhook(p, 'init', '--hook', 'ts', '--agents', 'claude', '--yes');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(said.stdout).toMatch(/\n {2}(?:node|npx tsx) --test hooks\/test-guard\.ts {2}#/);
  expect((await anyhook(p, 'test')).code).toBe(0);
  const tsx = join(repository, 'node_modules/tsx/dist/cli.mjs');
  const tested = await run(p, process.execPath, tsx, '--test', 'hooks/test-guard.ts');
  expect(tested.code).toBe(0);
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    'node',
  ];
  const files = ['hooks/guard.ts', 'hooks/test-guard.ts'];
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const typed = await run(
    p,
    process.execPath,
    tsc,
    ...options,
    '--allowImportingTsExtensions',
    ...files,
  );
  expect(typed.stdout).toBe('');
});

test('files that are there stay, and another script in the place of the hook is refused', async () => {
  const files = {
    'hooks/test-guard.mjs': '// mine\n',
    'anyhook.yaml': 'version: 1\nhooks:\n  - { on: stop, run: echo }\n',
  };
  const p = newcomer([], files);
  const words = ['init', '--hook', 'js', '--agents', 'claude', '--yes'];
  expect(await anyhook(p, ...words)).toMatchObject({ code: 0, stderr: '' });
  expect(p.get('hooks/test-guard.mjs')).toBe('// mine\n');
  expect(p.get('anyhook.yaml')).toMatch(
    /\{ on: stop, run: echo \}\n(?:.*\n)*.*module: hooks\/guard\.mjs/,
  );
  const q = newcomer([], { 'hooks/guard.mjs': '// mine\n' });
  const said = await anyhook(q, ...words);
  expect(said.code).toBe(2);
  expect(said.stderr).toContain('leave out --hook');
  expect(written(q)).toEqual(['hooks/guard.mjs']);
});
