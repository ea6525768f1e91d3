import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnyhookError } from '../../src/errors.ts';
import { often } from '../sampled.ts';

/**
 * `FUZZ_RUNS=50000 npx vitest run test/fuzz/payload.test.ts` runs each property so often, from a
 * seed of its own, which is printed on failure; `FUZZ_SEED` says which. Without them a run is a
 * short one, and the same each time for the same sources.
 */
const { FUZZ_RUNS } = process.env;
const timeout = FUZZ_RUNS === undefined ? 300_000 : 4 * 3_600_000;

/** How often, where one run costs so much more than others. */
export const runs = (modest: number, share = 1): number =>
  FUZZ_RUNS === undefined
    ? often(modest, Math.ceil(modest / 2))
    : Math.max(1, Math.ceil(Number(FUZZ_RUNS) * share));

/** No single input may take longer, in milliseconds: far more than any needs. */
const patience = 20_000;

/** One thing that must hold of any input, and of every input that it once did not hold of. */
export function law<T>(
  name: string,
  inputs: fc.Arbitrary<T>,
  holds: (input: T) => void | Promise<void>,
  numRuns: number,
): void {
  const checked = async (input: T) => {
    const began = performance.now();
    await holds(input);
    expect(performance.now() - began).toBeLessThan(patience);
    unpolluted();
  };
  test(name, { timeout }, () => fc.assert(fc.asyncProperty(inputs, checked), { numRuns }));
}

/** An input that broke something, and what it broke. */
export interface Found<T> {
  why: string;
  input: T;
}

/** Inputs found by long runs: `fixtures/found/`. */
export function found<T>(boundary: string, holds: (input: T) => void | Promise<void>): void {
  const path = new URL(`../../fixtures/found/${boundary}.json`, import.meta.url);
  if (!existsSync(path)) return;
  const cases = JSON.parse(readFileSync(path, 'utf8')) as Found<T>[];
  test.each(cases)('found: $why', async ({ input }) => {
    await holds(input);
    unpolluted();
  });
}

const prototypes = [Object, Array, Function, String, Map, Set, Promise, RegExp, Error];
const ownOf = () => prototypes.map(({ prototype }) => Reflect.ownKeys(prototype).length).join();
const before = ownOf();

/** Nobody's prototype has a key it had not. */
function unpolluted(): void {
  if (ownOf() !== before || 'polluted' in {}) throw new Error('a prototype was polluted');
}

const codes = ['usage', 'payload', 'vendor', 'event', 'tool', 'settings', 'write'];
const trace =
  /\n? {4}at |\bTypeError\b|\bRangeError\b|is not a function|Cannot read prop|call stack|cannot be handled/;

/** Text a person can use: says something, and nothing of our insides. */
export function plain(text: string): void {
  expect(text.trim()).not.toBe('');
  expect(text).not.toMatch(trace);
}

/** Runs something that may refuse its input, in its own words; undefined if it does. */
export async function refusing<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AnyhookError)) throw error;
    expect(codes).toContain(error.code);
    plain(error.message);
    return undefined;
  }
}
