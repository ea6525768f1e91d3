import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { variables } from './variables.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const page = readFileSync(at('../../docs/threat-model.md'), 'utf8');
/** The tests are in the repository, and not in the package. */
const inRepository = 'https://github.com/anyhook/anyhook/blob/main/';
const rows = page.split('\n').filter((line) => /^\| (?!attack|---)/.test(line));

/** The tests a row names: a file, and titles in it. */
const shown = rows.flatMap((row) =>
  [
    ...row
      .replaceAll(`(${inRepository}`, '(')
      .matchAll(/\[[^\]]+\]\((test\/[^)]+)\): ((?:"[^"]+"(?:, )?)+)/g),
  ].flatMap(([, file, titles]) =>
    [...(titles as string).matchAll(/"([^"]+)"/g)].map(([, title]) => [file, title] as const),
  ),
) as [string, string][];

describe('docs/threat-model.md', () => {
  test('names for every attack a test that shows what stops it', () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) {
      expect(row).toContain(`(${inRepository}test/`);
      expect(row).toMatch(/\.test\.ts\): "/);
    }
  });

  test.each(shown)('quotes %s, which contains "%s"', (file, title) => {
    const path = at(`../../${file}`);
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain(title);
  });

  const here = readdirSync(at('.')).filter((file) => /^(?!page).*\.test\.ts$/.test(file));
  test.each(here)('quotes every top-level title of %s', (file) => {
    const text = readFileSync(at(file), 'utf8');
    const begins = text.match(/^(?:test|describe|property)\b/gm) ?? [];
    const titles = [
      ...text.matchAll(
        /^(?:test|describe|property)(?:\.runIf\(\w+\))?(?:\(|\.each(?:<[^\n]*>)?\([\s\S]*?\n?\)\()\s*'([^'\n]+)'/gm,
      ),
    ].map(([, title]) => (title as string).split(/%[sj]/).sort((a, b) => b.length - a.length)[0]);
    expect(titles).toHaveLength(begins.length);
    for (const title of titles) {
      const known = shown.filter(([path]) => path === `test/threats/${file}`);
      const said = (title as string).replace(/^[:\s]+|[:\s]+$/g, '');
      expect(known.map(([, one]) => one)).toContainEqual(
        expect.stringContaining(said.slice(0, 40)),
      );
    }
  });

  test('names every variable of the lists', () => {
    const [, section] = page.split('\n## Variables\n');
    for (const name of Object.values(variables).flat()) expect(section).toContain(`\`${name}\``);
  });
});
