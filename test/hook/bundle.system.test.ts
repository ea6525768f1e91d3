import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { adapterOf } from '../../src/translate/host.ts';
import { entriesIn } from '../../src/trial/entries.ts';
import { payloadsFor } from '../../src/trial/payloads.ts';
import { tryHook } from '../../src/trial/try-hook.ts';
import { settingsFiles } from '../conformance/fixtures.ts';
import { moduleYaml } from '../settings/modules.ts';
import { project } from '../settings/project.ts';

const source = (path: string) => new URL(`../../src/${path}`, import.meta.url).pathname;

test('the bundle of a hook is tiny, and needs nothing', async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      resolveDir: source('hook'),
      contents: `import { hook, deny } from './index.ts';
        export default hook({ beforeTool: (call) => call.tool === 'shell' ? deny('no') : undefined });`,
    },
    ...{
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      format: 'cjs',
      platform: 'neutral',
    },
  });
  expect(outputFiles[0]?.contents.length).toBeLessThan(3 * 1024);
  expect(
    Object.keys(metafile.inputs).filter((path) => /zod|node:|node_modules/.test(path)),
  ).toEqual([]);
});

test('a text that a hook imports is in its module, which has of anyhook what the hook calls', async () => {
  const p = project({
    'anyhook.yaml': moduleYaml('hooks/guard.ts'),
    'hooks/guard.ts': `import { deny, hook } from 'anyhook/hook';
import words from './words.md';
import more from './more.txt';
export default hook({ beforeTool: () => deny(words + more) });
`,
    'hooks/words.md': '# The rules\n',
    'hooks/more.txt': 'Ask first.\n',
  });
  expect(await p.anyhook('sync', '--to', 'claude')).toMatchObject({ code: 0, stderr: '' });
  const text = p.get('.anyhook/modules/guard.cjs');
  expect(text).toContain('# The rules');
  expect(text).toContain('Ask first.');
  expect(text).toMatch(/^\/\/ [\da-f]{10} hooks\/words\.md$/m);
  expect(text.length).toBeLessThan(5000);
  p.put('hooks/words.md', '# Other rules\n');
  expect((await p.anyhook('sync', '--check')).code).toBe(3);
});

test('what a bundle would load at a call is named by sync, and is none of the project: only modules of Node are loaded', async () => {
  const p = project({
    'anyhook.yaml': moduleYaml('hooks/guard.ts'),
    'hooks/guard.ts': `import { test } from 'dep';
export default { async beforeTool() {
  const name = '../../rules.mjs';
  const { sep } = await import('node:path');
  const rules = await import(name).catch(() => ({ test: () => true }));
  if (test() && rules.test()) return { decision: 'deny', reason: 'own' + sep };
} };
`,
    'node_modules/dep/package.json': '{ "name": "dep", "main": "index.js" }',
    'node_modules/dep/index.js': `let fast;
try { fast = require('dep-native'); } catch { fast = { test: () => true }; }
exports.test = fast.test;
`,
  });
  const { code, stdout } = await p.anyhook('sync', '--to', 'gemini');
  expect(code).toBe(0);
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'hooks/guard.ts may load dep-native (node_modules/dep/index.js), a computed name (hooks/guard.ts:5) when it runs',
  );
  p.put('node_modules/dep-native/index.js', 'exports.test = () => false;');
  p.put('rules.mjs', 'export const test = () => false;');
  p.put('.anyhook/rules.mjs', 'export const test = () => false;');
  const [entry] = entriesIn(adapterOf('gemini'), {
    file: settingsFiles.gemini,
    text: p.get(settingsFiles.gemini),
  });
  const scene = { root: p.dir, session: 's', transcript: p.at('transcript') };
  const call = { event: 'before-tool', tool: 'shell', input: { command: 'ls' } } as const;
  const [input] = payloadsFor(adapterOf('gemini'), call, scene);
  if (!entry || !input) throw new Error('no line was written');
  expect((await tryHook(entry, input, scene)).stdout).toContain('own/');
  expect((await p.anyhook('sync', '--check')).code).toBe(0);
});
