// Two builds: the library and the command line through tsc; the hot path as one bundle of its own.
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const node = process.execPath;
rmSync('dist', { recursive: true, force: true });
execFileSync(node, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});

/** The shapes read off the zod schemas, baked in: the hot path loads no zod. */
const baked = {
  name: 'baked-kinds',
  setup({ onLoad }) {
    onLoad({ filter: /canonical\/kinds\.ts$/ }, async () => {
      const kinds = await import(new URL('../dist/canonical/kinds.js', import.meta.url).href);
      const lines = Object.entries(kinds).map(
        ([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
      );
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};

/** Every adapter is made when first asked for: a run needs two of them. */
const lazyAdapters = {
  name: 'lazy-adapters',
  setup({ onLoad }) {
    onLoad({ filter: /adapters\/index\.ts$/ }, async () => {
      const { adapters } = await import(new URL('../dist/adapters/index.js', import.meta.url).href);
      const lines = Object.keys(adapters).map(
        (id) => `get ${id}() { return require('./${id}/index.ts').${id}; },`,
      );
      return { contents: `export const adapters = {\n${lines.join('\n')}\n};`, loader: 'ts' };
    });
  },
};

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: true,
  lineLimit: 200,
  legalComments: 'none',
};

const { metafile } = await build({
  ...common,
  entryPoints: ['src/run.ts'],
  outfile: 'dist/run.cjs',
  plugins: [baked, lazyAdapters],
  metafile: true,
});
writeFileSync('dist/run.meta.json', JSON.stringify(metafile));

await build({
  ...common,
  bundle: false,
  entryPoints: ['src/bin.ts'],
  outfile: 'dist/anyhook.cjs',
  banner: { js: '#!/usr/bin/env node' },
  supported: { 'dynamic-import': true },
});
chmodSync('dist/anyhook.cjs', 0o755);
