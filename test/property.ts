/**
 * What must hold of every input of a kind. `npm test` tries a few inputs, `npm run test:matrix`
 * many, both the same ones in every run; `npm run fuzz` tries new ones until its time is over, and
 * writes an input that fails, made as small as it goes, to `fixtures/found/CORPUS.json`. Every
 * later run of the suite tries those inputs first.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { inject, type TestContext, test } from 'vitest';
import { isWide } from './wide.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The corpus of a property; other tests have none. */
    property?: string;
    /** Whether `npm run test:matrix` tries more inputs of a property than `npm test`. */
    isLong?: boolean;
    /** What `npm run fuzz` found. */
    found?: Finding;
    /** How many inputs `npm run fuzz` tried. */
    tried?: number;
  }
}

export interface Property<T> {
  /**
   * The name of the file in `fixtures/found/`, without `.json`. Properties of one kind of input share
   * it; they must be in one test file and have different titles.
   */
  corpus: string;
  inputs: fc.Arbitrary<T>;
  /** Throws where it does not hold. */
  holds: (input: T) => void | Promise<void>;
  /** How many inputs `npm test` draws. */
  runs: number;
  /** How many inputs `npm run test:matrix` draws, which plays no property without it. */
  longRuns?: number;
  /** Inputs that are tried in every run, before those that are drawn. */
  examples?: readonly T[];
}

/** An input that once broke a property: what it broke, and what was wrong. */
export interface FoundInput<T> {
  /** The title; without one, every property of the corpus. */
  property?: string;
  why: string;
  input: T;
}

/** An input that breaks a property now. */
export interface Finding {
  title: string;
  why: string;
  /** As fast-check prints it. */
  input: string;
  /** The corpus that it is in now; none where JSON cannot say the input. */
  file?: string;
  seed: number;
}

/** A part of a run of `npm run fuzz`. */
export interface Fuzz {
  /** Where the inputs begin. */
  seed: number;
  /** For each property. */
  milliseconds: number;
  /** When all of it ends, as `Date.now()` has it. */
  until: number;
  /** Properties, each as its corpus and its title, that are known to be broken. */
  broken: readonly string[];
}

/** Tells whether a test is a property of which `npm run test:matrix` tries more inputs. */
export const isLong = ({ meta }: TestContext['task']): boolean => meta.isLong === true;

/** Tells whether a test was stated by {@link property}. */
export const isProperty = ({ meta }: TestContext['task']): boolean => meta.property !== undefined;

const root = join(import.meta.dirname, '..');
const fileOf = (corpus: string): string => `fixtures/found/${corpus}.json`;

function readCorpus<T>(corpus: string): FoundInput<T>[] {
  const path = join(root, fileOf(corpus));
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FoundInput<T>[]) : [];
}

/** States a test: the title is a sentence of what holds of every input. */
export function property<T>(title: string, stated: Property<T>): void {
  const { corpus, inputs, holds, runs, longRuns = runs, examples = [] } = stated;
  test(title, { meta: { property: corpus, isLong: longRuns > runs } }, async ({ task }) => {
    const known = readCorpus<T>(corpus);
    expectTitles(known, corpus, titlesIn(task.file, corpus));
    const fuzz = inject('fuzz');
    if (fuzz) return await explore(task, stated, fuzz);
    const own = known.filter((one) => (one.property ?? title) === title).map(({ input }) => input);
    const first = [...own, ...examples];
    await fc.assert(lawOf(inputs, holds), {
      examples: first.map((input) => [input]),
      numRuns: first.length + (isWide ? longRuns : runs),
    });
  });
}

function lawOf<T>(inputs: fc.Arbitrary<T>, holds: Property<T>['holds']): fc.IAsyncProperty<[T]> {
  let tried = 0;
  return fc.asyncProperty(inputs, async (input) => {
    await holds(input);
    expectPlainPrototypes();
    // Lets messages to and from this worker pass between inputs.
    if (++tried % 50 === 0) await setImmediate();
  });
}

type Tasks = TestContext['task']['file']['tasks'];

/** The titles of a file's properties of a corpus. */
const titlesIn = ({ tasks }: { tasks: Tasks }, corpus: string): string[] =>
  tasks.flatMap((task) => {
    if (task.type === 'suite') return titlesIn(task, corpus);
    return task.meta.property === corpus ? [task.name] : [];
  });

/** Throws unless every input of a corpus is tried by exactly one property of the test file. */
function expectTitles(known: FoundInput<unknown>[], corpus: string, titles: string[]): void {
  const twice = titles.find((title, i) => titles.indexOf(title) !== i);
  if (twice !== undefined) throw new Error(`two properties have one title: ${twice}`);
  const gone = known.find((one) => one.property !== undefined && !titles.includes(one.property));
  if (gone)
    throw new Error(`${fileOf(corpus)} is about no property of this file: ${gone.property}`);
}

/** Tries new inputs until the time is over; one that fails becomes a case of the corpus. */
async function explore<T>(
  { name: title, meta }: TestContext['task'],
  { corpus, inputs, holds }: Property<T>,
  { seed, milliseconds, until, broken }: Fuzz,
): Promise<void> {
  const end = Math.min(Date.now() + milliseconds, until);
  if (Date.now() >= end || broken.includes(`${corpus}: ${title}`)) return;
  const inTime = lawOf(inputs, (input) => {
    if (Date.now() >= end) throw new fc.PreconditionFailure(true);
    return holds(input);
  });
  const numRuns = Number.MAX_SAFE_INTEGER;
  const first = await fc.check(inTime, { seed, numRuns, endOnFailure: true });
  meta.tried = first.numRuns;
  if (!first.failed || first.counterexamplePath === null) return;
  const path = first.counterexamplePath;
  const law = lawOf(inputs, holds);
  const limits = { numRuns: 1, interruptAfterTimeLimit: 60_000 };
  const smaller = await fc.check(law, { seed, path, ...limits });
  const { counterexample, errorInstance } = smaller.failed ? smaller : first;
  const [input] = counterexample as [T];
  const why = String((errorInstance as Error)?.message ?? errorInstance).split('\n')[0] as string;
  meta.found = { title, why, input: fc.stringify(input), seed };
  if (await failsAsJson(law, input)) {
    addToCorpus(corpus, { property: title, why, input });
    meta.found.file = fileOf(corpus);
  }
  throw errorInstance;
}

/** Tells whether an input can be stored as JSON: it breaks the property also when it is written and read again. */
async function failsAsJson<T>(law: fc.IAsyncProperty<[T]>, input: T): Promise<boolean> {
  if (!isJson(input)) return false;
  const copy = JSON.parse(JSON.stringify(input)) as T;
  return (await fc.check(law, { examples: [[copy]], numRuns: 1, endOnFailure: true })).failed;
}

/** Tells whether JSON has a form for a value. A key whose value is undefined may be left out. */
function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null)
    return value === null || typeof value === 'string' || typeof value === 'boolean';
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return false;
  return Object.values(value).every((one) => one === undefined || isJson(one));
}

function addToCorpus<T>(corpus: string, found: FoundInput<T>): void {
  const path = join(root, fileOf(corpus));
  const all = readCorpus<T>(corpus);
  if (all.some((one) => isDeepStrictEqual(one, JSON.parse(JSON.stringify(found))))) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify([...all, found], null, 2)}\n`);
}

const builtIns = [Object, Array, Function, String, Map, Set, Promise, RegExp, Error];
const keysOfPrototypes = (): string =>
  builtIns.map(({ prototype }) => Reflect.ownKeys(prototype).length).join();
const keysBefore = keysOfPrototypes();

/** Throws if an input added a key to a prototype of the built-in objects. */
function expectPlainPrototypes(): void {
  if (keysOfPrototypes() !== keysBefore || 'polluted' in {})
    throw new Error('a prototype was changed');
}
