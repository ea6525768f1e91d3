import { expect } from 'vitest';
import { AnyhookError } from '../../src/errors.ts';

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
