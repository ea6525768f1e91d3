import { expect, test } from 'vitest';
import { findDuplicateKey } from '../../src/util/json.ts';
import { grows } from './growth.ts';

test('the search for duplicate keys takes time linear in the text, below a long key as well', () => {
  const make = (count: number) => {
    const keys = Array.from({ length: count }, (_, i) => `"a${i % (count / 2)}":1`);
    return `{"${'k'.repeat(count * 10)}":{${keys.join(',')}}}`;
  };
  expect(grows(make, (text) => findDuplicateKey(text, () => false), 40_000)).toBeUndefined();
});
