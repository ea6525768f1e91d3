/** The programs of docs/library.md and docs/reference/errors.md: their types are right, they run, and what their comments state is so. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installOnce, packedFolder } from '../packed.ts';

const repository = join(import.meta.dirname, '../..');
const programs = ['docs/library.md', 'docs/reference/errors.md'].flatMap((page) =>
  [...readFileSync(join(repository, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, text = '']) => text,
  ),
);
const folder = join(packedFolder(), 'page');
beforeAll(async () => {
  await installOnce();
  mkdirSync(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the programs of docs/library.md and docs/reference/errors.md have right types', () => {
  expect(programs.length).toBeGreaterThanOrEqual(6);
  const files = programs.map((text, index) => {
    writeFileSync(join(folder, `program${index}.mts`), text);
    return `program${index}.mts`;
  });
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext'];
  const types = ['--types', 'node', '--typeRoots', join(repository, 'node_modules/@types')];
  const tsc = join(repository, 'node_modules/.bin/tsc');
  const flags = [...strict, '--target', 'es2023', ...types];
  expect(spawnSync(tsc, [...flags, ...files], { cwd: folder, encoding: 'utf8' }).stdout).toBe('');
});

/** A payload of Claude Code, for the program that reads stdin. */
const input = JSON.stringify({
  ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p', permission_mode: 'default' },
  ...{ tool_name: 'Bash', tool_input: { command: 'rm -rf build' }, tool_use_id: 'toolu_1' },
  transcript_path: '/home/ada/.claude/projects/-p/s.jsonl',
});

test.each(
  programs.map((text, index) => ({ index, text })),
)('program $index of docs/library.md and docs/reference/errors.md runs, and its comments are right', ({
  index,
  text,
}) => {
  const isStated = /^(?!const |import )(\S.*); \/\/ (.*)$/gm;
  const checked = text.replace(isStated, 'assert.deepEqual(toJson($1), toJson($2));');
  const lines = [
    "import assert from 'node:assert/strict';",
    'const toJson = (value: unknown) => JSON.parse(JSON.stringify(value));',
    checked,
  ];
  const file = `run${index}.mjs`;
  writeFileSync(join(folder, file), transformSync(lines.join('\n'), { loader: 'ts' }).code);
  const ran = spawnSync(process.execPath, [file], { cwd: folder, input, encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  expect(ran.status).toBe(0);
  if (text.includes('readFileSync(0'))
    expect(JSON.parse(ran.stdout)).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'deny',
        permissionDecisionReason: 'Move it to the trash.',
      },
    });
  else expect(checked).toContain('assert.deepEqual');
});
