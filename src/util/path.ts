/** Changes paths as texts, in the way of one operating system, whichever system the process itself runs on. */

import {
  buildPath,
  namesOf,
  normaliseNames,
  type PathSystem,
  posixSystem,
  resolvePath,
  windowsSystem,
} from './path-systems.ts';

/** The path functions of one kind of system. The current folder of the process and the disk have no part in them. */
export interface PathFunctions {
  /** The separator that is written. */
  readonly sep: string;
  /** Returns the part before the first name (see {@link PathSystem.rootOf}). */
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

/** Makes the path functions of a kind of system. */
function makePathFunctions(system: PathSystem): PathFunctions {
  const { sep, anySeparator, rootOf } = system;
  const endsWithSeparator = (path: string) => anySeparator.test(path.at(-1) ?? '');
  const isAbsolute = (path: string) => rootOf(path).endsWith(sep);
  /** Returns the form of a name by which the system compares it: Windows ignores case. */
  const fold = (name: string) => (sep === '/' ? name : name.toLowerCase());
  return {
    sep,
    root: rootOf,
    basename: (path) => namesOf(system, path).filter(Boolean).at(-1) ?? '',
    dirname(path) {
      const names = namesOf(system, path);
      while (names.length && names.at(-1) === '') names.pop();
      names.pop();
      while (names.length > 1 && names.at(-1) === '') names.pop();
      return rootOf(path) + names.join(sep) || '.';
    },
    join(folder, path) {
      // Either may be empty; the path that is left is then the first.
      const [first, second] = [folder, path].filter(Boolean);
      if (first === undefined) return '.';
      const names = [...namesOf(system, first), ...(second?.split(anySeparator) ?? [])];
      const joined = buildPath(system, rootOf(first), names);
      const needsSeparator = joined && endsWithSeparator(second ?? first) && !joined.endsWith(sep);
      return (needsSeparator ? joined + sep : joined) || '.';
    },
    resolve: (folder, path) => resolvePath(system, folder, path),
    relative(from, to) {
      if (fold(rootOf(from)) !== fold(rootOf(to)) || !isAbsolute(from))
        return resolvePath(system, from, to);
      const fromNames = normaliseNames(namesOf(system, from), true);
      const toNames = normaliseNames(namesOf(system, to), true);
      let common = 0;
      while (common < fromNames.length && common < toNames.length) {
        if (fold(fromNames[common] as string) !== fold(toNames[common] as string)) break;
        common++;
      }
      return [...fromNames.slice(common).map(() => '..'), ...toNames.slice(common)].join(sep);
    },
  };
}

/** Paths of systems other than Windows. */
export const posix: PathFunctions = /* @__PURE__ */ makePathFunctions(posixSystem);
/** Paths of Windows, with drives and network shares. Both `\` and `/` are read as separators. */
export const win32: PathFunctions = /* @__PURE__ */ makePathFunctions(windowsSystem);
