/** Reads and writes files by their real paths; a file is written whole or not at all. */
import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
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
import { type FileErrorCode, hasErrorCode, toFileError } from './file-errors.ts';
import { makeFolder, modes, type Root, statOf } from './root.ts';

/** The size of the largest file that is read, in bytes. */
const largestFile = 32 * 1024 * 1024;
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** A text file that was read. */
export interface TextFile {
  /** The text, with its byte order mark if it has one. */
  text: string;
  stat: Stats;
}

/** Opens a file for the time of some work. */
function withOpenFile<T>(path: string, flags: number, mode: number, work: (fd: number) => T): T {
  const fd = openSync(path, flags, mode);
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Reads a text file. Follows no link, and does not wait for a pipe. Throws `code` for what is no regular
 * file, is larger than 32 MB, or is not UTF-8.
 *
 * @param real The real path.
 * @param path What messages call the file.
 * @returns Undefined where there is no file.
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
      if (stat.size > largestFile) throw new Error('it is larger than 32 MB; no settings file is');
      const bytes = readFileSync(fd);
      if (!isUtf8(bytes)) throw new Error('it is not UTF-8 text; save it as UTF-8');
      return { text: bytes.toString(), stat };
    });
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw toFileError(code, path, error);
  }
}

/** A file to be written. */
export interface NewFile {
  /** The real path. */
  to: string;
  text: string;
  /** What messages call the file. Default: `to`. */
  path?: string;
  /** The file whose mode and owner the new one gets. */
  like?: Stats | undefined;
  /** The mode of a file without `like`, less the umask. Default: the mode of the root's files. */
  mode?: number;
  /** Throws where the file must not be written any more. Called just before files take their places. */
  check?(): unknown;
}

/**
 * Writes files: all of them beside their places first, then each is renamed to its place, the first
 * one last. A link is replaced by the file. Where something fails, nothing new is left behind. Throws
 * `write`.
 */
export function writeFiles(base: Root, first: NewFile, ...others: NewFile[]): void {
  const fresh = (to: string) => `${to}.anyhook-${randomBytes(6).toString('hex')}`;
  const moves = [first, ...others].map((draft) => ({ ...draft, from: fresh(draft.to) }));
  const folder = dirname(first.to);
  let undo = () => {};
  let at: NewFile = first;
  try {
    undo = makeFolder(base, folder);
    attempt(() => removeLeftovers(first.to));
    for (const move of moves) {
      at = move;
      const { from, text, mode = modes[base.scope].file, like } = move;
      createFile(from, text, mode, like);
    }
    first.check?.();
    for (const move of moves.reverse()) {
      at = move;
      renameSync(move.from, move.to);
    }
    // Windows and some network file systems cannot sync a folder.
    attempt(() => withOpenFile(folder, O_RDONLY, 0, fsyncSync));
  } catch (error) {
    for (const { from } of moves) attempt(() => rmSync(from, { force: true }));
    undo();
    throw toFileError('write', at.path ?? at.to, error);
  }
}

/**
 * Writes a file that must not exist yet. Removes it again where that fails.
 *
 * @param mode The permissions of the new file.
 * @param like The file whose owner and permissions it gets instead.
 */
export function createFile(path: string, text: string, mode: number, like?: Stats): void {
  withOpenFile(path, O_WRONLY | O_CREAT | O_EXCL, like ? 0o600 : mode, (fd) => {
    try {
      writeFileSync(fd, text);
      // Under sudo a file stays its owner's. Nobody but root can give a file away.
      if (like) attempt(() => fchownSync(fd, like.uid, like.gid));
      const now = fstatSync(fd).mode & 0o777;
      const wanted = like ? like.mode & 0o777 : now;
      // File systems on which all files have one mode refuse any other, and do not need it.
      if (now !== wanted) fchmodSync(fd, wanted);
      fsyncSync(fd);
    } catch (error) {
      attempt(() => rmSync(path, { force: true }));
      throw error;
    }
  });
}

/**
 * Removes the temporary files that killed runs left beside a file.
 *
 * @param age Only files at least this old, in milliseconds: a newer one may belong to a run that goes on.
 */
export function removeLeftovers(real: string, age = 60_000): void {
  for (const name of readdirSync(dirname(real))) {
    if (!name.startsWith(`${basename(real)}.`) || !/\.anyhook-[\da-f]{12}$/.test(name)) continue;
    const path = join(dirname(real), name);
    const stat = statOf(path);
    if (stat && Date.now() - stat.mtimeMs >= age) rmSync(path, { force: true });
  }
}
