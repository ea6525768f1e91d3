import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findingCodes } from '../src/settings/finding.ts';

const page = readFileSync(new URL('../docs/findings.md', import.meta.url), 'utf8');

test('docs/findings.md has one row for every finding code, and no other row', () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, code]) => code);
  expect(rows.toSorted()).toEqual(findingCodes.toSorted());
});
