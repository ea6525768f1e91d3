/**
 * Tries new inputs on every property of the tests (`test/property.ts`) until its time is over. What
 * breaks one is printed, made as small as it goes, and written to `fixtures/found/`, where every later
 * run of the tests tries it first.
 */
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';
import type { Finding } from '../test/property.ts';

const root = join(import.meta.dirname, '..');

/** The shortest and the longest time for one property in one round, in milliseconds. */
const [shortest, longest] = [100, 10_000];
/** The part of a round that goes into inputs; the rest goes into loading the tests. */
const share = 0.6;

interface Options {
  minutes: number;
  seed: number;
}

const fileOf = ({ moduleId }: TestModule): string => relative(root, moduleId);
/** The command that plays a file of tests. */
function commandOf(test: string): string {
  const [, layer] = /\.(system|matrix)\.test\.ts$/.exec(test) ?? [];
  return layer ? `npm run test:${layer}` : 'npm test';
}
const messageOf = ({ message }: { message: string }): string => message.split('\n')[0] as string;

/** Prints what is found, as soon as it is, and keeps count. */
class Findings implements Reporter {
  /** Properties that are broken, as `test/property.ts` wants them named. */
  readonly broken: string[] = [];
  /** What went wrong, findings included. */
  failures = 0;
  inputs = 0;
  isOver = false;

  onTestCaseResult(test: TestCase): void {
    const { found, property, tried = 0 } = test.meta();
    this.inputs += tried;
    const { state, errors = [] } = test.result();
    if (found) {
      this.broken.push(`${property}: ${found.title}`);
      this.#print(found, fileOf(test.module));
    } else if (state === 'failed') this.#fail(`${fileOf(test.module)}: ${test.name}`, errors);
  }

  onTestModuleEnd(module: TestModule): void {
    const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
    const errors = [...module.errors(), ...suites];
    if (errors.length) this.#fail(fileOf(module), errors);
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly { message: string }[]): void {
    if (errors.length) this.#fail('the tests', errors);
  }

  #print({ title, why, input, file, seed }: Finding, test: string): void {
    this.failures++;
    const next = file
      ? `in ${file} now: ${commandOf(test)} -- ${test}`
      : 'JSON cannot say the input: it is in no file';
    console.log(`\nfound: ${title}`);
    for (const line of [why, input, next, `again: npm run fuzz -- --seed ${seed} ${test}`])
      console.log(`  ${line}`);
  }

  #fail(what: string, errors: readonly { message: string }[]): void {
    if (this.isOver) return; // what is ended on its way is no failure
    this.failures++;
    console.log(`\nfailed: ${what}`);
    for (const error of errors) console.log(`  ${messageOf(error)}`);
  }
}

const isProperty = (test: TestCase): boolean => test.meta().property !== undefined;

/** Rounds with new seeds, each property for as long as every other, until the time is over. */
async function explore(
  vitest: Vitest,
  specifications: TestSpecification[],
  findings: Findings,
  { minutes, seed: first }: Options,
): Promise<void> {
  const { testModules } = await vitest.collectTests(specifications);
  const modules = testModules.map((one) => [...one.children.allTests()].filter(isProperty).length);
  const count = modules.reduce((sum, one) => sum + one, 0);
  console.log(`properties: ${count}, minutes: ${minutes}`);
  const until = Date.now() + minutes * 60_000;
  for (let seed = first; !findings.isOver; seed++) {
    const each = ((until - Date.now()) * availableParallelism() * share) / count;
    const isDone = findings.broken.length === count;
    if (each < shortest || isDone || findings.failures > findings.broken.length) break;
    const milliseconds = Math.min(each, longest);
    vitest.provide('fuzz', { seed, milliseconds, until, broken: findings.broken });
    await vitest.runTestSpecifications(specifications);
    console.log(`seed ${seed}: ${findings.inputs} inputs so far`);
  }
}

function within(least: number, most: number, isWhole: boolean) {
  return (text: string): number => {
    const value = text.trim() ? Number(text) : Number.NaN;
    if (value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(
      `It is ${isWhole ? 'a whole number' : 'a number'} from ${least} to ${most}.`,
    );
  };
}

async function fuzz(files: string[], options: Options): Promise<void> {
  console.log(`seed ${options.seed}`);
  const findings = new Findings();
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest('test', {
    root,
    watch: false,
    project: ['fuzz', 'fuzz-apart'],
    maxWorkers: availableParallelism(),
    reporters: [findings],
  });
  let interruptedAt = 0;
  process.on('SIGINT', () => {
    if (findings.isOver) {
      // One Ctrl-C can arrive twice, from the terminal and from npm; a later one ends this at once.
      if (Date.now() - interruptedAt > 1000) process.exit(130);
      return;
    }
    interruptedAt = Date.now();
    findings.isOver = true;
    void vitest.cancelCurrentRun('keyboard-input');
  });
  try {
    const specifications = await vitest.globTestSpecifications(files);
    if (!specifications.length)
      command.error(`error: no file with properties has ${files.join(' or ')} in its name`);
    await explore(vitest, specifications, findings, options);
  } finally {
    findings.isOver = true;
    await vitest.close();
  }
  console.log(`${findings.inputs} inputs, ${findings.failures} found`);
  process.exitCode = findings.failures ? 1 : 0;
}

const command = new Command('npm run fuzz --')
  .description('Tries new inputs on the properties of the tests until the time is over.')
  .argument('[files...]', 'parts of the names of test files; without one, all of them')
  .option(
    '--minutes <number>',
    'how long, once the tests are loaded',
    within(0.1, 10_000, false),
    5,
  )
  .option(
    '--seed <number>',
    'where the inputs begin; one after another in later rounds',
    within(0, 2 ** 31 - 1, true),
    Date.now() % 2 ** 31,
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode ? 2 : 0))
  .action(fuzz);

await command.parseAsync();
