import { build } from 'esbuild';
import { expect, test } from 'vitest';
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
