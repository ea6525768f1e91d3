/** `node:path` of POSIX systems, as far as the converter uses it. The working folder is `/`. */

export const sep = '/';

/** Resolves `.` and `..` in the parts of a path. Above the root there is nothing; a relative path keeps its first `..`. */
function resolveParts(path: string, isRooted: boolean): string {
  const kept: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length && kept.at(-1) !== '..') kept.pop();
    else if (!isRooted) kept.push('..');
  }
  return kept.join('/');
}

export const isAbsolute = (path: string): boolean => path.startsWith('/');

export function normalize(path: string): string {
  if (!path) return '.';
  const isRooted = isAbsolute(path);
  const parts = resolveParts(path, isRooted);
  const end = path.endsWith('/') && parts ? '/' : '';
  return isRooted ? `/${parts}${end}` : parts + end || (path.endsWith('/') ? './' : '.');
}

export const join = (...paths: string[]): string => normalize(paths.filter(Boolean).join('/'));

export function resolve(...paths: string[]): string {
  const whole = paths.reduceRight(
    (behind, path) => (isAbsolute(behind) || !path ? behind : behind ? `${path}/${behind}` : path),
    '',
  );
  return `/${resolveParts(whole, true)}`;
}

export function relative(from: string, to: string): string {
  const [base, target] = [from, to].map((path) => resolve(path).split('/').filter(Boolean)) as [
    string[],
    string[],
  ];
  let common = 0;
  while (common < base.length && base[common] === target[common]) common++;
  return [...base.slice(common).map(() => '..'), ...target.slice(common)].join('/');
}

/** Returns a path without slashes at its end. */
const withoutEnd = (path: string): string => path.replace(/(?<=[^/])\/+$/, '');

export function dirname(path: string): string {
  const whole = withoutEnd(path);
  const at = whole.lastIndexOf('/');
  if (at < 0) return '.';
  return whole.slice(0, at) || '/';
}

export function basename(path: string, suffix = ''): string {
  const whole = withoutEnd(path);
  const name = /^\/+$/.test(whole) ? '' : whole.slice(whole.lastIndexOf('/') + 1);
  return suffix && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

/** Returns the root of a path, which is all that the converter asks of its parts. */
export const parse = (path: string): { root: string } => ({ root: isAbsolute(path) ? '/' : '' });

export const posix = {
  sep,
  isAbsolute,
  normalize,
  join,
  resolve,
  relative,
  dirname,
  basename,
  parse,
};
