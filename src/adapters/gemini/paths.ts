import type { Disk, Paths, WrittenPath } from '../../mapping/adapter.ts';
import { isAbsolute, toAbsolutePath } from '../../mapping/path-codecs.ts';

/**
 * Removes NUL bytes and a leading `@` from a path, as the client does. The `@` stays if a file or a first folder
 * of that name exists.
 */
export function cleanPath({ text, root }: WrittenPath, disk?: Disk): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', '') : text;
  if (withoutNul[0] !== '@' || withoutNul.length < 2) return withoutNul;
  const exists = (path: string) =>
    root !== undefined && disk?.exists(toAbsolutePath(path, root)) === true;
  if (exists(withoutNul)) return withoutNul;
  const withoutAt = withoutNul.slice(1).replace(/^[\\/]+/, '');
  if (/^@[\\/]/.test(withoutNul)) return withoutAt || withoutNul;
  const [firstFolder] = withoutAt.split(/[\\/]/, 1);
  return exists(`@${firstFolder}`) ? withoutNul : withoutAt;
}

/** Decodes `%` escapes. A path with an invalid escape is returned as it is. */
export function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * Resolves a path as `resolveDefensiveToolPath` and `resolveToRealPath` of 0.61.0 do, but does not follow links.
 * It depends on the use of a path whether it is cleaned and decoded, and in which order.
 */
function resolvePath(spelled: WrittenPath, disk?: Disk): string {
  const { text, use, root } = spelled;
  if (use === 'folder') return toAbsolutePath(text, root);
  const cleaned = use === 'search' ? text : cleanPath(spelled, disk);
  if (use !== 'edit') return toAbsolutePath(decodePath(toAbsolutePath(cleaned, root)), root);
  // An absolute path is decoded, then normalised. A relative one is joined to the project first.
  if (isAbsolute(text, root)) return toAbsolutePath(decodePath(cleaned), root);
  const joined = toAbsolutePath(`./${cleaned}`, root);
  const path = disk?.exists(joined) ? joined : toAbsolutePath(cleaned, root);
  return toAbsolutePath(decodePath(path), root);
}

/** How the client resolves paths, as far as no folder is searched. */
export const writtenPaths: Paths = { resolveOpened: resolvePath, asWritten: true };
