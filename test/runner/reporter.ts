import { DefaultReporter, type TestModule } from 'vitest/node';

type End = Parameters<DefaultReporter['onTestRunEnd']>;

/** A line for each file, progress on a terminal, failures in full, and the counts as the last line. */
export class ShortReporter extends DefaultReporter {
  constructor() {
    super({ summary: true });
  }

  override onInit(...args: Parameters<DefaultReporter['onInit']>): void {
    super.onInit(...args);
    this.ctx.config.slowTestThreshold = Number.POSITIVE_INFINITY;
  }

  override onTestRunEnd(...args: End): void {
    super.onTestRunEnd(...args);
    const [modules, errors] = args;
    const failedModules = modules.filter(failsOutsideTests).length;
    const counts = { passed: 0, failed: failedModules + errors.length };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') counts.passed++;
        if (state === 'failed') counts.failed++;
      }
    }
    this.log(`${counts.passed} passed, ${counts.failed} failed`);
  }
}

/** A file that cannot be loaded, or a hook around its tests that throws, fails without a test. */
function failsOutsideTests(module: TestModule): boolean {
  return (
    module.errors().length > 0 ||
    [...module.children.allSuites()].some((suite) => suite.errors().length > 0)
  );
}
