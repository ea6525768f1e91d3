import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const inFolder = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file));
/** The change log speaks of files that are gone. */
const pages = [
  ...['', 'docs', 'docs/guides', 'docs/reference', 'docs/vendors'],
  ...['test', 'examples', 'bench'],
]
  .flatMap(inFolder)
  .filter((page) => page !== 'CHANGELOG.md');

const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');
const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '');

/** The anchors of a page: its headings, as GitHub writes them. */
const anchorsOf = (page: string): string[] =>
  [...withoutCode(textOf(page)).matchAll(/^#+ +(.*)$/gm)].map(([, heading]) =>
    (heading as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Pages of the package name files of the repository that the package lacks by their addresses. */
const inRepository = 'https://github.com/anyhook/anyhook/blob/main/';

/** Where the links of a page lead, but those to other sites: relative to the page. */
const linksOf = (page: string): string[] =>
  [...withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link as string)
    .map((link) =>
      link.startsWith(inRepository)
        ? relative(dirname(page), link.slice(inRepository.length))
        : link,
    )
    .filter((link) => !/^[a-z]+:/.test(link));

/** Files of the repository that a page names without a link to them. */
const named =
  /\b(?:docs\/(?:vendors\/)?[\w-]+\.md|(?:test|src|fixtures|scripts|bench|examples)\/[\w./-]+\.(?:md|ts|json|ya?ml|[cm]?js|sh|txt)\b)/g;
/** But those of the vendor that the guide for contributors makes up. */
const filesNamedIn = (page: string): string[] =>
  [...(textOf(page).match(named) ?? [])].filter((file) => !file.includes('/acme'));

test('every link between the pages of this repository leads to a file or folder, and to a heading of it', () => {
  let followed = 0;
  for (const page of pages) {
    for (const link of linksOf(page)) {
      const [path, anchor] = link.split('#') as [string, string | undefined];
      const to = path === '' ? page : relative(root, join(root, dirname(page), path));
      expect([page, link, existsSync(join(root, to))]).toEqual([page, link, true]);
      if (anchor !== undefined) expect(anchorsOf(to), `${page}: ${link}`).toContain(anchor);
      followed++;
    }
  }
  expect(followed).toBeGreaterThan(50);
});

test('every file of this repository that a page names is there', () => {
  let met = 0;
  for (const page of pages) {
    for (const file of filesNamedIn(page)) {
      const there = [root, join(root, dirname(page))].some((from) => existsSync(join(from, file)));
      expect([page, file, there]).toEqual([page, file, true]);
      met++;
    }
  }
  expect(met).toBeGreaterThan(100);
});

test('every script that a page runs with npm is one of the package', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  const run = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name]) => [page, name]),
  );
  expect(run.length).toBeGreaterThan(20);
  for (const [page, name] of run) expect(Object.keys(scripts), page).toContain(name);
});
