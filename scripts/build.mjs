// Two builds: the library and the command line through tsc; the hot path as one bundle of its own.
import { execFileSync } from 'node:child_process';
import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const node = process.execPath;
// Made beside the old one, which stays whole until the end.
const fresh = 'dist.new';
rmSync(fresh, { recursive: true, force: true });
execFileSync(
  node,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', fresh],
  {
    stdio: 'inherit',
  },
);

/** The shapes read off the zod schemas, baked in: the hot path loads no zod. */
const baked = {
  name: 'baked-kinds',
  setup({ onLoad }) {
    onLoad({ filter: /canonical\/kinds\.ts$/ }, async () => {
      const kinds = await import(new URL(`../${fresh}/canonical/kinds.js`, import.meta.url).href);
      const lines = Object.entries(kinds).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
      );
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: true,
  lineLimit: 500,
  legalComments: 'none',
};

const { metafile } = await build({
  ...common,
  entryPoints: ['src/run.ts'],
  outfile: `${fresh}/run.cjs`,
  plugins: [baked],
  // Run by node as a module of its own, and by the executable as a script: the same text.
  banner: { js: '((require) => {' },
  footer: { js: '})(require);' },
  metafile: true,
});
writeFileSync(`${fresh}/run.meta.json`, JSON.stringify(metafile));

const { sourceJsonSchema } = await import(
  new URL(`../${fresh}/settings/source.js`, import.meta.url).href
);
writeFileSync(`${fresh}/anyhook.schema.json`, `${JSON.stringify(sourceJsonSchema(), null, 2)}\n`);

await build({
  ...common,
  entryPoints: ['src/bin.ts'],
  external: ['./cli/main.js'],
  outfile: `${fresh}/anyhook.cjs`,
  banner: { js: '#!/usr/bin/env node' },
  supported: { 'dynamic-import': true },
});
chmodSync(`${fresh}/anyhook.cjs`, 0o755);

rmSync('dist', { recursive: true, force: true });
renameSync(fresh, 'dist');
