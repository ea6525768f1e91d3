import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT;
const tests = join(import.meta.dirname, 'test');
const apart = ['test/clients/**', '**/node_modules/**'];

/** Whether a file, or one of test/ that it imports, mocks a module or moves the process elsewhere. */
function mocks(path: string, seen = new Set<string>()): boolean {
  if (seen.has(path) || !path.startsWith(tests)) return false;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  const imports = [...text.matchAll(/ from '(\.[^']+\.ts)'/g)];
  return (
    /\bvi\.mock\(|\bchdir\(/.test(text) ||
    imports.some(([, to]) => mocks(join(path, '..', to), seen))
  );
}
/** They want modules of their own, and nobody else wants theirs. */
const mocking = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && dirname(name) !== 'clients')
  .filter((name) => mocks(join(tests, name)))
  .map((name) => `test/${name}`);

export default defineConfig({
  test: {
    globalSetup: 'test/setup.ts',
    setupFiles: 'test/seed.ts',
    testTimeout: 300_000,
    hookTimeout: 300_000, // a busy machine takes long to remove a workspace
    maxWorkers: 3,
    silent: 'passed-only',
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    projects: [
      {
        extends: true,
        test: { name: 'mocking', include: mocking, exclude: apart },
      },
      {
        extends: true,
        test: {
          name: 'all',
          include: ['test/**/*.test.ts'],
          exclude: [...apart, ...mocking],
          isolate: false,
        },
      },
    ],
  },
});
