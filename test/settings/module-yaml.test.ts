import { expect, test } from 'vitest';
import { project } from './project.ts';

const yaml = (lines: string) => `version: 1\nhooks:\n  - ${lines.replaceAll('\n', '\n    ')}\n`;

test.each([
  ['on: stop\nmodule: hooks/guard.ts\nrun: x', '4:13: "run" and "module" exclude each other'],
  [
    'on: stop\nmodule: hooks/guard.ts\nurl: https://x.test/',
    '5:10: "module" and "url" exclude each other',
  ],
  ['on: stop', '3:5: "run" is missing, or "module" or "url" in its place'],
  [
    'speaks: cursor\nevent: stop\nmodule: hooks/guard.ts',
    '5:13: "module" needs "on", since its handlers speak the neutral dialect',
  ],
  [
    'on: stop\nmodule: /hooks/guard.ts',
    '4:13: module: "/hooks/guard.ts" is no relative path; write it from the folder of anyhook.yaml',
  ],
  [
    'on: stop\nmodule: ~/guard.ts',
    '4:13: module: "~/guard.ts" is no relative path; write it from the folder of anyhook.yaml',
  ],
  [
    'on: stop\nmodule: hooks/../../guard.ts',
    '4:13: module: "hooks/../../guard.ts" leads out of the folder of anyhook.yaml; move the file into it',
  ],
  [
    'on: stop\nmodule: hooks\\guard.ts',
    '4:13: module: "hooks\\\\guard.ts" has a backslash; write "/" between folders',
  ],
  ['on: stop\nmodule: "a\\nb.ts"', '4:13: module: "a\\nb.ts" has a control character'],
  [
    'on: stop\nmodule: hooks',
    '4:13: module: "hooks" is no TypeScript or JavaScript; its name ends in .ts, .mts, .cts, .js, .mjs or .cjs',
  ],
  [
    'on: stop\nmodule: hooks/guard.d.ts',
    '4:13: module: "hooks/guard.d.ts" is no TypeScript or JavaScript; its name ends in .ts, .mts, .cts, .js, .mjs or .cjs',
  ],
  ['on: stop\nmodule: [a]', '4:13: module: expected text, got a list'],
])('a mistake about a module is reported where it stands: %j', async (lines, message) => {
  const p = project({ 'anyhook.yaml': yaml(lines), '.claude/settings.json': {} });
  const said = await p.anyhook('sync');
  expect(said.code).toBe(2);
  expect(said.stderr).toContain(`anyhook.yaml:${message}\n`);
  expect(p.files()).toEqual(['.claude/settings.json', 'anyhook.yaml']);
});

test.each([
  ['does not exist', {}, 'anyhook.yaml:3: module: hooks/guard.ts does not exist'],
  [
    'is a folder',
    { 'hooks/guard.ts/a': 'x' },
    'anyhook.yaml:3: module: hooks/guard.ts is a folder; write the file in it',
  ],
])('sync writes nothing for a module that %s', async (_, files, message) => {
  const text = yaml('on: stop\nmodule: hooks/guard.ts');
  const p = project({ 'anyhook.yaml': text, '.claude/settings.json': {}, ...files });
  const before = p.state();
  expect(await p.anyhook('sync')).toMatchObject({ code: 2, stderr: `anyhook: ${message}\n` });
  expect(p.state()).toEqual(before);
});
