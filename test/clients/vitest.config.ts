import { defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT;

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.test.ts', 'agents/*.test.ts'],
    maxWorkers: 2,
    testTimeout: 300_000,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
