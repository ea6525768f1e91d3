/** The pages of the repository on the site. */
import { expect, test } from 'vitest';
import { rewriteLinks, sourceUrl } from '../../scripts/site/pages.ts';
import { siteUrl } from '../../src/util/site-url.ts';

test.each([
  ['a page of the site', '../convert.md#losses', '../convert.md#losses'],
  ['a page that is elsewhere on the site', '../../CONTRIBUTING.md', '../contributing.md'],
  ['a file that the site does not show', '../../src/index.ts', `${sourceUrl}src/index.ts`],
  ['the address of a page', `${siteUrl}playground#script`, '/playground#script'],
  ['the address of the site', siteUrl, '/'],
  ['an anchor', '#words', '#words'],
  ['another site', 'https://example.com/a.md', 'https://example.com/a.md'],
])('a link to %s leads there on the site, and stays as it is in code', (_, link, onSite) => {
  const code = `\`\`\`md\n[x](${link})\n\`\`\`\n`;
  const page = `[x](${link})\n\n${code}\n[x](${link})`;
  expect(rewriteLinks(page, 'docs/guides/team.md', 'guides/team.md')).toBe(
    `[x](${onSite})\n\n${code}\n[x](${onSite})`,
  );
});
