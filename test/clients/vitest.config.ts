import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.test.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
  },
});
