import { defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT;
const apart = ['test/clients/**', '**/node_modules/**'];
/** What puts something else in a module's place wants modules of its own. */
const mocking = [
  'test/fuzz/payload.test.ts',
  'test/fuzz/command-line.test.ts',
  'test/settings/files.test.ts',
  'test/session/*.test.ts',
  'test/shim/state.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: 'test/setup.ts',
    testTimeout: 30_000,
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
