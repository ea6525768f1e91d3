import { expect, test } from 'vitest';
import {
  addLossAnchors,
  linkFindings,
  makeFindingPages,
} from '../../scripts/site/finding-pages.ts';
import { listPages } from '../../scripts/site/pages.ts';
import { hookLossCodes } from '../../src/convert/hook-loss.ts';
import { findingCodes } from '../../src/settings/finding.ts';

const pages = makeFindingPages();
const textOf = (code: string): string =>
  pages.find(({ path }) => path === `findings/${code}.md`)?.text ?? '';

test('every finding has a page of its own, with what is wrong and what to do', () => {
  expect(pages.map(({ path }) => path).toSorted()).toEqual(
    findingCodes.map((code) => `findings/${code}.md`).toSorted(),
  );
  for (const { path, text } of pages) {
    expect(text, path).toMatch(/^\*\*(?:dead|refuses|odd)\*\*: \w/m);
    expect(text, path).toMatch(/^## What is wrong\n\n\S.*\.$/m);
    expect(text, path).toMatch(/^## What to do\n\n\S.*\.$/m);
    expect(text, path).not.toContain('/tmp/');
  }
});

test('the page of a finding in a settings file shows such a file and the sentence about it', () => {
  const page = textOf('no-list');
  expect(page).toMatch(/`\.[\w/-]+\.json`:\n\n```json\n\{/);
  expect(page).toMatch(
    /```text\nline \d+: \w+: the value is not a list, so none of its hooks run\n```/,
  );
  expect(textOf('match-never')).toContain('`anyhook.yaml`:\n\n```yaml\nversion: 1\n');
});

test('the page of a finding about a script shows the settings, the script and the sentence about it', () => {
  const page = textOf('flat-decision');
  expect(page).toMatch(/`hooks\/[\w.-]+`:\n\n```\w+\n[\s\S]*permissionDecision/);
  expect(page).toContain('at the top of its answer, where');
});

test('more than fifty findings have an example', () => {
  const shown = pages.filter(({ text }) => text.includes('\n## For example\n'));
  expect(shown.length).toBeGreaterThan(50);
});

test('the page of all findings links each code to its page, and only on the site', () => {
  const page = listPages().find(({ path }) => path === 'findings.md');
  if (!page) throw new Error('the site has no page of all findings');
  const { text } = linkFindings(page);
  for (const code of findingCodes) {
    expect(text).toContain(`\n| [\`${code}\`](findings/${code}.md) | `);
    expect(page.text).toContain(`\n| \`${code}\` | `);
  }
});

test('on the site each code of a loss of hooks is an anchor, once', () => {
  const page = listPages().find(({ path }) => path === 'reference/losses.md');
  if (!page) throw new Error('the site has no page of losses');
  const { text } = addLossAnchors(page);
  const anchors = [...text.matchAll(/<span id="([a-z-]+)">/g)].map(([, id]) => id);
  for (const code of hookLossCodes) expect(anchors.filter((id) => id === code)).toEqual([code]);
});
