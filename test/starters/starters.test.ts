/** Which lines of `anyhook.yaml` a hook to begin with gets, and which files. */

import { expect, test } from 'vitest';
import { configDefaults } from 'vitest/config';
import { parse } from 'yaml';
import {
  addStarters,
  moduleStarters,
  starters,
  testPathOf,
  writeNeutralText,
} from '../../src/starters/starters.ts';

const pairs = [...moduleStarters, ...starters].flatMap((first) =>
  [...moduleStarters, ...starters].map((second) => [first, second] as const),
);

test.each(
  pairs,
)('each hook has a name of its own, and no test stands twice ($0.id, $1.id)', (first, second) => {
  const text = addStarters(writeNeutralText([first]), 'anyhook.yaml', [second]);
  const { hooks, tests = [] } = parse(text);
  const names = hooks.map(({ name }: { name: string }) => name);
  expect(hooks).toHaveLength(first === second ? 1 : 2);
  expect(new Set(names).size).toBe(hooks.length);
  expect(new Set(tests.map((one: unknown) => JSON.stringify(one))).size).toBe(tests.length);
});

test('a test of a hook to begin with has no name under which vitest or jest would run it', () => {
  expect(configDefaults.include).toEqual(['**/*.{test,spec}.?(c|m)[jt]s?(x)']);
  const paths = moduleStarters.map(testPathOf);
  expect(paths).toEqual(['hooks/test-guard.ts', 'hooks/test-guard.mjs']);
  for (const path of paths) expect(path).not.toMatch(/[./](?:test|spec)\.[cm]?[jt]sx?$|__tests__/);
});
