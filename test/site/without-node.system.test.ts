/** The converter with what stands in for modules of Node in a browser. */
import * as realPath from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { nodeModules } from '../../site/.vitepress/library.ts';
import { usualConversion } from '../../site/playground/choices.ts';
import { convertSettings } from '../../site/playground/convert.ts';
import * as path from '../../site/playground/node/path.ts';
import { adapters } from '../../src/adapters/index.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Bundles the converter of the playground as a program that has no module of Node. */
async function bundleConverter(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { convertSettings } from '${root}site/playground/convert.ts';
        import { adapters } from '${root}src/adapters/index.ts';
        globalThis.convert = (fields) => JSON.stringify(convertSettings(adapters, JSON.parse(fields)));`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    alias: {
      ...nodeModules,
      'anyhook/settings': `${root}src/exports/settings.ts`,
      anyhook: `${root}src/index.ts`,
    },
    inject: [`${root}site/playground/node/process.ts`, `${root}site/playground/node/buffer.ts`],
    define: { 'import.meta.url': '"file:///anyhook/dist/exports/settings.js"' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

test('settings are converted without Node as they are with it', async () => {
  const context = createContext({ TextDecoder, TextEncoder, URL, structuredClone });
  runInContext(await bundleConverter(), context);
  const convert = context.convert as (fields: string) => string;
  for (const from of Object.keys(adapters)) {
    const source = convertSettings(adapters, { ...usualConversion, to: from }).text;
    for (const to of Object.keys(adapters)) {
      const fields = { ...usualConversion, from, to, source };
      const here = JSON.stringify(convertSettings(adapters, fields));
      expect(convert(JSON.stringify(fields)), `${from} to ${to}`).toBe(here);
    }
  }
});

test('paths are joined and taken apart as Node does it', () => {
  const paths = [
    '',
    '.',
    '..',
    '/',
    '//',
    '/a',
    'a',
    './a',
    '../a',
    'a/',
    '/a/b/',
    '/a/../b',
    'a/../..',
    '/..',
    'a//b',
    '/a/b.c.d',
    '.env',
    '/x/.env',
    'a.',
    '~/a',
    'a/./b/../c.txt',
    '../../x',
  ];
  for (const a of paths) {
    expect(path.isAbsolute(a), a).toBe(realPath.isAbsolute(a));
    expect(path.normalize(a), a).toBe(realPath.normalize(a));
    expect(path.dirname(a), a).toBe(realPath.dirname(a));
    expect(path.basename(a), a).toBe(realPath.basename(a));
    expect(path.basename(a, '.c.d'), a).toBe(realPath.basename(a, '.c.d'));
    expect(path.parse(a).root, a).toBe(realPath.parse(a).root);
    for (const b of paths) {
      expect(path.join(a, b), `${a} + ${b}`).toBe(realPath.join(a, b));
      expect(path.resolve('/w', a, b), `${a} + ${b}`).toBe(realPath.resolve('/w', a, b));
      const [from, to] = [`/w/${a}`, `/w/${b}`];
      expect(path.relative(from, to), `${from} to ${to}`).toBe(realPath.relative(from, to));
    }
  }
});
