import { AnyhookError } from '../../errors.ts';
import type { Disk, Paths, WrittenPath } from '../../mapping/adapter.ts';
import { isAbsolute, pathFunctionsOf, toAbsolutePath } from '../../mapping/path-codecs.ts';

/**
 * Removes NUL bytes, and a leading `@` unless the name of the file or of its first folder begins
 * with it.
 */
function cleanPath({ text, root }: WrittenPath, disk?: Disk): string {
  const plain = text.includes('\0') ? text.replaceAll('\0', '') : text;
  if (plain[0] !== '@' || plain.length < 2) return plain;
  const exists = (path: string) =>
    root !== undefined && disk?.exists(toAbsolutePath(path, root)) === true;
  if (exists(plain)) return plain;
  const bare = plain.slice(1).replace(/^[\\/]+/, '');
  if (/^@[\\/]/.test(plain)) return bare || plain;
  const [first] = bare.split(/[\\/]/, 1);
  return exists(`@${first}`) ? plain : bare;
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
 * Resolves a path like `resolveDefensiveToolPath` and `resolveToRealPath` of 0.61.0, without
 * following links.
 */
function resolvePath(spelled: WrittenPath, disk?: Disk): string {
  const { text, use, root } = spelled;
  if (use === 'folder') return toAbsolutePath(text, root);
  const clean = use === 'search' ? text : cleanPath(spelled, disk);
  if (use !== 'edit') return toAbsolutePath(decodePath(toAbsolutePath(clean, root)), root);
  // An absolute path is decoded, then normalised. A relative one is joined to the project first.
  if (isAbsolute(text, root)) return toAbsolutePath(decodePath(clean), root);
  const joined = toAbsolutePath(`./${clean}`, root);
  const path = disk?.exists(joined) ? joined : toAbsolutePath(clean, root);
  return toAbsolutePath(decodePath(path), root);
}

/** The most folders that are searched and files that are listed. The client searches 50 folders. */
const searchLimits = { folders: 2000, files: 8 };

/**
 * Makes the function that lists the files that an edit may find if its path does not exist: every
 * file below the project whose path ends with the written one. The client ignores some folders.
 * Which ones is not known here, so all are listed. The function throws `tool` if there are too many
 * files or none.
 *
 * @param clean returns the path as the client looks for it
 * @param found returns the path that the client opens for a found file
 */
export const makeFileSearch =
  (clean: (spelled: WrittenPath, disk: Disk) => string, found: (path: string) => string) =>
  (spelled: WrittenPath, disk: Disk): string[] => {
    const { text, root } = spelled;
    if (root === undefined || isAbsolute(text, root)) return [];
    const plain = clean(spelled, disk);
    if (disk.exists(toAbsolutePath(`./${plain}`, root))) return [];
    const { join, basename } = pathFunctionsOf(root);
    const [name, ending] = [basename(plain), withSlashes(plain)];
    const files: string[] = [];
    const folders = [root];
    for (const folder of folders) {
      for (const entry of disk.entries(folder)) {
        const path = join(folder, entry.name);
        if (entry.is === 'folder') folders.push(path);
        else if (entry.is === 'file' && entry.name === name && withSlashes(path).endsWith(ending))
          files.push(found(path));
      }
      if (files.length > searchLimits.files || folders.length > searchLimits.folders)
        throw unclearPathError(text, root);
    }
    // Without a match the client opens the written path, which must exist then.
    if (!files.length && !disk.exists(found(toAbsolutePath(plain, root))))
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

export const paths: Paths = {
  resolveOpened: resolvePath,
  asWritten: true,
  findEditedFiles: makeFileSearch(cleanPath, (path) => toAbsolutePath(decodePath(path), undefined)),
};
