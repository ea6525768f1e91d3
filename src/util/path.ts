/** Changes paths as texts, in the way of one operating system, whichever system the process itself runs on. */

/** The path functions of one kind of system. The current folder of the process and the disk have no part in them. */
export interface PathFunctions {
  /** The separator that is written. */
  readonly sep: string;
  /** Returns the part before the first name, with its separator: `/`, `C:\`, `\\server\share\`. Empty: the path is relative. */
  root(path: string): string;
  /** Returns the last name. */
  basename(path: string): string;
  /** Returns the path of the folder that the last name is in. For a root this is the root itself. */
  dirname(path: string): string;
  /** Returns one path below another, without `.`, `..` and double separators. A separator at the end stays. */
  join(folder: string, path: string): string;
  /** Returns the absolute path for a path that may be relative to an absolute folder. */
  resolve(folder: string, path: string): string;
  /** Returns the relative path from one absolute path to another. Empty: they are the same. */
  relative(from: string, to: string): string;
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
function normaliseNames(names: readonly string[], hasRoot: boolean): string[] {
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

/**
 * Makes the path functions of a kind of system.
 *
 * @param sep The separator that is written.
 * @param anySeparator Matches each separator that is read.
 * @param rootOf Returns the root of a path, in its normal form.
 * @param rootLengthOf Returns how many characters of a path its root takes up.
 */
function makePathFunctions(
  sep: string,
  anySeparator: RegExp,
  rootOf: (path: string) => string,
  rootLengthOf: (path: string) => number,
): PathFunctions {
  const namesOf = (path: string) => path.slice(rootLengthOf(path)).split(anySeparator);
  const endsWithSeparator = (path: string) => anySeparator.test(path.at(-1) ?? '');
  const isAbsolute = (path: string) => rootOf(path).endsWith(sep);
  const buildPath = (root: string, names: readonly string[]) =>
    root + normaliseNames(names, root.endsWith(sep)).join(sep);
  /** Returns the form of a name by which the system compares it: Windows ignores case. */
  const fold = (name: string) => (sep === '/' ? name : name.toLowerCase());
  const functions: PathFunctions = {
    sep,
    root: rootOf,
    basename: (path) => namesOf(path).filter(Boolean).at(-1) ?? '',
    dirname(path) {
      const names = namesOf(path);
      while (names.length && names.at(-1) === '') names.pop();
      names.pop();
      while (names.length > 1 && names.at(-1) === '') names.pop();
      return rootOf(path) + names.join(sep) || '.';
    },
    join(folder, path) {
      // Either may be empty; the path that is left is then the first.
      const [first, second] = [folder, path].filter(Boolean);
      if (first === undefined) return '.';
      const names = [...namesOf(first), ...(second?.split(anySeparator) ?? [])];
      const joined = buildPath(rootOf(first), names);
      const needsSeparator = joined && endsWithSeparator(second ?? first) && !joined.endsWith(sep);
      return (needsSeparator ? joined + sep : joined) || '.';
    },
    resolve(folder, path) {
      const [folderRoot, root] = [rootOf(folder), rootOf(path)];
      if (root === '') return buildPath(folderRoot, [...namesOf(folder), ...namesOf(path)]);
      // On Windows, `\x` is on the drive of the folder.
      if (root === sep && folderRoot !== '') return buildPath(folderRoot, namesOf(path));
      return buildPath(root, namesOf(path));
    },
    relative(from, to) {
      if (fold(rootOf(from)) !== fold(rootOf(to)) || !isAbsolute(from))
        return functions.resolve(from, to);
      const fromNames = normaliseNames(namesOf(from), true);
      const toNames = normaliseNames(namesOf(to), true);
      let common = 0;
      while (common < fromNames.length && common < toNames.length) {
        if (fold(fromNames[common] as string) !== fold(toNames[common] as string)) break;
        common++;
      }
      return [...fromNames.slice(common).map(() => '..'), ...toNames.slice(common)].join(sep);
    },
  };
  return functions;
}

/** Paths of systems other than Windows. */
export const posix: PathFunctions = makePathFunctions(
  '/',
  /\//,
  posixRoot,
  (path) => posixRoot(path).length,
);
/** Paths of Windows, with drives and network shares. Both `\` and `/` are read as separators. */
export const win32: PathFunctions = makePathFunctions(
  '\\',
  /[\\/]/,
  windowsRoot,
  windowsRootLength,
);
