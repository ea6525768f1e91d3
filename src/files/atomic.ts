/** Files by their real paths: read without surprises, written whole or not at all. */
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

const most = 32 * 1024 * 1024;
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** A text file as it was found. */
export interface TextFile {
  /** With its byte order mark, if it has one. */
  text: string;
  stat: Stats;
}

function opened<T>(path: string, flags: number, mode: number, work: (fd: number) => T): T {
  const fd = openSync(path, flags, mode);
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

/** Undefined: there is none. Never follows a link, never waits for a pipe; `path` is for messages. */
export function readRegularFile(
  real: string,
  code: FileErrorCode,
  path = real,
): TextFile | undefined {
  try {
    return opened(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0, (fd) => {
      const stat = fstatSync(fd);
      if (!stat.isFile()) throw new Error('it is not a regular file; move it away');
      if (stat.size > most) throw new Error('it is larger than 32 MB; no settings file is');
      const bytes = readFileSync(fd);
      if (!isUtf8(bytes)) throw new Error('it is not UTF-8 text; save it as UTF-8');
      return { text: bytes.toString(), stat };
    });
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw toFileError(code, path, error);
  }
}

export interface NewFile {
  /** A real path. */
  to: string;
  text: string;
  /** What messages call it; default: `to`. */
  path?: string;
  /** Whose mode and owner it gets. */
  like?: Stats | undefined;
  /** The mode of a new one, less the umask; default: the root's. */
  mode?: number;
  /** Throws when it must not be put there any more. */
  check?(): unknown;
}

/** Writes all beside their places, then moves them there, the first last. A link is replaced. */
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
    // Windows, and some network file systems, cannot.
    attempt(() => opened(folder, O_RDONLY, 0, fsyncSync));
  } catch (error) {
    for (const { from } of moves) attempt(() => rmSync(from, { force: true }));
    undo();
    throw toFileError('write', at.path ?? at.to, error);
  }
}

/** Writes a file that must not be there; of one that fails, nothing is left. */
export function createFile(path: string, text: string, mode: number, like?: Stats): void {
  opened(path, O_WRONLY | O_CREAT | O_EXCL, like ? 0o600 : mode, (fd) => {
    try {
      writeFileSync(fd, text);
      // Under sudo a file stays its owner's; others cannot give files away.
      if (like) attempt(() => fchownSync(fd, like.uid, like.gid));
      const now = fstatSync(fd).mode & 0o777;
      const wanted = like ? like.mode & 0o777 : now;
      // Where all files have one mode, none may be given another.
      if (now !== wanted) fchmodSync(fd, wanted);
      fsyncSync(fd);
    } catch (error) {
      attempt(() => rmSync(path, { force: true }));
      throw error;
    }
  });
}

/** Takes away what a killed run left, once it is old enough, in milliseconds, to be nobody's. */
export function removeLeftovers(real: string, age = 60_000): void {
  for (const name of readdirSync(dirname(real))) {
    if (!name.startsWith(`${basename(real)}.`) || !/\.anyhook-[\da-f]{12}$/.test(name)) continue;
    const path = join(dirname(real), name);
    const stat = statOf(path);
    if (stat && Date.now() - stat.mtimeMs >= age) rmSync(path, { force: true });
  }
}
