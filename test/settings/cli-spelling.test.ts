/** Commands that are proposed can be typed: behind `npx` where the program is installed for a project alone. */
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { isBehindNpx, spellCommands } from '../../src/cli/spelling.ts';

const place = mkdtempSync(join(inject('scratch'), 'spelling '));
const folder = (name: string, ...programs: string[]) => {
  const path = join(place, name);
  mkdirSync(path, { recursive: true });
  for (const program of programs) {
    writeFileSync(join(path, program), '#!/bin/sh\n');
    chmodSync(join(path, program), 0o755);
  }
  return path;
};
const inProject = folder('p/node_modules/.bin', 'anyhook');
const everywhere = folder('bin', 'anyhook');
const windows = folder('npm', 'anyhook.cmd');
const empty = folder('empty');
const installed = 'file:///p/node_modules/anyhook/dist/cli/spelling.js';

test.each([
  ['a project, by npx or by a script of npm', installed, [inProject, empty], true],
  ['a project, by its path', installed, [empty], true],
  ['a project, beside one for everybody', installed, [inProject, everywhere], false],
  ['everybody', installed, [everywhere, empty], false],
  ['everybody, on Windows', installed, [windows], false],
  ['nobody: its sources', 'file:///src/anyhook/dist/cli/spelling.js', [empty], false],
])('what is installed for %s is found or not', (_, module, folders, isHidden) => {
  expect(isBehindNpx({ module, path: folders.join(delimiter) })).toBe(isHidden);
});

test('nothing is on an empty PATH', () => {
  expect(isBehindNpx({ module: installed, path: undefined })).toBe(true);
});

test.each([
  ['  anyhook sync --to claude \\\n    --check', '  npx anyhook sync --to claude \\\n    --check'],
  ["Next:\n  anyhook test 'rm -rf /'  # asks", "Next:\n  npx anyhook test 'rm -rf /'  # asks"],
  ['      $ anyhook sync', '      $ npx anyhook sync'],
  ['To write it again: anyhook doctor --fix', 'To write it again: npx anyhook doctor --fix'],
  ['run: anyhook sync; anyhook list', 'run: npx anyhook sync; npx anyhook list'],
  ['To write the first one:    anyhook init', 'To write the first one:    npx anyhook init'],
  ['Then run anyhook sync.', 'Then run npx anyhook sync.'],
  ['Read on: anyhook COMMAND --help', 'Read on: npx anyhook COMMAND --help'],
])('a command that is to be typed is spelled with npx: %j', (text, spelled) => {
  expect(spellCommands(text, true)).toBe(spelled);
  expect(spellCommands(spelled, true)).toBe(spelled);
  expect(spellCommands(text, false)).toBe(text);
});

test.each([
  'anyhook: sync has no flag --x',
  'so anyhook sync writes nothing',
  'Commit .anyhook.',
  'run npx anyhook sync',
  '+# After a change: anyhook test',
  '\u001b[32m+# After a change: anyhook test\u001b[39m',
  '-  anyhook sync',
])('a text with no command of ours to type stays: %j', (text) => {
  expect(spellCommands(text, true)).toBe(text);
});
