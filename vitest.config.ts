import { defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/clients/**', '**/node_modules/**'],
    globalSetup: 'test/faults/setup.ts',
    testTimeout: 30_000,
    maxWorkers: 2,
    silent: 'passed-only',
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
