import { defineConfig } from 'vitest/config';

const report = process.env.TEST_REPORT;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The whole product takes a minute of its own: in CI, and by `npm run matrix`.
    exclude: [
      'test/clients/**',
      '**/node_modules/**',
      ...(process.env.CI ? [] : ['test/matrix/matrix.test.ts']),
    ],
    globalSetup: 'test/faults/setup.ts',
    testTimeout: 30_000,
    maxWorkers: 2,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
