import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { addLossAnchors, linkFindings, makeFindingPages } from './finding-pages.ts';
import { listOwnPages, listPages, root } from './pages.ts';

/** Files that the site serves as they are: the path on the site → the file of the repository. */
export const servedFiles: Readonly<Record<string, string>> = {
  'anyhook.schema.json': 'dist/anyhook.schema.json',
  'icon.svg': 'site/public/icon.svg',
};

/** Lists the files below a folder by their paths in it. */
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'));

/**
 * Makes a folder hold these files and no others. A file that is right already is not touched, so that a server that watches
 * the folder shows anew what has changed.
 *
 * @param files The contents by the paths in the folder.
 */
export function writeFolder(folder: string, files: ReadonlyMap<string, Buffer>): void {
  mkdirSync(folder, { recursive: true });
  const there = new Set(listFiles(folder));
  for (const path of there) if (!files.has(path)) rmSync(join(folder, path));
  for (const [path, content] of files) {
    const file = join(folder, path);
    if (there.has(path) && readFileSync(file).equals(content)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/**
 * Writes the pages of the site into `site/content`, from which VitePress builds it: the pages of the repository, those that are
 * generated from the code, and those of the site alone. Needs `dist/`.
 */
export function writePages(): void {
  const pages = listPages().map(linkFindings).map(addLossAnchors);
  const all = [...pages, ...listOwnPages(), ...makeFindingPages()];
  const images = listFiles(join(root, 'docs/images')).map((path) => `images/${path}`);
  const copies = [
    ...images.map((path) => [path, `docs/${path}`] as const),
    ...Object.entries(servedFiles).map(([path, file]) => [`public/${path}`, file] as const),
  ];
  const files = [
    ...all.map(({ path, text }) => [path, Buffer.from(text)] as const),
    ...copies.map(([path, file]) => [path, readFileSync(join(root, file))] as const),
  ];
  writeFolder(join(root, 'site/content'), new Map(files));
}

/** Calls a function whenever a page of the repository or of the site has changed, once for changes that come together. */
export function watchPages(onChange: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, 100);
  };
  for (const folder of ['docs', 'site/pages']) watch(join(root, folder), { recursive: true }, wait);
  watch(root, (_, name) => {
    if (name?.endsWith('.md')) wait();
  });
}
