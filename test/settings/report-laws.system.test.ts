/** What must hold of every report, over the settings files of the fixtures. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import widthOf from 'string-width';
import { expect, test } from 'vitest';
import { tableOf } from '../../src/settings/tables.ts';
import { type Project, project } from './project.ts';
import { realistic } from './realistic.ts';

const corpus = join(import.meta.dirname, '../../fixtures/corpus');
const vendors = ['claude', 'codex', 'copilot', 'cursor', 'gemini', 'qwen', 'anyhook'];
const cases = [
  ...readdirSync(join(corpus, 'settings')).map((name): [string, string, string] => [
    name.split('-')[0] as string,
    name,
    readFileSync(join(corpus, 'settings', name), 'utf8'),
  ]),
  ...vendors.flatMap((vendor) =>
    realistic(vendor).map(([name, text]): [string, string, string] => [vendor, name, text]),
  ),
].filter(([vendor]) => vendors.includes(vendor));

/** The agents into which the hooks of an agent are converted here: one that can say little, and one that can say much. */
const targetsOf = (vendor: string) => ['cursor', 'qwen'].filter((to) => to !== vendor);
const fileOf = (vendor: string) => tableOf(vendor).files.own.project.replace('<event>', 'anyhook');

/** Takes the words of a command that a report prints from a shell that has parsed it. */
const wordsOf = (command: string): string[] =>
  execFileSync('bash', ['-c', `set -- ${command}; printf '%s\\0' "$@"`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

/** Returns the commands of anyhook that stand on lines of their own in a report. */
const commandsIn = (report: string): string[] =>
  report.match(/^ {2}anyhook (?:convert|sync) (?:.*\\\n)*.*$/gm) ?? [];

/** The report without what a diff shows, which is as long as what changes. */
const withoutDiffs = (text: string) => text.replace(/^@@ .*\n([-+ ~].*\n|-$)*/gm, '');

/** Returns the sentences of a report: its prose, line breaks and places taken away. */
const sentencesOf = (report: string): string[] =>
  withoutDiffs(report)
    .split(/\n(?! )/)
    .map((part) => part.replace(/\s+/g, ' ').replace(/^[!✗] \S+:\d[^:]*: /, ''))
    .filter((part) => /^\p{L}.* .* .* /u.test(part) && !/^(Written|Next|Up to date)/.test(part));

const report = (p: Project, width: number, ...args: string[]) =>
  p.anyhookWith({ COLUMNS: String(width), NO_COLOR: '1' }, ...args);

test.each(
  cases,
)('the reports about %s %s are short, say nothing twice, fit the terminal, and name commands that end with 0', async (vendor, _, text) => {
  for (const to of targetsOf(vendor)) {
    const p = project({ [fileOf(vendor)]: text });
    for (const width of [60, 80, 140]) {
      const { stdout, code } = await report(p, width, 'convert', vendor, to);
      if (code === 2) return; // the file is not read, on purpose
      const shown = withoutDiffs(stdout);
      for (const line of shown.split('\n'))
        if (/\S +\S/.test(line.slice(6))) expect(widthOf(line), line).toBeLessThanOrEqual(width);
      const sentences = sentencesOf(stdout);
      expect(sentences).toEqual([...new Set(sentences)]);
      const hooks = stdout.match(/^[✓!✗] #\d+ /gm)?.length ?? 0;
      if (/nothing lost/.test(stdout) && !/^[!✗] \S+:\d/m.test(stdout))
        expect(shown.split('\n').length).toBeLessThanOrEqual(hooks + 13);
    }
    const { stdout } = await report(p, 80, 'convert', vendor, to);
    for (const command of commandsIn(stdout)) {
      const [program, ...words] = wordsOf(command);
      expect(program).toBe('anyhook');
      const followed = await report(p, 80, ...words);
      expect([followed.code, followed.stderr, words], followed.stdout).toEqual([0, '', words]);
    }
  }
});

test('the cases have refused, lossy and complete conversions', () => {
  expect(cases.length).toBeGreaterThan(30);
});
