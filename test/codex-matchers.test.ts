// Matchers as Codex CLI was seen to read them: what it finds in a tool's name, we find.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adapters } from '../src/adapters/index.ts';
import type { Binding } from '../src/mapping/adapter.ts';
import { isMeaningMet } from '../src/translate/matching.ts';
import { runBounded } from './bounded.ts';

const file = new URL('../fixtures/codex/bash-matchers.json', import.meta.url);
const { Bash: seen } = JSON.parse(readFileSync(file, 'utf8')) as { Bash: Record<string, boolean> };
const gate = adapters.codex.bindings.find('PreToolUse') as Binding;
const ours = (text: string) =>
  isMeaningMet(adapters.codex.matchers.read(text, gate), ['Bash'], runBounded);

test('every matcher that was seen to match Bash in Codex CLI matches Bash in its adapter', () => {
  expect(Object.keys(seen).length).toBeGreaterThan(40);
  expect(Object.keys(seen).filter((text) => seen[text] && !ours(text))).toEqual([]);
});

test('a matcher that Codex CLI cannot read as an expression matches nothing in its adapter', () => {
  const dead = ['*.py', '(Bash', 'Bash)', 'Bash\\', '(*)', 'a|*', '[abc', '?x', 'a|?', '[Bash'];
  expect(dead.filter((text) => seen[text])).toEqual([]);
  expect(dead.map((text) => adapters.codex.matchers.read(text, gate))).toEqual(
    dead.map(() => 'nothing'),
  );
});
