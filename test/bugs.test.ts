import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bugs } from './bugs/bugs.ts';

test.each(bugs)('The place of the deliberate bug stands once in its file: $name', (bug) => {
  const text = readFileSync(bug.file, 'utf8');
  expect(text.split(bug.find)).toHaveLength(2);
  expect(existsSync(bug.fails)).toBe(true);
  expect(text.replace(bug.find, () => bug.replace)).not.toBe(text);
});
