/** Copies a project, so that hooks can be tried without changing it. */
import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { AnyhookError } from '../../errors.ts';
import { toFileError } from '../../files/file-errors.ts';
import { isBelow } from '../../files/root.ts';
import { realPathOf } from '../../survey/machine.ts';
import { attempt } from '../../util/attempt.ts';

/** The most files, and the most bytes, that are copied. A file that is larger than `file` is left out. */
const limits = { files: 20_000, bytes: 256 * 1024 * 1024, file: 64 * 1024 * 1024 };

/** Folders that are not copied: they are large, and no hook's own. */
const skipped = new Set(['.git', '.hg', '.svn']);

/** A copy of a project, and an empty home folder beside it. */
export interface Copy {
  root: string;
  home: string;
  /** The variables by which programs find the home folder, the folders in it, and the folder for temporary files. */
  env: Record<string, string>;
  transcript: string;
  remove(): void;
}

/**
 * Copies a project into a new folder below a folder of the person's. What is no file or folder, what cannot be read, and
 * links that lead out of the project are left out, `node_modules` is a link to the original, and a repository is an empty
 * one. Throws `write` for a project that is too large, and if the disk is full.
 *
 * @param base The folder in which the new folder is made.
 */
export function copyProject(root: string, base: string): Copy {
  mkdirSync(base, { recursive: true });
  const place = mkdtempSync(join(base, 'anyhook-doctor-'));
  const removeAll = () => void attempt(() => rmSync(place, { recursive: true, force: true }));
  process.once('exit', removeAll); // a signal may end this process meanwhile
  const home = join(place, 'home');
  const temporary = join(place, 'tmp');
  const copy = {
    root: join(place, 'project'),
    home,
    env: {
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.local/share'),
      XDG_CACHE_HOME: join(home, '.cache'),
      XDG_STATE_HOME: join(home, '.local/state'),
      TMPDIR: temporary,
      TMP: temporary,
      TEMP: temporary,
    },
    transcript: join(place, 'transcript.jsonl'),
    remove: () => {
      process.removeListener('exit', removeAll);
      removeAll();
    },
  };
  try {
    for (const folder of [home, temporary]) mkdirSync(folder);
    writeFileSync(copy.transcript, '');
    copyFolder(realPathOf(root), copy.root, {
      root: realPathOf(root),
      to: copy.root,
      files: 0,
      bytes: 0,
    });
    if (existsSync(join(root, '.git'))) makeRepository(copy.root);
    return copy;
  } catch (error) {
    copy.remove();
    throw error;
  }
}

/** Makes an empty repository, so that a command that asks git for the top of the repository gets the copy. */
function makeRepository(root: string): void {
  for (const name of ['objects', 'refs']) mkdirSync(join(root, '.git', name), { recursive: true });
  writeFileSync(join(root, '.git/HEAD'), 'ref: refs/heads/main\n');
}

interface Progress {
  root: string;
  to: string;
  files: number;
  bytes: number;
}

function copyFolder(from: string, to: string, progress: Progress): void {
  mkdirSync(to, { recursive: true });
  for (const name of ignoreUnreadable(() => readdirSync(from)) ?? []) {
    const [source, target] = [join(from, name), join(to, name)];
    const stat = ignoreUnreadable(() => lstatSync(source));
    // A file with holes is as large as it says, since not every disk can copy the holes.
    if (!stat || (stat.isFile() && stat.size > limits.file)) continue;
    progress.files++;
    progress.bytes += stat.isFile() ? stat.size : 0;
    if (progress.files > limits.files || progress.bytes > limits.bytes)
      throw new AnyhookError(
        'write',
        'the project is too large to be copied for a trial: over 20,000 files or 256 MB',
      );
    if (stat.isSymbolicLink()) copyLink(source, target, progress);
    else if (name === 'node_modules') symlinkSync(source, target);
    else if (stat.isDirectory() && !skipped.has(name)) copyFolder(source, target, progress);
    else if (stat.isFile())
      ignoreUnreadable(() => copyFileSync(source, target, constants.COPYFILE_FICLONE));
  }
}

/** Returns what `read` returns; undefined for a file that may not be read, or is gone. Throws `write` for other errors. */
function ignoreUnreadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR'].includes(code)) return undefined;
    throw toFileError('write', 'the copy of the project', error);
  }
}

/** Makes a link again that leads to something inside the project. Any other link is left out. */
function copyLink(source: string, target: string, { root, to }: Progress): void {
  const real = realPathOf(source);
  if (real === source || !isBelow(root, real)) return;
  symlinkSync(relative(dirname(target), resolve(to, relative(root, real))), target);
}
