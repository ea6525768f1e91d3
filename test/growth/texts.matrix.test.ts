import { expect, test } from 'vitest';
import { readPatch } from '../../src/adapters/cursor/read-patch.ts';
import { splitWords } from '../../src/adapters/cursor/server-command.ts';
import { gemini } from '../../src/adapters/gemini/index.ts';
import type { Draft } from '../../src/mapping/adapter.ts';
import { fingerprint } from '../../src/mapping/fingerprint.ts';
import { substituteVariables } from '../../src/shim/substitute.ts';
import { computing, grows } from './growth.ts';

test.each([
  ['empty lines', '', '\n', 40_000],
  ['hunks', '*** Begin Patch\n*** Update File: a\n', '@@\n-a\n+b\n', 20_000],
  ['hunks with a size', '--- a\n+++ a\n', '@@ -1 +1 @@\n-a\n+b\n', 20_000],
  ['files', '', '--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b\n', 20_000],
  ['equals signs', '', '=', 40_000],
  ['spaces', '--- a', ' ', 40_000],
])('a patch with many %s is read in time that is linear in its length', (_, head, part, most) => {
  const read = (text: string): void => {
    try {
      readPatch(text);
    } catch (error) {
      expect(error).toMatchObject({ code: 'tool' });
    }
  };
  expect(grows((count) => head + part.repeat(count), read, most)).toBeUndefined();
});

test('a launch line is read in time that is linear in its length', () => {
  expect(grows((count) => `npx ${"'a' ".repeat(count)}`, splitWords, 50_000)).toBeUndefined();
});

test('the fingerprint of a call of 5 MB takes less than ten times as long as to escape its text', () => {
  const content = 'const a = "é";\n'.repeat(350_000);
  const input = { path: 'a', content };
  const call = { event: 'before-tool', session: 's', tool: 'shell', name: 'shell', input };
  const plain = computing(() => JSON.stringify(content));
  expect(computing(() => fingerprint(call as Draft))).toBeLessThan(10 * plain);
});

test.each([
  ['${a:-', 200_000],
  ['$GEMINI_CWD', 50_000],
])('a line with many references %s without an end is substituted in time that is linear in its length', (one, most) => {
  const work = (text: string) =>
    substituteVariables(text, gemini.runtime, {}, { GEMINI_CWD: '/a b' });
  expect(grows((count) => one.repeat(count), work, most)).toBeUndefined();
});
