/** What npm publishes: how much it is, what it needs, and that nothing in it is without use. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPacked } from '../scripts/figures.ts';

const root = join(import.meta.dirname, '..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const packed = readPacked();
const paths = packed.files.map(({ path }) => path);
const manifest = JSON.parse(textOf('package.json')) as {
  bin: Record<string, string>;
  exports: Record<string, string | Record<string, string>>;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};

test('the package has at most 1.5 MB, which are 5 MB when it is unpacked, in 300 files', () => {
  expect(packed.size).toBeLessThanOrEqual(1.5e6);
  expect(packed.unpackedSize).toBeLessThanOrEqual(5e6);
  expect(paths.length).toBeLessThanOrEqual(300);
});

test('npm runs nothing of the package at an installation', () => {
  const atInstallation = ['preinstall', 'install', 'postinstall', 'prepublish'];
  const ofTheSource = ['preprepare', 'prepare', 'postprepare']; // npm runs them for a dependency on a git address
  for (const name of [...atInstallation, ...ofTheSource])
    expect(Object.keys(manifest.scripts)).not.toContain(name);
  expect(paths).not.toContain('binding.gyp'); // npm would compile it
});

test('docs/versions.md says of each dependency, and of no other package, what it is for', () => {
  const [, section = ''] = textOf('docs/versions.md').split('\n## What each dependency is for\n');
  const rows = [...section.matchAll(/^\| `([^`]+)`.* \| (.+) \|$/gm)];
  const named = rows.map(([, name]) => name);
  const needed = [manifest.dependencies, manifest.peerDependencies].flatMap((one) =>
    Object.keys(one),
  );
  expect(named.sort()).toEqual(needed.sort());
});

/** Where the relative links of a page lead, as paths of the package, and its links to files of the repository. */
function linksOf(page: string): { relative: string[]; inRepository: string[]; others: string[] } {
  const text = textOf(page).replace(/^```[\s\S]*?^```/gm, '');
  const links = [
    ...[...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link as string),
    ...[...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link as string),
  ]
    .map((link) => link.replace(/#.*/, ''))
    .filter((link) => link !== '');
  const repository = 'https://github.com/anyhook/anyhook/blob/main/';
  return {
    relative: links
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => posix.join(posix.dirname(page), link).replace(/\/$/, '')),
    inRepository: links
      .filter((link) => link.startsWith(repository))
      .map((link) => link.slice(repository.length)),
    others: links.filter((link) => /^[a-z]+:/.test(link) && !link.startsWith(repository)),
  };
}

const pages = paths.filter((path) => path.endsWith('.md'));
/** Lists the files of the package that a path is, or that are below it. */
const filesAt = (path: string): string[] =>
  paths.filter((file) => file === path || file.startsWith(`${path}/`));

describe.each(pages)('%s of the package', (page) => {
  const { relative, inRepository, others } = linksOf(page);
  test('has relative links to files of the package alone', () => {
    expect(relative.filter((path) => filesAt(path).length === 0)).toEqual([]);
  });
  test('has links to files of the repository that are there, and other links by https alone', () => {
    expect(inRepository.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(others.filter((link) => !link.startsWith('https://'))).toEqual([]);
  });
});

/** Files that the programs of the package read when they run, with what reads them. */
const readAtRunTime: Readonly<Record<string, string>> = {
  'dist/run.cjs': 'the runner, which is copied into .anyhook',
  'dist/sh': 'its loader',
  'dist/bridge.cjs': 'what generated plugins load, which is copied likewise',
  'dist/cli/start.cjs': 'the command line, where it prints help',
  'dist/cli/main.cjs': 'the command line',
  'dist/cli/LICENSES.txt': 'the licenses of what these bundles contain',
  'dist/hook/bundled.js': '`anyhook/hook`, which is put into the bundle of a hook',
  'dist/starters': 'the first hooks, which `anyhook init` writes',
};

/** Lists the files that package.json names, with the id of each agent in place of a star. */
const entryPoints = [...Object.values(manifest.exports), ...Object.values(manifest.bin)]
  .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
  .map((path) => posix.normalize(path))
  .flatMap((path) => {
    const [before, after] = path.split('*') as [string, string | undefined];
    if (after === undefined) return [path];
    return paths.filter((file) => file.startsWith(before) && file.endsWith(after));
  });

/** Lists the files that a file of the package imports or, if it is a page, has links to. */
function neededBy(file: string): string[] {
  if (file.endsWith('.md')) return linksOf(file).relative.flatMap(filesAt);
  if (!/\.(?:js|d\.ts)$/.test(file)) return [];
  const imported = textOf(file).matchAll(/(?:from|import|import\()\s*["'](\.[^"']+)["']/g);
  return [...imported].map(([, path]) => {
    const target = posix.join(posix.dirname(file), path as string);
    return file.endsWith('.d.ts') ? target.replace(/\.ts$/, '.d.ts') : target;
  });
}

test('each file of the package is imported, read, or linked from the README', () => {
  const always = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md'];
  const open = [...always, ...entryPoints, ...Object.keys(readAtRunTime).flatMap(filesAt)];
  for (const path of Object.keys(readAtRunTime))
    expect([path, filesAt(path)]).not.toEqual([path, []]);
  const needed = new Set<string>();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (needed.has(file)) continue;
    expect(paths).toContain(file);
    needed.add(file);
    open.push(...neededBy(file));
  }
  expect(paths.filter((path) => !needed.has(path))).toEqual([]);
});
