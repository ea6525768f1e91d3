import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withHandlerTable } from '../../scripts/dialect.ts';
import * as entry from '../../src/hook/index.ts';

const page = readFileSync(new URL('../../docs/hook.md', import.meta.url), 'utf8');

test('the table of handlers in docs/hook.md is what `npm run dialect -- --write` makes of the tables', () => {
  expect(page).toBe(withHandlerTable(page));
  expect(page).toContain('| **`beforeTool`** | before-tool | `decision`, `reason`');
});

test('docs/hook.md has a row for each function that makes an outcome, and for no other', () => {
  const rows = [...page.matchAll(/^\| `(\w+)\((?:\w+\??)?\)` \|/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual(
    Object.keys(entry)
      .filter((name) => name !== 'hook')
      .sort(),
  );
});
