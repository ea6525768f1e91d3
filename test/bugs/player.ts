/**
 * A process that plays test files in a copy of the tree, its working directory, with one bug at a
 * time in the sources. `run.ts` starts it and sends it the bugs.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestCase, type TestModule, type TestSpecification } from 'vitest/node';
import { buildCommandLine } from '../runner/global-setup.ts';
import type { Bug } from './bugs.ts';

/** What became of a bug: `detail` is the title of the test that failed, or why none was played. */
export interface Verdict {
  is: 'caught' | 'NOT caught' | 'could not be played';
  detail: string;
  milliseconds: number;
}

const copy = process.cwd();
const intactDist = `${copy}-dist`;

const vitest = await createVitest('test', {
  root: copy,
  watch: false,
  bail: 1,
  // With a bug in it, a test may wait for what never happens.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  reporters: [{}],
  project: ['unit*', 'system*'],
});

interface Played {
  tests: TestCase[];
  /** What went wrong outside of tests: the file could not be loaded, or a promise was left alone. */
  errors: string[];
}

async function play(specification: TestSpecification): Promise<Played> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  const modules = testModules.filter(({ moduleId }) => moduleId === specification.moduleId);
  return {
    tests: modules.flatMap((module) => [...module.children.allTests()]),
    errors: [...modules.flatMap(errorsOutsideTests), ...unhandledErrors.map(messageOf)],
  };
}

const messageOf = (error: unknown): string =>
  String((error as Error | undefined)?.message ?? error).split('\n', 1)[0] as string;

const errorsOutsideTests = (module: TestModule): string[] =>
  [module, ...module.children.allSuites()].flatMap((one) => one.errors().map(messageOf));

const firstFailed = ({ tests }: Played): TestCase | undefined =>
  tests.find((test) => test.result().state === 'failed');

async function judge(bug: Bug): Promise<Omit<Verdict, 'milliseconds'>> {
  const unplayable = (detail: string) => ({ is: 'could not be played' as const, detail });
  const [file] = await vitest.getRelevantTestSpecifications([bug.fails]);
  if (!file) return unplayable('there is no such test file');
  const whole = bug.test
    ? file.project.createSpecification(file.moduleId, {
        testNamePattern: new RegExp(bug.test),
      })
    : file;
  const played = await withBug(bug, whole, () => play(whole));
  const failed = firstFailed(played);
  if (!failed) {
    const wasPlayed = played.tests.some((test) => test.result().state === 'passed');
    const [error = wasPlayed ? undefined : 'it has no tests'] = played.errors;
    return error === undefined
      ? { is: 'NOT caught', detail: 'every test passes' }
      : unplayable(error);
  }
  // A test that fails anyhow says nothing of the bug.
  const alone = whole.project.createSpecification(whole.moduleId, { testIds: [failed.id] });
  const again = await play(alone);
  const withoutBug = again.tests.find((one) => one.id === failed.id)?.result();
  return withoutBug?.state === 'passed'
    ? { is: 'caught', detail: failed.fullName }
    : unplayable(
        `without the bug, it fails as well: ${failed.fullName}: ${withoutBug?.errors?.[0]?.message}`,
      );
}

/** Does something with a bug in the sources, and in all that tests run instead of the sources. */
async function withBug<T>(
  { file, find, replace, fails }: Bug,
  { project }: TestSpecification,
  work: () => Promise<T>,
): Promise<T> {
  const path = join(copy, file);
  const intact = readFileSync(path, 'utf8');
  const usesCommandLine = importsOf(join(copy, fails)).has(join(copy, 'test/cli.ts'));
  const usesBundles = fails.endsWith('.system.test.ts');
  const put = async (source: string): Promise<void> => {
    writeFileSync(path, source);
    vitest.invalidateFile(path);
    // Until a file of the project was played there are none, and then the first are made of this.
    const { commandLine, packedIn } = project.getProvidedContext();
    if (commandLine && usesCommandLine) await buildCommandLine(commandLine);
    if (packedIn) emptyFolder(packedIn);
  };
  try {
    if (usesBundles) {
      renameSync('dist', intactDist);
      cpSync(intactDist, 'dist', { recursive: true });
    }
    await put(intact.replace(find, () => replace));
    if (usesBundles)
      execFileSync(process.execPath, ['scripts/build.mjs', '--bundles'], { stdio: 'pipe' });
    return await work();
  } finally {
    await put(intact);
    if (usesBundles) {
      rmSync('dist', { recursive: true, force: true });
      renameSync(intactDist, 'dist');
    }
  }
}

/** A test file and the files of test/ that it imports, and what those import. */
function importsOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path) || !path.startsWith(join(copy, 'test'))) return found;
  found.add(path);
  for (const [, to] of readFileSync(path, 'utf8').matchAll(/ from '(\.[^']+\.ts)'/g))
    importsOf(join(path, '..', to as string), found);
  return found;
}

function emptyFolder(path: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
}

process.on('message', async (bug: Bug) => {
  const began = performance.now();
  const verdict = await judge(bug).catch((error) => ({
    is: 'could not be played' as const,
    detail: messageOf(error),
  }));
  process.send?.({ ...verdict, milliseconds: performance.now() - began } satisfies Verdict);
});
process.on('disconnect', async () => {
  await vitest.close();
  process.exit();
});
