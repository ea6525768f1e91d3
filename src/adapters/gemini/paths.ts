import { AnyhookError } from '../../errors.ts';
import type { Disk, Paths, WrittenPath } from '../../mapping/adapter.ts';
import { isAbsolute, pathFunctionsOf, toAbsolutePath } from '../../mapping/path-codecs.ts';

/**
 * Removes NUL bytes and a leading `@` from a path, as the client does. The `@` stays if a file or a first folder
 * of that name exists.
 */
function cleanPath({ text, root }: WrittenPath, disk?: Disk): string {
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
function decodePath(path: string): string {
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

/** How many folders are searched, and how many files are listed, at most. The client itself searches 50 folders. */
const searchLimits = { folders: 2000, files: 8 };

/**
 * Makes the function that lists the files which an edit may change if its path does not exist: every file below
 * the project whose path ends with the written path. The client leaves some folders out, and it is not known
 * which, so the files of all folders are listed. The function throws `tool` if there are too many files or none.
 *
 * @param cleanPath Returns the path that the client searches for.
 * @param toOpenedPath Returns the path that the client opens for a file that it has found.
 */
export const makeFileSearch =
  (
    cleanPath: (spelled: WrittenPath, disk: Disk) => string,
    toOpenedPath: (path: string) => string,
  ) =>
  (spelled: WrittenPath, disk: Disk): string[] => {
    const { text, root } = spelled;
    if (root === undefined || isAbsolute(text, root)) return [];
    const cleaned = cleanPath(spelled, disk);
    if (disk.exists(toAbsolutePath(`./${cleaned}`, root))) return [];
    const { join, basename } = pathFunctionsOf(root);
    const [name, pathEnd] = [basename(cleaned), withSlashes(cleaned)];
    const files: string[] = [];
    const folders = [root];
    for (const folder of folders) {
      for (const entry of disk.entries(folder)) {
        const path = join(folder, entry.name);
        if (entry.is === 'folder') folders.push(path);
        else if (entry.is === 'file' && entry.name === name && withSlashes(path).endsWith(pathEnd))
          files.push(toOpenedPath(path));
      }
      if (files.length > searchLimits.files || folders.length > searchLimits.folders)
        throw unclearPathError(text, root);
    }
    // If it finds no file, the client opens the written path. If that does not exist either, it is not
    // known what it would do.
    if (!files.length && !disk.exists(toOpenedPath(toAbsolutePath(cleaned, root))))
      throw unclearPathError(text, root);
    return files;
  };

const withSlashes = (path: string): string => path.replaceAll('\\', '/');

const unclearPathError = (text: string, root: string) =>
  new AnyhookError(
    'tool',
    `${text}: not a file of ${root}, and this agent would edit another of that name, if it finds ` +
      'one: say its whole path',
  );

/** How the client resolves paths, as far as no folder is searched. */
export const writtenPaths: Paths = { resolveOpened: resolvePath, asWritten: true };

export const paths: Paths = {
  ...writtenPaths,
  findEditedFiles: /* @__PURE__ */ makeFileSearch(cleanPath, (path) =>
    toAbsolutePath(decodePath(path), undefined),
  ),
};
