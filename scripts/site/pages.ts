/** The pages of the site that stand in the repository, with links that lead where the site has their targets. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { siteUrl } from '../../src/util/site-url.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  repository: { url: string };
};

/** Where the files of the repository can be read: `https://github.com/OWNER/NAME/blob/main/`. */
export const sourceUrl = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main/`;

/** Pages of the repository outside docs/, by the path that each has on the site. */
const otherPages: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
};

/** A page of the site: its path below the content folder, such as `vendors/codex.md`, and its Markdown. */
export interface Page {
  path: string;
  text: string;
}

/** Returns the path that a file of the repository has on the site, or undefined if the site does not show it. */
function findSitePath(file: string): string | undefined {
  const path = file.replace(/^docs\//, '');
  return path !== file && /\.md$|^images\//.test(path) ? path : otherPages[file];
}

/**
 * Returns a page with links of the site: to other pages of it, or to the file in the repository.
 *
 * @param file The path of the page in the repository, such as `docs/convert.md`.
 * @param to The path of the page on the site, such as `convert.md`.
 */
export function rewriteLinks(text: string, file: string, to: string): string {
  return replaceOutsideCode(
    text,
    /\]\(([^)#\s]+)(#[^)\s]*)?\)/g,
    (whole, link = '', anchor = '') => {
      if (link.startsWith(siteUrl)) return `](/${link.slice(siteUrl.length)}${anchor})`;
      if (/^(?:[a-z]+:|\/)/.test(link)) return whole;
      const target = posix.join(posix.dirname(file), link);
      const path = findSitePath(target);
      const address =
        path === undefined
          ? sourceUrl + target.replace(/\/$/, '')
          : posix.relative(posix.dirname(to), path);
      return `](${address}${anchor})`;
    },
  );
}

/** Replaces what an expression matches, except in blocks of code. */
function replaceOutsideCode(
  text: string,
  what: RegExp,
  replace: (match: string, ...groups: (string | undefined)[]) => string,
): string {
  return text
    .split(/^(```[\s\S]*?^```)/m)
    .map((part) => (part.startsWith('```') ? part : part.replace(what, replace as never)))
    .join('');
}

/** Lists the pages of the repository that the site shows. */
export function listPages(): Page[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path.replaceAll('\\', '/')}`);
  return [...docs, ...Object.keys(otherPages)].sort().map((file) => {
    const path = findSitePath(file) as string;
    return { path, text: rewriteLinks(readFileSync(join(root, file), 'utf8'), file, path) };
  });
}

/**
 * Lists the pages of the site alone, which stand in `site/pages`. `<!-- from README.md: NAME -->` in one stands for the block of the
 * README that begins with `<!-- NAME -->` and ends with `<!-- /NAME -->`, or else with the next heading.
 */
export function listOwnPages(): Page[] {
  const folder = join(root, 'site/pages');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const path = file.replaceAll('\\', '/');
      const text = readFileSync(join(folder, file), 'utf8');
      return {
        path,
        text: text.replace(/<!-- from (\S+): (\S+) -->/g, (_, from: string, name: string) =>
          rewriteLinks(readBlock(from, name), from, path),
        ),
      };
    });
}

/** Returns the block of a file of the repository that a comment with its name begins. Throws if there is none. */
function readBlock(file: string, name: string): string {
  const text = readFileSync(join(root, file), 'utf8');
  const [, block] =
    new RegExp(`^<!-- ${name} -->\\n([\\s\\S]*?)(?=^<!-- /${name} -->|^## )`, 'm').exec(text) ?? [];
  if (block === undefined) throw new Error(`${file}: no block <!-- ${name} -->`);
  return block;
}
