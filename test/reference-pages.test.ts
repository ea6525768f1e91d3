import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands, listExitCodes } from '../scripts/reference/commands.ts';
import { referencePages } from '../scripts/reference.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

test.each(
  Object.keys(referencePages),
)('%s is what `npm run reference -- --write` makes of the code', (file) => {
  expect(textOf(file)).toBe(referencePages[file]?.());
});

test('docs/reference/commands.md has every command, and every flag that a help text shows', () => {
  const page = textOf('docs/reference/commands.md');
  for (const command of commands) {
    expect(page).toContain(`\n## anyhook ${command.name()}\n`);
    const section = page.split(`\n## anyhook ${command.name()}\n`)[1]?.split('\n## ')[0];
    for (const { flags, hidden } of command.options)
      if (!hidden) expect(section).toContain(`| \`${flags}\` |`);
  }
});

test('every command ends with 0 or 2, and names no exit code twice', () => {
  for (const command of commands) {
    const codes = listExitCodes(command).map(({ code }) => code);
    expect(codes, command.name()).toEqual([...new Set(codes)]);
    expect(codes, command.name()).toEqual(expect.arrayContaining(['0', '2']));
  }
});
