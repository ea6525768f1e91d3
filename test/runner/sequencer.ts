import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long, the longest first, so that no worker waits for another at the end. */
const slowest: readonly string[] = [
  'clients/matrix.test.ts',
  'clients/agents/dialects.test.ts',
  'clients/agents/matrix.test.ts',
  'clients/agents/broken.test.ts',
  'clients/agents/converted.test.ts',
  'clients/gemini-answers.test.ts',
  'matrix/matrix.matrix.test.ts',
  'matrix/texts.matrix.test.ts',
  'settings/roundtrip.test.ts',
  'matrix/lines.matrix.test.ts',
  'fuzz/leaf.test.ts',
  'settings/collection.test.ts',
  'settings/matchers.test.ts',
  'faults/pipes.system.test.ts',
  'faults/killed.system.test.ts',
  'faults/processes.system.test.ts',
];

/** Begins with the files that take longest. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = slowest.findIndex((name) => moduleId.endsWith(`/test/${name}`));
      return found < 0 ? slowest.length : found;
    };
    const byName = files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
    return byName.toSorted((a, b) => rank(a) - rank(b));
  }
}
