/** Paths by their text alone, in the manner of a system: nothing of the process is asked. */

/** How one kind of system writes paths. */
export interface PathFunctions {
  readonly sep: string;
  /** What a path begins with that is no name, its separator included: `/`, `C:\`, `\\server\share\`. */
  root(path: string): string;
  /** The last name. */
  basename(path: string): string;
  /** The folder; of a root itself. */
  dirname(path: string): string;
  /** One path below another, without `.`, `..` and double separators; one at the end stays. */
  join(folder: string, path: string): string;
  /** A path as seen from an absolute folder. */
  resolve(folder: string, path: string): string;
  /** The way from one absolute path to another; empty between one and itself. */
  relative(from: string, to: string): string;
}

const share = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)(?:[\\/]+|$)/;

function windowsRoot(path: string): string {
  const [, server, name] = share.exec(path) ?? [];
  if (server !== undefined) return `\\\\${server}\\${name}\\`;
  const drive = /^[A-Za-z]:/.exec(path)?.[0] ?? '';
  return /[\\/]/.test(path[drive.length] ?? '') ? `${drive}\\` : drive;
}

/** How much of a path its root takes up. */
const windowsStart = (path: string): number =>
  share.exec(path)?.[0].length ?? /^(?:[A-Za-z]:)?[\\/]*/.exec(path)?.[0].length ?? 0;

const posixRoot = (path: string): string => (path[0] === '/' ? '/' : '');

/** `.` and empty names taken out, `..` taken back; above a root is the root. */
function tidied(names: readonly string[], below: boolean): string[] {
  const left: string[] = [];
  for (const name of names) {
    if (name === '' || name === '.') continue;
    const last = left.at(-1);
    if (name !== '..') left.push(name);
    else if (last !== undefined && last !== '..') left.pop();
    else if (!below) left.push(name);
  }
  return left;
}

function manner(
  sep: string,
  either: RegExp,
  root: (path: string) => string,
  start: (path: string) => number,
): PathFunctions {
  const names = (path: string) => path.slice(start(path)).split(either);
  const ends = (path: string) => either.test(path.at(-1) ?? '');
  const isRooted = (path: string) => root(path).endsWith(sep);
  const from = (head: string, all: readonly string[]) =>
    head + tidied(all, head.endsWith(sep)).join(sep);
  /** Names are compared as the system does. */
  const fold = (name: string) => (sep === '/' ? name : name.toLowerCase());
  const one: PathFunctions = {
    sep,
    root,
    basename: (path) => names(path).filter(Boolean).at(-1) ?? '',
    dirname(path) {
      const all = names(path);
      while (all.length && all.at(-1) === '') all.pop();
      all.pop();
      while (all.length > 1 && all.at(-1) === '') all.pop();
      return root(path) + all.join(sep) || '.';
    },
    join(folder, path) {
      const [first, ...rest] = [folder, path].filter(Boolean);
      if (first === undefined) return '.';
      const whole = from(root(first), [
        ...names(first),
        ...rest.flatMap((one) => one.split(either)),
      ]);
      const closed = whole && ends(rest[0] ?? first) && !whole.endsWith(sep);
      return (closed ? whole + sep : whole) || '.';
    },
    resolve(folder, path) {
      const [base, head] = [root(folder), root(path)];
      if (head === '') return from(base, [...names(folder), ...names(path)]);
      // `\x` is of the drive where one stands.
      if (head === sep && base !== '') return from(base, names(path));
      return from(head, names(path));
    },
    relative(a, b) {
      const [back, on] = [tidied(names(a), true), tidied(names(b), true)];
      if (fold(root(a)) !== fold(root(b)) || !isRooted(a)) return one.resolve(a, b);
      let same = 0;
      while (same < back.length && same < on.length) {
        if (fold(back[same] as string) !== fold(on[same] as string)) break;
        same++;
      }
      return [...back.slice(same).map(() => '..'), ...on.slice(same)].join(sep);
    },
  };
  return one;
}

export const posix: PathFunctions = manner('/', /\//, posixRoot, (path) => posixRoot(path).length);
export const win32: PathFunctions = manner('\\', /[\\/]/, windowsRoot, windowsStart);
