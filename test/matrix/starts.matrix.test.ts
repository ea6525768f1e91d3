import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { count, page } from '../../scripts/starts.ts';

test('docs/starts.md is what `npm run starts -- --write` counts over the captured calls', () => {
  const path = new URL('../../docs/starts.md', import.meta.url);
  expect(readFileSync(path, 'utf8')).toBe(page);
});

test('no hook is started twice for the same object of one captured call', () => {
  expect(count.same).toEqual([]);
  expect(count.of('guard', 'claude', 'gemini').calls).toBeGreaterThan(30);
});
