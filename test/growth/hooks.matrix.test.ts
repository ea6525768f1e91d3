// What compares the hooks of a file with one another, or with what was found about them.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { checkSettings } from '../../src/check/check.ts';
import type { HookResult } from '../../src/convert/hook-result.ts';
import { findRegisteredByHand } from '../../src/convert/target-findings.ts';
import { parseJsonc } from '../../src/edit/jsonc/tree.ts';
import type { Finding } from '../../src/settings/finding.ts';
import { readHooks } from '../../src/settings/formats/index.ts';
import { resolveWorkspace } from '../../src/settings/workspace.ts';
import { groupFindings } from '../../src/survey/findings-of-hook.ts';
import { makeSearch } from '../../src/util/search.ts';
import { grows } from './growth.ts';

const root = mkdtempSync(join(inject('scratch'), 'many-hooks-'));
writeFileSync(join(root, 'guard.sh'), '#!/bin/sh\njq -r .tool_input.path\nexit 2\n', {
  mode: 0o755,
});
const workspace = resolveWorkspace({ root, home: root });

/** Settings of Claude Code with many hooks. */
const settings = (
  count: number,
  matcherOf: (i: number) => string,
  commandOf: (i: number) => string,
) =>
  JSON.stringify({
    hooks: {
      PreToolUse: Array.from({ length: count }, (_, i) => ({
        matcher: matcherOf(i),
        hooks: [{ type: 'command', command: commandOf(i) }],
      })),
    },
  });
const readClaude = (text: string) => readHooks('claude', text, 'settings.json');

test('Hooks that start one script are checked in time that is linear in their number', () => {
  const make = (count: number) =>
    settings(
      count,
      (i) => `Write${'|Edit'.repeat(i % 20)}`,
      (i) => `./guard.sh ${i}`,
    );
  const check = (text: string) => checkSettings('claude', readClaude(text), workspace);
  expect(check(make(40))).toHaveLength(40);
  expect(grows(make, check, 600)).toBeUndefined();
});

test('Findings are told apart by their hooks in time that is linear in the number of both', () => {
  const make = (count: number) =>
    settings(
      count,
      () => 'Bash',
      (i) => `./absent-${i}.sh`,
    );
  const known = new Map<string, ReturnType<typeof readClaude>>();
  const group = (text: string) => {
    const read = known.get(text) ?? readClaude(text);
    known.set(text, read);
    const findings = read.hooks.map(({ at }): Finding => ({ code: 'module-outside', at }) as never);
    const findingsOf = groupFindings(findings);
    return read.hooks.flatMap((one) => findingsOf(one, read));
  };
  expect(group(make(40))).toHaveLength(40);
  expect(grows(make, group, 4000)).toBeUndefined();
});

test('Hooks that a person registered are found in time that is linear in their number', () => {
  const known = new Map<string, ReturnType<typeof readClaude>>();
  const find = (text: string) => {
    const { hooks } = known.get(text) ?? readClaude(text);
    const isByHand = findRegisteredByHand(hooks, workspace);
    return hooks.filter(({ hook }) =>
      isByHand({ hook: { ...hook, command: `${hook.command} more` } } as unknown as HookResult),
    );
  };
  const make = (count: number) =>
    settings(
      count,
      () => 'Bash',
      (i) => `echo ${i}`,
    );
  expect(find(make(40))).toEqual([]);
  expect(grows(make, find, 2000)).toBeUndefined();
});

test('Places of the values of a large object are found in time that is linear in its keys', () => {
  const make = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, [i]])));
  const findAll = (text: string) => {
    const { value, at } = parseJsonc(text, 'a file');
    return Object.keys(value ?? {}).filter((key) => at([key]));
  };
  expect(findAll(make(40))).toHaveLength(40);
  expect(grows(make, findAll, 20_000)).toBeUndefined();
});

test('Words are looked for in texts in time that is linear in the number of both', () => {
  const make = (count: number) =>
    Array.from({ length: count }, (_, i) => `hooks/${i}.sh`).join('\n');
  const search = (text: string) => {
    const words = text.split('\n');
    const holdsWord = makeSearch(words.map((word) => `not-${word}`));
    return words.filter((word) => holdsWord(`./${word} now`));
  };
  expect(search(make(40))).toEqual([]);
  expect(grows(make, search, 5000)).toBeUndefined();
});
