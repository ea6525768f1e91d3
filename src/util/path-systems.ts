/** How operating systems write paths, and how a path is resolved by its text alone, whichever system the process itself runs on. */

/** How one kind of operating system writes paths. */
export interface PathSystem {
  /** The separator that is written. */
  readonly sep: string;
  /** Matches each separator that is read. */
  readonly anySeparator: RegExp;
  /** Returns the part before the first name, with its separator: `/`, `C:\`, `\\server\share\`. Empty: the path is relative. */
  rootOf(path: string): string;
  /** Returns how many characters of a path its root takes up, as it is written there. */
  rootLengthOf(path: string): number;
}

/** Matches the server and the share that a network path begins with, such as `\\server\share\`. */
const networkShare = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)(?:[\\/]+|$)/;

function windowsRoot(path: string): string {
  const [, server, share] = networkShare.exec(path) ?? [];
  if (server !== undefined) return `\\\\${server}\\${share}\\`;
  const drive = /^[A-Za-z]:/.exec(path)?.[0] ?? '';
  return /[\\/]/.test(path[drive.length] ?? '') ? `${drive}\\` : drive;
}

/** Returns how many characters of a path its root takes up, as it is written there. */
const windowsRootLength = (path: string): number =>
  networkShare.exec(path)?.[0].length ?? /^(?:[A-Za-z]:)?[\\/]*/.exec(path)?.[0].length ?? 0;

const posixRoot = (path: string): string => (path[0] === '/' ? '/' : '');

/**
 * Returns the names of a path without `.` and empty names, and without each `..` together with the name before it.
 *
 * @param hasRoot Whether the names come after a root: a `..` there leads to the root itself. Otherwise it stays.
 */
export function normaliseNames(names: readonly string[], hasRoot: boolean): string[] {
  const normalised: string[] = [];
  for (const name of names) {
    if (name === '' || name === '.') continue;
    const last = normalised.at(-1);
    if (name !== '..') normalised.push(name);
    else if (last !== undefined && last !== '..') normalised.pop();
    else if (!hasRoot) normalised.push(name);
  }
  return normalised;
}

/** Returns the names of a path after its root. Some may be empty, `.` or `..`. */
export const namesOf = ({ anySeparator, rootLengthOf }: PathSystem, path: string): string[] =>
  path.slice(rootLengthOf(path)).split(anySeparator);

/** Joins a root (`root`, or an empty text) and names to a path in its normal form. The names may contain `.`, `..` and empty names. */
export const buildPath = ({ sep }: PathSystem, root: string, names: readonly string[]): string =>
  root + normaliseNames(names, root.endsWith(sep)).join(sep);

/** Returns the absolute path for a path that may be relative to an absolute folder. */
export function resolvePath(system: PathSystem, folder: string, path: string): string {
  const [folderRoot, root] = [system.rootOf(folder), system.rootOf(path)];
  const names = namesOf(system, path);
  if (root === '') return buildPath(system, folderRoot, [...namesOf(system, folder), ...names]);
  // On Windows, `\x` is on the drive of the folder.
  return buildPath(system, root === system.sep && folderRoot !== '' ? folderRoot : root, names);
}

/** Systems other than Windows. */
export const posixSystem: PathSystem = {
  sep: '/',
  anySeparator: /\//,
  rootOf: posixRoot,
  rootLengthOf: (path) => posixRoot(path).length,
};

/** Windows, with drives and network shares. Both `\` and `/` are read as separators. */
export const windowsSystem: PathSystem = {
  sep: '\\',
  anySeparator: /[\\/]/,
  rootOf: windowsRoot,
  rootLengthOf: windowsRootLength,
};
