import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const report = process.env.TEST_REPORT;

/** What plays most first, so that no worker waits for the other at the end. */
const first = ['matrix.test.ts', 'dialects.test.ts', 'converted.test.ts'];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const at = ({ moduleId }: TestSpecification) => {
      const found = first.indexOf(basename(moduleId));
      return found < 0 ? first.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => at(a) - at(b));
  }
}

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.test.ts', 'agents/*.test.ts'],
    maxWorkers: 3, // a client waits for a fifth of its time
    sequence: { sequencer: LongestFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000, // a busy machine takes long to remove a workspace
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
});
