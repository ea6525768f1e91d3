/** Compares paths of settings files with the patterns of an agent's table. */
/**
 * Returns what is left of a path without an end that matches one of the patterns: for
 * `/home/me/.acme/hooks.json` and the pattern `.acme/*.json` it is `/home/me`. Undefined: no pattern matches.
 */
export function findRootBefore(path: string, patterns: readonly string[]): string | undefined {
  const parts = path.split(/[\\/]/);
  for (const pattern of patterns) {
    const names = pattern.split('/');
    const start = parts.length - names.length;
    const isMatch = names.every((name, i) => fitsPattern(parts[start + i], name));
    if (isMatch) return path.slice(0, parts.slice(0, start).join('/').length) || '/';
  }
  return undefined;
}

/** Tells whether a file name matches a pattern that contains at most one `*` or `<event>`. */
function fitsPattern(name: string | undefined, pattern: string): boolean {
  const [start = '', end] = pattern.split(/\*|<event>/);
  if (end === undefined || name === undefined) return name === start;
  return name.length > start.length + end.length && name.startsWith(start) && name.endsWith(end);
}
