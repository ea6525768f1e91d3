import { statSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { moduleYaml } from './modules.ts';
import { type Files, type Project, project } from './project.ts';

const script = `// The type is imported in a comment: import('anyhook/hook').Handlers
export default {
  beforeTool(call) {
    return /rm -rf/.test(call.input.command) ? { decision: 'deny', reason: 'no' } : undefined;
  },
};
`;
const file = '.anyhook/modules/guard.mjs.cjs';
const own = { '.claude/settings.json': {}, '.gemini/settings.json': {} };
const inScript = (files: Files = {}, yaml = moduleYaml('hooks/guard.mjs')) =>
  project({ 'anyhook.yaml': yaml, 'hooks/guard.mjs': script, ...own, ...files });

test('a script without imports is written without esbuild, and only once', async () => {
  const p = inScript();
  const said = await p.anyhook('sync');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  const text = p.get(file);
  expect(text.split('\n').slice(0, 4)).toEqual([
    expect.stringMatching(
      /^\/\/ Made by anyhook sync from hooks\/guard\.mjs \([\da-f]{16}\)\. Change that file, not this one\.$/,
    ),
    expect.stringMatching(/^\/\/ [\da-f]{10} hooks\/guard\.mjs$/),
    "'use strict';",
    "// The type is imported in a comment: import('anyhook/hook').Handlers",
  ]);
  expect(text).toContain('\nmodule.exports.default = {\n');
  expect(statSync(p.at(file)).mode & 0o777).toBe(0o644);
  for (const settings of Object.keys(own))
    expect(p.get(settings)).toMatch(/ --module guard\.mjs\.cjs --carry [\da-f]{10} (?!-- )/);
  const before = p.state();
  expect((await p.anyhook('sync')).code).toBe(0);
  expect((await p.anyhook('sync', '--check')).code).toBe(0);
  expect(p.state()).toEqual(before);
});

test('removing the hooks removes the module files, and all is as it was', async () => {
  const p = inScript();
  const before = p.texts();
  await p.anyhook('sync');
  expect((await p.anyhook('remove', 'claude')).code).toBe(0);
  expect(p.has(file)).toBe(true);
  expect((await p.anyhook('remove', 'gemini')).code).toBe(0);
  expect(p.has('.anyhook')).toBe(false);
  expect(p.texts()).toEqual(before);
});

test('a module file that no line names any more is removed, and a file of somebody else stays', async () => {
  const p = inScript({ 'hooks/other.js': script, '.anyhook/modules/mine.cjs': 'exports.a = 1;\n' });
  await p.anyhook('sync');
  p.put('anyhook.yaml', moduleYaml('hooks/other.js'));
  await p.anyhook('sync');
  expect(p.files().filter((path) => path.includes('modules/'))).toEqual([
    '.anyhook/modules/mine.cjs',
    '.anyhook/modules/other.js.cjs',
  ]);
  await p.anyhook('remove', '--all');
  expect(p.files().filter((path) => path.startsWith('.anyhook'))).toEqual([
    '.anyhook/modules/mine.cjs',
  ]);
});

test('hooks of two events share the file of their module', async () => {
  const yaml = moduleYaml('hooks/guard.mjs', '  - on: stop\n    module: hooks/guard.mjs\n');
  const p = inScript({}, yaml);
  await p.anyhook('sync');
  expect(p.files().filter((path) => path.includes('modules/'))).toEqual([file]);
  expect(p.get('.claude/settings.json').match(/--module guard\.mjs\.cjs/g)).toHaveLength(2);
});

const missing = 'is not there, so its hooks fail: a guard refuses every call, or guards nothing';
const byHand = 'was changed since anyhook made it';

test.each([
  ['is changed in its source', (text: string) => text, `${script}// more\n`, undefined],
  ['is cut off', (text: string) => text.slice(0, -20), script, 'is empty or cut off'],
  ['is cut off in its first line', (text: string) => text.slice(0, 30), script, byHand],
  ['is changed by hand', (text: string) => text.replace('deny', 'allow'), script, byHand],
  ['is empty', () => '', script, 'is empty or cut off'],
  ['is missing', () => undefined, script, missing],
])('sync --check finds a module that %s, and sync writes it again', async (_, change, source, altered) => {
  const p = inScript();
  await p.anyhook('sync');
  const good = p.get(file);
  const text = change(good);
  if (text === undefined) p.drop(file);
  else p.put(file, text);
  p.put('hooks/guard.mjs', source);
  const said = await p.anyhook('sync', '--check');
  expect(said.code).toBe(3);
  expect(said.stdout.replace(/\s+/g, ' ')).toContain(
    altered === undefined
      ? `Out of date: ${file} Type this`
      : `✗ ${file} ${altered}; anyhook sync makes it anew from hooks/guard.mjs Type this`,
  );
  expect(said.stdout.includes('Out of date')).toBe(altered === undefined);
  expect((await p.anyhook('sync')).stdout).toContain('Written: .anyhook\n');
  expect((await p.anyhook('sync', '--check')).code).toBe(0);
  if (source === script) expect(p.get(file)).toBe(good);
});

test('before the first sync, a module that is not made yet is only out of date', async () => {
  const said = await inScript().anyhook('sync', '--check');
  expect(said.code).toBe(3);
  expect(said.stdout).toContain('Out of date: ');
  expect(said.stdout).not.toContain('✗');
});

test('line ends of Windows are no change', async () => {
  const p = inScript();
  await p.anyhook('sync');
  for (const path of [file, 'hooks/guard.mjs']) p.put(path, p.get(path).replaceAll('\n', '\r\n'));
  expect((await p.anyhook('sync', '--check')).code).toBe(0);
});

test('a hook whose line is converted back names its source again', async () => {
  const p = inScript();
  await p.anyhook('sync');
  const text = p.get('anyhook.yaml');
  p.drop('anyhook.yaml');
  expect((await p.anyhook('convert', 'claude', 'anyhook', '--write')).code).toBe(0);
  const said = p.get('anyhook.yaml');
  expect(said).toContain('module: hooks/guard.mjs');
  expect(said).not.toContain('run:');
  expect(text).toContain('module: hooks/guard.mjs');
});

test('a hook whose line is converted for another agent keeps its module, whether or not the source is there', async () => {
  const p = inScript({ '.cursor/hooks.json': { version: 1, hooks: {} } });
  await p.anyhook('sync', '--to', 'claude');
  const good = p.get(file);
  p.drop('anyhook.yaml');
  p.put('hooks/guard.mjs', `${script}// more\n`);
  expect(await p.anyhook('convert', 'claude', 'gemini', '--write')).toMatchObject({ stderr: '' });
  expect(p.get('.gemini/settings.json')).toContain('--module guard.mjs.cjs');
  p.drop('hooks/guard.mjs');
  expect(await p.anyhook('convert', 'claude', 'cursor', '--write')).toMatchObject({ stderr: '' });
  expect(p.get('.cursor/hooks.json')).toContain('--module guard.mjs.cjs');
  expect(p.get(file)).toBe(good);
});

test('convert anyhook writes modules as sync does', async () => {
  const p = inScript();
  expect((await p.anyhook('convert', 'anyhook', 'claude', '--write')).code).toBe(0);
  const text = p.get(file);
  await p.anyhook('sync');
  expect(p.get(file)).toBe(text);
});

test('a launcher of its own is refused for a module, since no module is beside that runner', async () => {
  const p = inScript();
  const before = p.state();
  const words = ['anyhook', 'claude', '--launcher', 'anyhook', '--write'];
  const said = await p.anyhook('convert', ...words);
  expect(said.code).toBe(2);
  expect(said.stderr).toContain('needs the runner in .anyhook; leave --launcher out');
  expect(p.state()).toEqual(before);
});

test('--raw names a module as something that no agent can start', async () => {
  const p = inScript();
  const said = await p.anyhook('convert', 'anyhook', 'claude', '--raw');
  expect(said.code).toBe(1);
  expect(said.stdout.replace(/\s+/g, ' ')).toContain(
    'anyhook itself calls the handler in hooks/guard.mjs',
  );
});

test('hooks of the home folder have their modules there', async () => {
  const p = project({
    '~/.anyhook/anyhook.yaml': moduleYaml('hooks/guard.mjs'),
    '~/.anyhook/hooks/guard.mjs': script,
    '~/.claude/settings.json': {},
  });
  expect(await p.anyhook('sync', '--scope', 'user')).toMatchObject({ code: 0, stderr: '' });
  expect(statSync(p.at('~/.anyhook/modules/guard.mjs.cjs')).mode & 0o777).toBe(0o600);
  expect(p.get('~/.claude/settings.json')).toContain('--module guard.mjs.cjs');
  expect((await p.anyhook('sync', '--check', '--scope', 'user')).code).toBe(0);
  p.put('~/.anyhook/hooks/guard.mjs', `${script}\n// more`);
  expect((await p.anyhook('sync', '--check', '--scope', 'user')).code).toBe(3);
  expect((await p.anyhook('remove', 'claude', '--scope', 'user')).code).toBe(0);
  expect(p.has('~/.anyhook/modules')).toBe(false);
});

test.each([
  [
    'its file is a link',
    (p: Project) => {
      p.put('other.cjs', p.get(file));
      p.drop(file);
      symlinkSync('../../other.cjs', p.at(file));
    },
    { code: 0 },
  ],
  [
    'their folder is a link',
    (p: Project) => {
      p.put('modules/guard.mjs.cjs', p.get(file));
      p.drop('.anyhook/modules');
      symlinkSync('../modules', p.at('.anyhook/modules'));
    },
    { code: 4 },
  ],
])('a module is out of date where %s, which the runner does not follow', async (_, link, end) => {
  const p = inScript();
  await p.anyhook('sync');
  link(p);
  expect((await p.anyhook('sync', '--check')).code).toBe(3);
  expect((await p.anyhook('doctor')).stdout).toContain('is a link or cannot be read');
  expect(await p.anyhook('sync')).toMatchObject(end);
});

test('a link that leads out of the project is no module', async () => {
  const p = inScript({ '~/secret.mjs': script });
  p.drop('hooks/guard.mjs');
  symlinkSync(p.at('~/secret.mjs'), p.at('hooks/guard.mjs'));
  const said = await p.anyhook('sync');
  expect(said.code).toBe(2);
  expect(said.stderr).toContain('symbolic links are followed only inside');
});

test('the esbuild of the project is taken, and is told nothing of plugins', async () => {
  const fake = `exports.build = async (options) => {
  if (options.sourcemap || !options.bundle) throw new Error('wrong options');
  const text = 'module.exports.default = { beforeTool: () => ({ decision: "deny" }) };';
  return { outputFiles: [{ text }], metafile: { inputs: { 'hooks/guard.ts': {}, 'anyhook:x': {} }, outputs: { x: { exports: ['default'] } } } };
};`;
  const p = project({
    'anyhook.yaml': moduleYaml('hooks/guard.ts'),
    'hooks/guard.ts': 'export default { beforeTool() {} };\n',
    'node_modules/esbuild/index.js': fake,
    ...own,
  });
  expect(await p.anyhook('sync')).toMatchObject({ code: 0, stderr: '' });
  expect(p.get('.anyhook/modules/guard.cjs')).toMatch(
    /\n\/\/ [\da-f]{10} hooks\/guard\.ts\nmodule\.exports/,
  );
  expect((await p.anyhook('sync', '--check')).code).toBe(0);
});

test('an input of a package that is not installed is no change, and another input that is gone is one', async () => {
  const fake = `exports.build = async () => ({
  outputFiles: [{ text: '' }],
  metafile: {
    inputs: { 'hooks/guard.ts': {}, 'hooks/rules.ts': {}, 'node_modules/a/index.js': {} },
    outputs: { x: { exports: ['default'] } },
  },
});`;
  const p = project({
    'anyhook.yaml': moduleYaml('hooks/guard.ts'),
    'hooks/guard.ts': 'export default { beforeTool() {} };\n',
    'hooks/rules.ts': '',
    'node_modules/a/index.js': '',
    'node_modules/esbuild/index.js': fake,
    ...own,
  });
  await p.anyhook('sync');
  p.put('node_modules/a/index.js', '// changed');
  expect((await p.anyhook('sync', '--check')).code).toBe(3);
  p.drop('node_modules');
  expect((await p.anyhook('sync', '--check')).code).toBe(0);
  p.drop('hooks/rules.ts');
  expect((await p.anyhook('sync', '--check')).code).toBe(3);
});
