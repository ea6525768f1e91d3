import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addLossAnchors, linkFindings, makeFindingPages } from './finding-pages.ts';
import { listOwnPages, listPages, root } from './pages.ts';

/** Files that the site serves as they are: the path on the site → the file of the repository. */
export const servedFiles: Readonly<Record<string, string>> = {
  'anyhook.schema.json': 'dist/anyhook.schema.json',
  'icon.svg': 'site/public/icon.svg',
};

/**
 * Writes the pages of the site into `site/content`, from which VitePress builds it: the pages of the repository, those that are
 * generated from the code, and those of the site alone. Needs `dist/`.
 */
export function writePages(): void {
  const content = join(root, 'site/content');
  rmSync(content, { recursive: true, force: true });
  cpSync(join(root, 'docs/images'), join(content, 'images'), { recursive: true });
  const pages = listPages().map(linkFindings).map(addLossAnchors);
  for (const { path, text } of [...pages, ...listOwnPages(), ...makeFindingPages()]) {
    const file = join(content, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  for (const [path, file] of Object.entries(servedFiles)) {
    const copy = join(content, 'public', path);
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(join(root, file), copy);
  }
}
