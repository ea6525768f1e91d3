import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { page } from '../../scripts/matrix.ts';

test('docs/impossible.md is what scripts/matrix.ts generates', () => {
  const path = new URL('../../docs/impossible.md', import.meta.url);
  expect(readFileSync(path, 'utf8')).toBe(page);
});
