/** Finds the files that an edit may change if no file is at its path. */

import { AnyhookError } from '../../errors.ts';
import type { Disk, Paths, WrittenPath } from '../../mapping/adapter.ts';
import { isAbsolute, toAbsolutePath } from '../../mapping/path-codecs.ts';
import { pathFunctionsOf } from '../../mapping/path-functions.ts';
import { cleanPath, decodePath, writtenPaths } from './paths.ts';

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

/** How the client resolves paths. */
export const paths: Paths = {
  ...writtenPaths,
  findEditedFiles: makeFileSearch(cleanPath, (path) => toAbsolutePath(decodePath(path), undefined)),
};
