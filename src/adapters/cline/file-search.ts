import type { Disk, Paths, WrittenPath } from '../../mapping/adapter.ts';
import { toAbsolutePath } from '../../mapping/path-codecs.ts';
import { pathFunctionsOf } from '../../mapping/path-functions.ts';
import { writtenPaths } from './paths.ts';

/** Matches the blanks that the client takes for an ordinary one. */
const otherBlanks = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const foldName = (name: string): string => name.normalize('NFC').replace(otherBlanks, ' ');

/**
 * Returns the path of the file that `read_files` opens. Where none exists, it looks for one whose name differs by a form of Unicode,
 * a blank or an apostrophe, as the names of screenshots do, 3.0.65.
 */
function findReadFile(path: string, disk: Disk | undefined): string {
  if (!disk || disk.exists(path)) return path;
  const { dirname, basename, join } = pathFunctionsOf(path);
  const decomposed = path.normalize('NFD');
  const spellings = [path, decomposed].map((one) => one.replaceAll("'", '’'));
  const spelled = [decomposed, ...spellings].find((one) => disk.exists(one));
  if (spelled !== undefined) return spelled;
  const name = foldName(basename(path));
  const found = disk.entries(dirname(path)).find((entry) => foldName(entry.name) === name);
  return found ? join(dirname(path), found.name) : path;
}

/** How the client finds files: without `~`, and with each `..` applied to the text of the path, 3.0.65. */
export const paths: Paths = {
  ...writtenPaths,
  resolveOpened({ text, use, root }: WrittenPath, disk) {
    const path = toAbsolutePath(text, root);
    return use === 'file' ? findReadFile(path, disk) : path;
  },
};
