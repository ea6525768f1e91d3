/** The numbers that the README and docs/ state, each from one source; `readme.system.test.ts` holds the pages to them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printFigures, proofs } from '../scripts/figures.ts';
import { generatedPages } from '../scripts/support.ts';

const textOf = (path: string): string =>
  readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

test('docs/figures.json has the figures as they are now', async () => {
  expect(textOf('docs/figures.json')).toBe(await printFigures());
});

test('a version that is stated for an agent is that of the client that the tests install', () => {
  const { dependencies } = JSON.parse(textOf('test/clients/agents/codex/package.json'));
  expect(proofs.codex.against).toBe(`the real client, ${dependencies['@openai/codex']}`);
});

test.each([
  ['README.md', 'refused | **runs**', 'refused | refused'],
  ['README.md', proofs.claude.against, 'the real client, 2.0.0'],
  ['docs/versions.md', 'MB when it is unpacked', 'KB when it is unpacked'],
  ['docs/library.md', 'KB with all agents', 'MB with all agents'],
])('a figure of %s that is changed by hand is found', (file, right, wrong) => {
  const page = textOf(file);
  expect(page).toContain(right);
  const generate = generatedPages[file] as (page: string) => string;
  // Transcripts take seconds, and are held to what commands print elsewhere.
  const withoutTranscripts = (text: string) => text.replace(/^```console\n[\s\S]*?^```\n/gm, '');
  const changed = withoutTranscripts(page.replace(right, wrong));
  expect(generate(changed)).toBe(withoutTranscripts(page));
});
