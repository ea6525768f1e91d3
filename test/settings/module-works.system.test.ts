import { describe, expect, test } from 'vitest';
import { readHooks } from '../../src/settings/formats/index.ts';
import { adapterOf } from '../../src/translate/host.ts';
import { entriesIn } from '../../src/trial/entries.ts';
import { payloadsFor } from '../../src/trial/payloads.ts';
import { tryHook } from '../../src/trial/try-hook.ts';
import { settingsFiles } from '../conformance/fixtures.ts';
import { hosts } from './delivery.ts';
import { blocks, oddName } from './fired.ts';
import { guardSource, moduleProject } from './modules.ts';
import type { Project } from './project.ts';

const module = '.anyhook/modules/guard.cjs';

/** Runs the whole line of each entry for a shell command, as the agent would, and tells whether one refuses. */
async function isRefused(p: Project, host: (typeof hosts)[number], command: string) {
  const agent = adapterOf(host);
  const file = settingsFiles[host];
  const scene = { root: p.dir, session: `s-${command}`, transcript: p.at('transcript') };
  const entries = entriesIn(agent, { file, text: p.get(file) });
  const call = { event: 'before-tool' as const, tool: 'shell' as const, input: { command } };
  const ends = [];
  for (const input of payloadsFor(agent, call, scene))
    for (const entry of entries.filter(({ event }) => event === input.binding.native)) {
      const trial = await tryHook(entry, input, scene);
      if (trial.notRun !== undefined) continue;
      const { exitCode: code, stdout, stderr } = trial;
      const isClosed = entry.hook.onFailure === 'block';
      const said = { code, stdout, stderr, signal: null };
      ends.push({ isBlocked: blocks(host, entry.event, said, isClosed), text: stdout + stderr });
    }
  expect(ends.length).toBeGreaterThan(0);
  return {
    refused: ends.some(({ isBlocked }) => isBlocked),
    text: ends.map(({ text }) => text).join('\n'),
  };
}

describe.each(hosts)('a hook in TypeScript under %s, with the whole line in a shell', (host) => {
  const synced = async () => {
    const p = moduleProject({}, oddName);
    expect(await p.anyhook('sync', '--to', host)).toMatchObject({ code: 0, stderr: '' });
    return p;
  };

  test('refuses and lets pass, and needs neither its source nor any package', async () => {
    const p = await synced();
    p.drop('hooks');
    const refused = await isRefused(p, host, 'rm -rf build');
    expect(refused).toMatchObject({
      refused: true,
      text: expect.stringContaining('use the trash'),
    });
    expect(await isRefused(p, host, 'ls')).toMatchObject({ refused: false });
  });

  test.each([
    ['its module is missing', (p: Project) => p.drop(module)],
    ['its module is cut off', (p: Project) => p.put(module, p.get(module).slice(0, -30))],
    ['its module is empty', (p: Project) => p.put(module, '')],
    ['its module throws', (p: Project) => p.put(module, 'throw new Error("broken");')],
    [
      'its module has no handler',
      (p: Project) => p.put(module, 'exports.default = { stop() {} };'),
    ],
    [
      'its handler says an unknown word',
      (p: Project) =>
        p.put(module, 'exports.default = { beforeTool: () => ({ decision: "nope" }) };'),
    ],
    [
      'its handler rejects',
      (p: Project) =>
        p.put(module, 'exports.default = { beforeTool: async () => { throw new Error("no"); } };'),
    ],
  ])('refuses where %s', async (_, damage) => {
    const p = await synced();
    damage(p);
    expect(await isRefused(p, host, 'ls')).toMatchObject({ refused: true });
  });

  test('can be read back from its line', async () => {
    const p = await synced();
    const file = settingsFiles[host];
    const record = JSON.parse(p.get('.anyhook/kept.json')).kept;
    const { hooks } = readHooks(host, p.get(file), file, record);
    expect(hooks.map(({ hook }) => hook)).toContainEqual({
      ...{ speaks: 'anyhook', event: 'before-tool', command: '' },
      ...{ tools: ['shell'], module: 'hooks/guard.ts' },
    });
  });
});

test('a module has the same bytes in every folder, and no path of this machine', async () => {
  const texts = [];
  for (const name of ['a', oddName]) {
    const p = moduleProject({}, name);
    await p.anyhook('sync');
    texts.push(p.get(module));
    expect(p.get(module)).not.toContain(p.dir);
    expect(p.get(module)).not.toContain(process.cwd());
    expect(p.get(module)).not.toMatch(/\.\.\/\.\./);
  }
  expect(texts[0]).toBe(texts[1]);
});

test.each([
  [
    'hooks/rules.ts',
    'export const isBad = (line: string) => {\n  return line +;\n};\n',
    'hooks/rules.ts:2:16: Unexpected ";"',
  ],
  ['hooks/guard.ts', "import './gone.ts';\n", 'hooks/guard.ts:1:8: Could not resolve "./gone.ts"'],
  [
    'hooks/guard.ts',
    'export default { at: import.meta.url };\n',
    'hooks/guard.ts:1:22: a hook is CommonJS in the end, which has no import.meta',
  ],
  [
    'hooks/guard.ts',
    'export default await Promise.resolve({});\n',
    'hooks/guard.ts:1:16: a hook is CommonJS in the end, which has no await outside',
  ],
])('sync writes nothing where %s cannot be compiled', async (path, text, message) => {
  const p = moduleProject({ [path]: text });
  const before = p.state();
  const said = await p.anyhook('sync');
  expect(said).toMatchObject({ code: 2, stdout: '' });
  expect(said.stderr).toMatch(/^anyhook: hooks\//);
  expect(said.stderr).toContain(message);
  expect(p.state()).toEqual(before);
});

test('paths of tsconfig.json are followed, packages and JSON are put into the module, and a first line for a shell is left out', async () => {
  const p = moduleProject({
    'tsconfig.json': { compilerOptions: { paths: { '@lib/*': ['./lib/*'] } } },
    'lib/words.ts':
      "import list from './list.json' with { type: 'json' };\nexport const words: string[] = list;\n",
    'lib/list.json': ['shred'],
    'node_modules/tiny/package.json': { name: 'tiny', main: 'index.js' },
    'node_modules/tiny/index.js':
      'module.exports = (text, words) => words.some((word) => text.includes(word));\n',
    'hooks/rules.ts':
      "import tiny from 'tiny';\nimport { words } from '@lib/words.ts';\nexport const isBad = (line: string): boolean => tiny(line, words);\n",
    'hooks/guard.ts': `#!/usr/bin/env node\n${guardSource['hooks/guard.ts']}`,
  });
  expect(await p.anyhook('sync')).toMatchObject({ code: 0, stderr: '' });
  for (const one of ['node_modules', 'lib', 'hooks', 'tsconfig.json']) p.drop(one);
  expect(await isRefused(p, 'claude', 'shred x')).toMatchObject({ refused: true });
  expect(await isRefused(p, 'claude', 'ls')).toMatchObject({ refused: false });
  const header = p
    .get(module)
    .split('\n')
    .filter((line) => /^\/\/ [\da-f]{10} /.test(line));
  expect(header.map((line) => line.slice(14))).toEqual([
    'hooks/guard.ts',
    'hooks/rules.ts',
    'lib/list.json',
    'lib/words.ts',
    'node_modules/tiny/index.js',
  ]);
});
