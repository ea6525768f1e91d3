import { build } from 'esbuild';
import { expect, test } from 'vitest';

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
