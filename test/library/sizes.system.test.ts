/** Holds the sizes of bundles of the library, what they contain, and what each entry point loads. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { bundleCore, coreFunctions } from '../../scripts/bundle-core.ts';
import { printKindsModule } from '../../scripts/kinds.mjs';
import * as kinds from '../../src/canonical/kinds.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kilobyte = 1024;

test.each([
  { vendors: [], title: 'no dialect', most: 42 },
  { vendors: ['gemini', 'cursor'], title: 'the dialects gemini and cursor', most: 61 },
  { vendors: ['claude', 'codex'], title: 'the dialects claude and codex', most: 68 },
])('a bundle with $title has at most $most KB', async ({ vendors, most }) => {
  const { bytes, modules, warnings } = await bundleCore(vendors);
  expect(bytes).toBeLessThanOrEqual(most * kilobyte);
  expect(warnings).toEqual([]);
  expect(modules.sort()).toEqual(
    ['exports/core', ...vendors.map((vendor) => `adapters/${vendor}/dialect`)]
      .map((path) => `dist/${path}.js`)
      .sort(),
  );
});

test('a bundle of the functions that take any id has at most 144 KB, and no adapter but dialects', async () => {
  const { bytes, modules, warnings } = await bundleCore([], 'anyhook');
  expect(bytes).toBeLessThanOrEqual(144 * kilobyte);
  expect(warnings).toEqual([]);
  expect(
    modules.filter(
      (path) => !/^dist\/(index|exports\/core|adapters\/\w+\/dialect)\.js$/.test(path),
    ),
  ).toEqual([]);
});

/** Sources that a program which only reads payloads and answers them has no use for. */
const unneeded = {
  packages: /node_modules/,
  'settings files': /settings|presence|convert|edit\//,
  'matchers and if rules': /match|rules|conditions/,
  composites: /composites|equivalent-call|meanings/,
  'reading of finished hooks': /contract|finished-command|reading/,
  'files and processes': /machine|files\/|shim\/|candidates/,
  'writing of payloads': /hook-input|encode\.ts|fingerprint|hash/,
};

test('a bundle has nothing that only other functions need', async () => {
  const entry = [
    `export { ${coreFunctions} } from './src/exports/core.ts';`,
    ...['gemini', 'cursor'].map((id) => `export * from './src/adapters/${id}/dialect.ts';`),
  ];
  const { metafile } = await build({
    stdin: { contents: entry.join('\n'), resolveDir: root, loader: 'ts' },
    ...{ bundle: true, write: false, metafile: true, format: 'esm', platform: 'neutral' },
    absWorkingDir: root,
    external: ['node:*'],
    plugins: [
      {
        name: 'computed-kinds',
        setup: ({ onLoad }) =>
          onLoad({ filter: /canonical\/kinds\.ts$/ }, () => ({
            contents: printKindsModule(kinds),
            loader: 'js',
          })),
      },
    ],
  });
  const [output] = Object.values(metafile.outputs);
  const sources = Object.entries(output?.inputs ?? {})
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path);
  expect(sources).toContain('src/library/read.ts');
  expect(output?.imports).toEqual([]);
  for (const [what, paths] of Object.entries(unneeded))
    expect([what, sources.filter((path) => paths.test(path))]).toEqual([what, []]);
  const vendors = sources.map((path) => /^src\/adapters\/(\w+)\//.exec(path)?.[1]);
  expect(new Set(vendors)).toEqual(new Set([undefined, 'anyhook', 'gemini', 'cursor']));
});

/** Lists the modules that a program loads, in a process of its own: paths below the package, or addresses. */
function listLoaded(program: string): string[] {
  const hooks = `import { writeSync } from 'node:fs';
    export const load = (url, context, next) => { writeSync(1, url + '\\n'); return next(url, context); };`;
  const toUrl = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(toUrl(hooks))});`;
  const flags = ['--import', toUrl(register), '--input-type=module', '-e', program];
  const stdout = execFileSync(process.execPath, flags, { cwd: root, encoding: 'utf8' });
  const base = pathToFileURL(root).href;
  return [...new Set(stdout.trim().split('\n'))].map((url) => url.replace(base, '')).sort();
}

test('core and two dialects are three modules', () => {
  const names = ['core', 'dialects/gemini', 'dialects/cursor'];
  expect(listLoaded(names.map((name) => `import 'anyhook/${name}';`).join(''))).toEqual([
    'dist/adapters/cursor/dialect.js',
    'dist/adapters/gemini/dialect.js',
    'dist/exports/core.js',
  ]);
});

test.each([
  ['anyhook/core', 1],
  ['anyhook/hook', 3],
  ['anyhook/adapter', 4],
  ['anyhook/dialects/terminai', 3],
  ['anyhook/adapters/codex', 4],
  ['anyhook/translate', 10],
  ['anyhook', 36],
])('%s loads at most %i modules, all of the package', (name, most) => {
  const loaded = listLoaded(`import '${name}';`);
  expect(loaded.filter((path) => !path.startsWith('dist/'))).toEqual([]);
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.length).toBeLessThanOrEqual(most);
});

test('anyhook/machine alone loads modules of Node, and no package', () => {
  expect(
    listLoaded(`import 'anyhook/machine';`).filter((path) => !path.startsWith('dist/')),
  ).toEqual(['node:fs', 'node:os', 'node:path']);
});
