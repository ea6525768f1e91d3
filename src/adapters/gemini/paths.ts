import { AnyhookError } from '../../errors.ts';
import type { Disk, Paths, Spelled } from '../../mapping/adapter.ts';
import { absolute, isAbsolute, manner } from '../../mapping/opened.ts';

/** NUL bytes go, and a leading `@` goes unless a file or a first folder has it in its name. */
function cleanPath({ text, root }: Spelled, disk?: Disk): string {
  const plain = text.includes('\0') ? text.replaceAll('\0', '') : text;
  if (plain[0] !== '@' || plain.length < 2) return plain;
  const exists = (path: string) =>
    root !== undefined && disk?.exists(absolute(path, root)) === true;
  if (exists(plain)) return plain;
  const bare = plain.slice(1).replace(/^[\\/]+/, '');
  if (/^@[\\/]/.test(plain)) return bare || plain;
  const [first] = bare.split(/[\\/]/, 1);
  return exists(`@${first}`) ? plain : bare;
}

/** A malformed escape leaves all as it is. */
function decodePath(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** As 0.61.0 resolves: its `resolveDefensiveToolPath` and `resolveToRealPath`, links apart. */
function resolvePath(spelled: Spelled, disk?: Disk): string {
  const { text, use, root } = spelled;
  if (use === 'folder') return absolute(text, root);
  const clean = use === 'search' ? text : cleanPath(spelled, disk);
  if (use !== 'edit') return absolute(decodePath(absolute(clean, root)), root);
  // An absolute path is unescaped as it stands, and normalised after; another is joined first.
  if (isAbsolute(text, root)) return absolute(decodePath(clean), root);
  const joined = absolute(`./${clean}`, root);
  const path = disk?.exists(joined) ? joined : absolute(clean, root);
  return absolute(decodePath(path), root);
}

/** The most folders that are searched, and files told. A client looks into 50 it does not ignore. */
const searchLimits = { folders: 2000, files: 8 };

/**
 * Where an edit finds a file that is not in its place: any of that name under the project whose
 * path ends as it is written. What the client would ignore is not known here, so all are told.
 */
export const makeFileSearch =
  (clean: (spelled: Spelled, disk: Disk) => string, found: (path: string) => string) =>
  (spelled: Spelled, disk: Disk): string[] => {
    const { text, root } = spelled;
    if (root === undefined || isAbsolute(text, root)) return [];
    const plain = clean(spelled, disk);
    if (disk.exists(absolute(`./${plain}`, root))) return [];
    const { join, basename } = manner(root);
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
    // Nothing found: it opens what the text says after all.
    if (!files.length && !disk.exists(found(absolute(plain, root))))
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
  opens: resolvePath,
  asWritten: true,
  sought: makeFileSearch(cleanPath, (path) => absolute(decodePath(path), undefined)),
};
