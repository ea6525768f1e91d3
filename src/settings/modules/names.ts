/**
 * Names the files that hooks with `module` are loaded from. The name of a module file tells the path of its source and
 * depends on nothing else, so that no two sources share a file, and a line alone says which source it starts.
 */
import { posix } from 'node:path';

/** The folder of the module files, in `.anyhook`. */
export const modulesFolder = 'modules';

/** The folder whose sources have the shortest names. */
const usualFolder = 'hooks/';

/** The ends of the names of sources. */
const sourceEnding = /\.[cm]?[jt]s$/;

/** Tells whether the name of a file says that it holds TypeScript or JavaScript. */
export const isModuleSource = (path: string): boolean =>
  /[^/]\.[cm]?[jt]s$/.test(path) && !/\.d\.[cm]?ts$/.test(path);

/** The characters of the name of a module file, which no shell and no file system takes for anything else. */
export const moduleNamePattern = /^[\w.+=-]+\.cjs$/;

/**
 * Writes a path with such characters alone: `/` as `+`, and any other as its number between two `=`. So is a dot at the
 * beginning, since a file whose name begins so is hidden.
 */
const encode = (path: string): string =>
  path.replace(/^\.|[^\w.-]/gu, (character) =>
    character === '/' ? '+' : `=${(character.codePointAt(0) as number).toString(16)}=`,
  );

/** Reads what {@link encode} wrote. */
const decode = (text: string): string =>
  text
    .replaceAll('+', '/')
    .replace(/=([\da-f]{1,6})=/g, (_, digits: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(digits, 16), 0x10ffff)),
    );

/** Returns a path as it is compared: without `.` and empty names, and without `..` after a name. */
export const normaliseModulePath = (path: string): string => posix.normalize(path);

/**
 * Returns what is wrong with the path of a source, as the end of a sentence. Undefined: nothing that shows without the
 * disk.
 */
export function explainModulePath(path: string): string | undefined {
  if (/[\p{Cc}\u2028\u2029]/u.test(path)) return 'has a control character';
  if (path.includes('\\')) return 'has a backslash; write "/" between folders';
  if (/^(?:\/|~|[A-Za-z]:)/.test(path))
    return 'is no relative path; write it from the folder of anyhook.yaml';
  const normal = normaliseModulePath(path);
  if (normal === '..' || normal.startsWith('../'))
    return 'leads out of the folder of anyhook.yaml; move the file into it';
  return isModuleSource(normal)
    ? undefined
    : 'is no TypeScript or JavaScript; its name ends in .ts, .mts, .cts, .js, .mjs or .cjs';
}

/** Returns the path of the source that a module file was made from, relative to the folder of `anyhook.yaml`. */
export function modulePathOf(name: string): string {
  const stem = decode(name.replace(/\.cjs$/, ''));
  if (stem.startsWith('/')) return stem.slice(1);
  if (stem.includes('/')) return stem;
  return `${usualFolder}${stem}${sourceEnding.test(stem) ? '' : '.ts'}`;
}

/**
 * Returns the name of the file that a source is loaded from: `guard.cjs` for `hooks/guard.ts`, `guard.mjs.cjs` for
 * `hooks/guard.mjs`, and `src+guard.ts.cjs` for `src/guard.ts`.
 */
export function moduleNameOf(path: string): string {
  const below = path.startsWith(usualFolder) ? path.slice(usualFolder.length) : '';
  const candidates = [below.replace(/\.ts$/, ''), below, path].map((one) => `${encode(one)}.cjs`);
  return candidates.find((name) => modulePathOf(name) === path) ?? `+${encode(path)}.cjs`;
}
