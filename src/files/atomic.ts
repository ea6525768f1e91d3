/** Reads and writes files. A file is written whole or not at all. Paths are real ones, without symbolic links. */
import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { attempt } from '../util/attempt.ts';
import { randomDigits } from '../util/random-digits.ts';
import { type FileErrorCode, hasErrorCode, toFileError } from './file-errors.ts';
import { makeFolder, modes, type Root, statOf } from './root.ts';

/** The size of the largest file that is read, in bytes. */
export const maxFileSize = 32 * 1024 * 1024;
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** A text file as it was read. */
export interface TextFile {
  /** The text, with its byte order mark if it has one. */
  text: string;
  stat: Stats;
}

/** Opens a file, calls `work` with its descriptor, closes it, and returns what `work` returned. */
function withOpenFile<T>(path: string, flags: number, mode: number, work: (fd: number) => T): T {
  const fd = openSync(path, flags, mode);
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Reads a text file. Does not follow a link, and does not wait for a pipe. Throws `code` for anything but
 * a regular file of UTF-8 text, of at most 32 MB.
 *
 * @param real The real path of the file.
 * @param path The name of the file in messages.
 * @returns Undefined: there is no file.
 */
export function readRegularFile(
  real: string,
  code: FileErrorCode,
  path = real,
): TextFile | undefined {
  try {
    return withOpenFile(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0, (fd) => {
      const stat = fstatSync(fd);
      if (!stat.isFile()) throw new Error('it is not a regular file; move it away');
      if (stat.size > maxFileSize) throw new Error('it is larger than 32 MB; no settings file is');
      const bytes = readFileSync(fd);
      if (!isUtf8(bytes)) throw new Error('it is not UTF-8 text; save it as UTF-8');
      return { text: bytes.toString(), stat };
    });
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw toFileError(code, path, error);
  }
}

/** A file that is to be written. */
export interface NewFile {
  /** The real path of the file. */
  to: string;
  text: string;
  /** The name of the file in messages. Default: `to`. */
  path?: string;
  /** The status of the file whose permissions and owner the new one gets. Absent: it gets those of any new file. */
  like?: Stats | undefined;
  /** The permissions of a file without `like`, less the umask. Default: those of the root's files. */
  mode?: number;
}

/** The file for which {@link writeFiles} is called. */
interface MainFile extends NewFile {
  /** Called just before the files are renamed. Throws if they must not be written any more. */
  check?(): unknown;
}

/**
 * Writes files in two steps: first each as a temporary file in its folder, then each is renamed to its
 * own name. A link that has appeared at a path meanwhile is replaced, not followed. If something fails, the
 * temporary files and new folders are removed; a file that was renamed already stays. Throws `write`.
 *
 * @param others Files that are renamed before `main`, such as its backup, so that they are there once `main` is
 *   replaced.
 */
export function writeFiles(base: Root, main: MainFile, ...others: NewFile[]): void {
  const temporaryPath = (to: string) => `${to}.anyhook-${randomDigits()}`;
  const moves = [main, ...others].map((file) => ({ ...file, from: temporaryPath(file.to) }));
  const folder = dirname(main.to);
  let removeFolders = () => {};
  let current: NewFile = main;
  try {
    removeFolders = makeFolder(base, folder);
    attempt(() => removeLeftovers(main.to));
    for (const move of moves) {
      current = move;
      const { from, text, mode = modes[base.scope].file, like } = move;
      createFile(from, text, mode, { like });
    }
    main.check?.();
    for (const move of moves.reverse()) {
      current = move;
      renameSync(move.from, move.to);
    }
    // Windows and some network file systems cannot sync a folder.
    attempt(() => withOpenFile(folder, O_RDONLY, 0, fsyncSync));
  } catch (error) {
    for (const { from } of moves) attempt(() => rmSync(from, { force: true }));
    removeFolders();
    throw toFileError('write', current.path ?? current.to, error);
  }
}

/**
 * Writes a file that must not exist yet, and removes it again if that fails.
 *
 * @param mode The permissions of the new file, less the umask, if there is no `like`.
 * @param like The status of a file whose owner and permissions the new file gets.
 * @param isForNow Whether nobody needs the file after a crash of the machine.
 */
export function createFile(
  path: string,
  text: string,
  mode: number,
  { like, isForNow }: { like?: Stats | undefined; isForNow?: boolean } = {},
): void {
  withOpenFile(path, O_WRONLY | O_CREAT | O_EXCL, like ? 0o600 : mode, (fd) => {
    try {
      writeFileSync(fd, text);
      // When root replaces a file (sudo), the new file gets the owner of the old one. Any other user may not set
      // an owner, and that failure is ignored.
      if (like) attempt(() => fchownSync(fd, like.uid, like.gid));
      const permissions = fstatSync(fd).mode & 0o777;
      const wanted = like ? like.mode & 0o777 : permissions;
      // Only if they differ: file systems on which all files have equal permissions refuse every change.
      if (permissions !== wanted) fchmodSync(fd, wanted);
      if (!isForNow) fsyncSync(fd);
    } catch (error) {
      attempt(() => rmSync(path, { force: true }));
      throw error;
    }
  });
}

/**
 * Removes the temporary files of a file that were left by runs of ours that were killed.
 *
 * @param age The least age of a file that is removed, in milliseconds. A newer one may belong to a run
 *   that has not ended.
 */
export function removeLeftovers(real: string, age = 60_000): void {
  for (const name of readdirSync(dirname(real))) {
    if (!name.startsWith(`${basename(real)}.`) || !/\.anyhook-[\da-f]{12}$/.test(name)) continue;
    const path = join(dirname(real), name);
    const stat = statOf(path);
    if (stat && Date.now() - stat.mtimeMs >= age) rmSync(path, { force: true });
  }
}
