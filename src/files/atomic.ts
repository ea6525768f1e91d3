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
import { failure, isErrno, makeFolder, modes, type Root, statOf, tidy } from './root.ts';

const most = 32 * 1024 * 1024;
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** A text file as it was found. */
export interface Found {
  /** With its byte order mark, if it has one. */
  text: string;
  stat: Stats;
}

/** Undefined: there is none. Never follows a link, never waits for a pipe; `path` is for messages. */
export function readReal(real: string, code: 'settings' | 'write', path = real): Found | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error('it is not a regular file; move it away');
    if (stat.size > most) throw new Error('it is larger than 32 MB; no settings file is');
    const bytes = readFileSync(fd);
    if (!isUtf8(bytes)) throw new Error('it is not UTF-8 text; save it as UTF-8');
    return { text: bytes.toString(), stat };
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw failure(code, path, error);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

export interface Draft {
  to: string;
  text: string;
  /** Whose mode and owner it gets. */
  like?: (Pick<Stats, 'mode'> & Partial<Stats>) | undefined;
  /** Throws when it must not be put there any more. */
  check?(): unknown;
}

/** Writes all beside their places, then moves them there, the first last. A link is replaced. */
export function put(real: string, path: string, base: Root, drafts: Draft[]): void {
  const fresh = (to: string) => `${to}.anyhook-${randomBytes(6).toString('hex')}`;
  const moves = drafts.map((draft) => ({ ...draft, from: fresh(draft.to) }));
  let undo = () => {};
  let at = path;
  try {
    undo = makeFolder(base, dirname(real));
    tidy(() => sweep(real));
    for (const { from, to, text, like } of moves) {
      at = to === real ? path : to;
      writeNew(from, text, like ?? { mode: modes[base.scope].file });
    }
    for (const { check } of moves) check?.();
    for (const { from, to } of moves.reverse()) {
      at = to === real ? path : to;
      renameSync(from, to);
    }
    tidy(() => syncFolder(dirname(real)));
  } catch (error) {
    for (const { from } of moves) tidy(() => rmSync(from, { force: true }));
    undo();
    throw failure('write', at, error);
  }
}

function writeNew(path: string, text: string, like: Pick<Stats, 'mode'> & Partial<Stats>): void {
  const fd = openSync(path, O_WRONLY | O_CREAT | O_EXCL, 0o600);
  try {
    writeFileSync(fd, text);
    const stat = fstatSync(fd);
    // Under sudo a file stays its owner's; others cannot give files away.
    const { uid = stat.uid, gid = stat.gid } = like;
    if (uid !== stat.uid || gid !== stat.gid) tidy(() => fchownSync(fd, uid, gid));
    const mode = like.mode & 0o777;
    if ((stat.mode & 0o777) !== mode) fchmodSync(fd, mode);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Takes away what a killed run left, once it is old enough, in milliseconds, to be nobody's. */
export function sweep(real: string, age = 60_000): void {
  for (const name of readdirSync(dirname(real))) {
    if (!name.startsWith(`${basename(real)}.`) || !/\.anyhook-[\da-f]{12}$/.test(name)) continue;
    const path = join(dirname(real), name);
    const stat = statOf(path);
    if (stat && Date.now() - stat.mtimeMs >= age) rmSync(path, { force: true });
  }
}

/** Windows, and some network file systems, cannot. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
