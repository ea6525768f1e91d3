import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findingCodes } from '../src/settings/findings/finding.ts';

const page = readFileSync(new URL('../docs/findings.md', import.meta.url), 'utf8');

test('every finding has a row of the page, and every row is one of a finding', () => {
  const rows = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, code]) => code);
  expect(rows.toSorted()).toEqual(findingCodes.toSorted());
});
