import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { example } from '../scripts/reference/anyhook-yaml.ts';
import { commands, listExitCodes } from '../scripts/reference/commands.ts';
import { hookLossHelp } from '../scripts/reference/losses.ts';
import { referencePages } from '../scripts/reference.ts';
import { options } from '../src/canonical/option.ts';
import { tools } from '../src/canonical/tool.ts';
import { checkSettings, convertText, readHooks } from '../src/exports/settings.ts';
import * as library from '../src/index.ts';

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

test('docs/reference/tools.md has a table of arguments for each tool, and names the shell of each agent', () => {
  const page = textOf('docs/reference/tools.md');
  const sections = page.split('\n### ').slice(1);
  const titled = sections.map((section) => section.split('\n')[0]);
  expect([...titled, 'mcp', 'other'].sort()).toEqual(Object.keys(tools).sort());
  const shells = page.split('\n').find((line) => line.startsWith('| [shell](#shell) |'));
  for (const id of ['claude', 'cursor', 'gemini', 'terminai'] as const)
    expect(shells).toContain(`\`${library.toolName('shell', { from: 'anyhook', to: id })}\``);
});

const settings = readdirSync(join(root, 'fixtures/wild/settings')).map((name) => {
  const files = readdirSync(join(root, 'fixtures/wild/settings', name));
  const read = (file = '') => textOf(`fixtures/wild/settings/${name}/${file}`);
  const { agent }: { agent: string } = JSON.parse(read('case.json'));
  return { from: agent, text: read(files.find((file) => file !== 'case.json')) };
});

test('every loss of a conversion has a severity that docs/reference/losses.md gives its code', () => {
  const seen = new Set<string>();
  for (const { from, text } of settings)
    for (const to of ['codex', 'copilot', 'cursor', 'gemini']) {
      if (from === to) continue;
      for (const { code, severity } of convertText({
        from,
        to,
        source: { file: 'a', text },
        target: { file: 'b', text: '' },
      }).rows.flatMap(({ losses }) => losses)) {
        seen.add(code);
        expect(hookLossHelp[code].severity, code).toContain(severity);
      }
    }
  expect(seen.size).toBeGreaterThan(8);
});

test('the example of docs/reference/anyhook-yaml.md is read, and nothing is wrong with it', () => {
  expect(textOf('docs/reference/anyhook-yaml.md')).toContain(`\`\`\`yaml\n${example}\`\`\``);
  const read = readHooks('anyhook', example, 'anyhook.yaml');
  expect(read.hooks.map(({ hook }) => hook)).toMatchObject([
    {
      name: 'no-rm-rf',
      event: 'before-tool',
      tools: ['shell'],
      timeout: 10_000,
      onFailure: 'block',
    },
  ]);
  expect(checkSettings('anyhook', read)).toEqual([]);
});

test('docs/reference/anyhook-yaml.md has every key of a hook', () => {
  const page = textOf('docs/reference/anyhook-yaml.md');
  for (const { yamlKey } of options) if (yamlKey) expect(page).toContain(`\n| \`${yamlKey}\` | `);
});

test('docs/reference/library.md has every value that `anyhook` exports', () => {
  const [, section] = textOf('docs/reference/library.md').split('\n## ');
  for (const name of Object.keys(library)) expect(section).toContain(`\n| \`${name}\` | `);
});
