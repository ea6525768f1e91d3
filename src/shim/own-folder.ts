import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { once } from '../util/once.ts';

/** Asks the system for the home, loaded only when the list of users does not tell. */
let askSystem = (): string => '';
export const setHomeLookup = (ask: () => string): void => {
  askSystem = ask;
};

/** Far cheaper than asking, where the person is listed. */
function listedHome(): string | undefined {
  try {
    const own = String(process.getuid?.());
    const list = readFileSync('/etc/passwd', 'utf8');
    const mark = `:${own}:`;
    for (let at = list.indexOf(mark); at >= 0; at = list.indexOf(mark, at + 1)) {
      const [line] = list.slice(list.lastIndexOf('\n', at) + 1).split('\n', 1) as [string];
      const fields = line.split(':');
      if (fields[2] === own) return fields[5];
    }
  } catch {
    // There is no such list.
  }
  return undefined;
}

/**
 * Our folder under the home the system knows. `HOME` is not asked: hosts load a project's `.env`
 * into their hooks. Undefined where there is no such home.
 */
export const ownFolder = once((): string | undefined => {
  try {
    const home = listedHome() ?? askSystem();
    return home ? `${home}/.anyhook` : undefined;
  } catch {
    return undefined;
  }
});

const uid = process.getuid?.();
const owned = (stat: { uid: number }): boolean => uid === undefined || stat.uid === uid;

/**
 * Makes a private folder, or closes one of ours to others; false: it is not ours, or no folder. Not
 * those above it: where a system refuses to, as under /proc, Node tries for ever.
 */
export function ensurePrivateFolder(path: string, closed = 0o077): boolean {
  try {
    if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
  } catch {
    // Another process made it, or nobody can.
  }
  try {
    const stat = lstatSync(path);
    if (!stat.isDirectory() || !owned(stat)) return false;
    if (uid !== undefined && stat.mode & closed) chmodSync(path, stat.mode & 0o777 & ~closed);
    return true;
  } catch {
    return false;
  }
}

const closed = ({ mode }: { mode: number }): boolean => uid === undefined || (mode & 0o077) === 0;

/** Opens a private file, or nothing: never a link, a pipe, or another person's file. */
function openPrivateFile(path: string, flags: number): number | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), 0o600);
    const stat = fstatSync(fd);
    if (stat.isFile() && stat.nlink === 1 && owned(stat) && closed(stat)) return fd;
  } catch {
    // Not there, or not ours to open.
  }
  if (fd !== undefined) closeSync(fd);
  return undefined;
}

/** Appends one line. False: it could not be written. */
export function appendLine(path: string, line: string, rotateAt?: number): boolean {
  let fd = openPrivateFile(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
  if (fd === undefined) return false;
  try {
    if (rotateAt !== undefined && fstatSync(fd).size > rotateAt) {
      renameSync(path, `${path}.1`);
      closeSync(fd);
      fd = openPrivateFile(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT);
      if (fd === undefined) return false;
    }
    const bytes = Buffer.from(`${line}\n`);
    return writeSync(fd, bytes) === bytes.length; // less on a disk that is full
  } catch {
    return false;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Puts a private file in the place of another, whole or not at all. False: it could not be written. */
export function replacePrivateFile(path: string, text: string): boolean {
  const made = `${path}.${process.pid}.${process.hrtime.bigint()}`;
  const fd = openPrivateFile(made, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
  if (fd === undefined) return false;
  let whole = false;
  try {
    const bytes = Buffer.from(text);
    whole = writeSync(fd, bytes) === bytes.length; // less on a disk that is full
  } catch {
    // No room at all.
  } finally {
    closeSync(fd);
  }
  try {
    if (whole) renameSync(made, path);
    else rmSync(made, { force: true });
    return whole;
  } catch {
    rmSync(made, { force: true });
    return false;
  }
}

/**
 * Puts bytes into a private file that no folder lists, to be read from its start through the
 * descriptor: it is gone once nobody has it open. Undefined: it could not be made.
 */
export function makeUnlistedFile(bytes: Buffer): number | undefined {
  const own = ownFolder();
  if (own === undefined || !ensurePrivateFolder(own, 0o022)) return undefined;
  const path = `${own}/in.${process.pid}.${process.hrtime.bigint()}`;
  const fd = openPrivateFile(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL);
  if (fd === undefined) return undefined;
  try {
    unlinkSync(path); // before it holds anything
    let done = 0;
    while (done < bytes.length) {
      const written = writeSync(fd, bytes, done, bytes.length - done, done);
      if (!written) break;
      done += written;
    }
    if (done === bytes.length) return fd;
  } catch {
    // No room, or a folder that nothing can be removed from.
  }
  closeSync(fd);
  return undefined;
}

/** Makes an empty private file. False: there is one already; undefined: nobody can make it. */
export function claimFile(path: string): boolean | undefined {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? false : undefined;
  }
}

/** A private file's text; undefined when there is none, it is not ours, or has more bytes. */
export function readPrivateFile(path: string, most: number): string | undefined {
  if (!existsSync(path)) return undefined;
  const fd = openPrivateFile(path, constants.O_RDONLY);
  if (fd === undefined) return undefined;
  try {
    const { size } = fstatSync(fd);
    if (size > most) return undefined;
    const buffer = Buffer.alloc(size);
    return buffer.toString('utf8', 0, readSync(fd, buffer, 0, size, 0));
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
}
