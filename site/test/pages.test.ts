/** Every page of the site, in a real browser: it loads, its links lead somewhere, it fits a phone, and everybody can read it. */
import { expect, test } from 'vitest';
import { menu } from '../.vitepress/navigation.ts';
import { findBarriers, findFile, open, paths, site, useBrowser, visit } from './browser.ts';

useBrowser();

/** The pages of single findings have one form, so a few of them stand for all where a check takes long. */
const isOfOneForm = (path: string): boolean => path.startsWith('findings/');
const distinct = [
  ...paths.filter((path) => !isOfOneForm(path)),
  ...paths.filter(isOfOneForm).slice(0, 3),
];

test('the first page, the pages of docs/ and the generated pages are in the site', () => {
  for (const path of ['', 'start', 'playground', 'vendors/codex']) expect(paths).toContain(path);
  expect(paths.length).toBeGreaterThan(40);
});

test('every page but those of single findings is in the menu, and the menu names no other page', () => {
  const listed = menu.flatMap(({ items = [] }) => items.map(({ link }) => link?.slice(1)));
  const shown = paths.filter((path) => path !== '' && !isOfOneForm(path));
  expect(listed.toSorted()).toEqual(shown.toSorted());
});

/** Where the links of a page lead, and the anchors that it has. */
interface Links {
  hrefs: string[];
  ids: string[];
}

test('every page loads without an error or a foreign request, and each link leads to a page and to an anchor of it', async () => {
  const { page, problems } = await open('');
  const links = new Map<string, Links>();
  for (const path of paths) {
    await visit(page, path);
    expect(problems).toEqual([]);
    const found = await page.evaluate(() => ({
      hrefs: [...document.querySelectorAll('a')].map(({ href }) => href),
      ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
    }));
    // Code that a page loads after it is shown may fail as well.
    await page.waitForLoadState('networkidle');
    expect([path, problems]).toEqual([path, []]);
    links.set(site + path, found);
  }
  // What the last page loads after it is shown may fail as well.
  await page.waitForLoadState('networkidle');
  expect(problems).toEqual([]);
  await page.context().close();
  const inside = [...links].flatMap(([from, { hrefs }]) =>
    [...new Set(hrefs)]
      .filter((href) => href.startsWith(site))
      .map((href) => [from, href] as const),
  );
  const broken = inside.filter(([, href]) => {
    const [address = '', anchor = ''] = href.split('#');
    const to = links.get(address);
    if (!to) return findFile(address) === undefined;
    return anchor !== '' && !to.ids.includes(decodeURIComponent(anchor));
  });
  expect(broken).toEqual([]);
  expect(inside.length).toBeGreaterThan(1000);
});

test.each([
  'light',
  'dark',
] as const)('every kind of page can be used with a screen reader and read in %s colours', async (colorScheme) => {
  const { page } = await open('', { colorScheme });
  for (const path of distinct) {
    await visit(page, path);
    expect([path, await findBarriers(page)]).toEqual([path, []]);
  }
  const isDark = () => document.documentElement.classList.contains('dark');
  expect(await page.evaluate(isDark)).toBe(colorScheme === 'dark');
  await page.context().close();
});

test('no kind of page is wider than a phone of 360 pixels', async () => {
  const { page } = await open('', { viewport: { width: 360, height: 740 } });
  for (const path of distinct) {
    await visit(page, path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, width]).toEqual([path, 360]);
  }
  await page.context().close();
});
