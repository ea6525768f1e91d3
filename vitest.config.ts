/** The layers of the tests, each a project; `test/README.md` says what belongs where. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { ShortReporter } from './test/runner/reporter.ts';
import { SlowestFirst } from './test/runner/sequencer.ts';
import { largeYoungHeap } from './test/runner/young-heap.ts';

const tests = join(import.meta.dirname, 'test');
const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules/'));
const textOf = (path: string): string => readFileSync(path, 'utf8');

/** Whether a file of tests, or a file below test/ that it imports, says what is looked for. */
function says(path: string, looked: RegExp, seen = new Set<string>()): boolean {
  if (seen.has(path) || !path.startsWith(tests) || !existsSync(path)) return false;
  seen.add(path);
  const text = textOf(path);
  const imports = [...text.matchAll(/ from '(\.[^']+\.ts)'/g)];
  return looked.test(text) || imports.some(([, to]) => says(join(path, '..', to), looked, seen));
}

/** Tests that replace modules cannot share modules with other files. */
const replacesModules = (name: string): boolean => says(join(tests, name), /\bvi\.mock\(/);
const hasProperties = (name: string): boolean =>
  /from '[./]*\/property\.ts'/.test(textOf(join(tests, name)));
const suffix = (name: string): string => /\.(\w+)\.test\.ts$/.exec(name)?.[1] ?? 'unit';
const isOf = (layer: string) => (name: string) =>
  !name.startsWith('clients/') && suffix(name) === layer;

/** Whole products, and files of other layers that import `test/wide.ts`, as properties do as well. */
const isOfMatrix = (name: string): boolean =>
  !name.startsWith('clients/') &&
  (suffix(name) === 'matrix' || says(join(tests, name), /\/wide\.ts'/));

type Test = NonNullable<TestProjectInlineConfiguration['test']>;

/** Two projects for one layer: files that share loaded modules, and files that have their own. */
function layer(
  name: string,
  belongs: (file: string) => boolean,
  more: Test = {},
): TestProjectInlineConfiguration[] {
  const all = files.filter(belongs);
  const project = (suffix: string, some: string[], isolate: boolean) => ({
    extends: true as const,
    test: {
      ...more,
      name: `${name}${suffix}`,
      include: some.map((file) => `test/${file}`),
      isolate,
    },
  });
  const apart = all.filter(replacesModules);
  return [
    project(
      '',
      all.filter((file) => !apart.includes(file)),
      false,
    ),
    ...(apart.length ? [project('-apart', apart, true)] : []),
  ];
}

/** What the playground of the site imports, which are tested as they stand in the sources. */
const entryPoints = { anyhook: 'index.ts', 'anyhook/settings': 'exports/settings.ts' };

export default defineConfig({
  resolve: {
    alias: Object.entries(entryPoints).map(([name, file]) => ({
      find: new RegExp(`^${name}$`),
      replacement: join(import.meta.dirname, 'src', file),
    })),
  },
  test: {
    globalSetup: 'test/runner/global-setup.ts',
    setupFiles: 'test/runner/every-file.ts',
    // Only what hangs takes so long: a busy machine needs a tenth of it.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
    maxWorkers: 3, // one more than cores: a client, or a shell, waits for a fifth of its time
    silent: 'passed-only',
    reporters: [new ShortReporter()],
    sequence: { sequencer: SlowestFirst },
    projects: [
      ...layer('unit', isOf('unit')),
      ...layer('system', isOf('system'), { provide: { processes: true } }),
      ...layer('matrix', isOfMatrix, {
        provide: { processes: true, wide: true },
        execArgv: [largeYoungHeap],
      }),
      // `npm run fuzz` asks for this project; the tests of other layers are in it once more.
      ...layer('fuzz', (name) => !name.startsWith('clients/') && hasProperties(name), {
        provide: { processes: true },
      }),
      {
        extends: true,
        test: {
          name: 'site',
          include: ['site/test/**/*.test.ts'],
          provide: { processes: true },
          maxWorkers: 1, // a browser needs the other core
        },
      },
      ...layer('clients', (name) => name.startsWith('clients/'), { provide: { processes: true } }),
    ],
  },
});
