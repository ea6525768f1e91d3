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
import { isBelow } from '../../files/root.ts';
import { realPathOf } from '../../survey/machine.ts';
import { attempt } from '../../util/attempt.ts';

/** The most files, and the most bytes, that are copied. */
const limits = { files: 20_000, bytes: 256 * 1024 * 1024 };

/** Folders that are not copied: they are large, and no hook's own. */
const skipped = new Set(['.git', '.hg', '.svn']);

/** A copy of a project, and an empty home folder beside it. */
export interface Copy {
  root: string;
  home: string;
  transcript: string;
  remove(): void;
}

/**
 * Copies a project into a new folder below a folder of the person's. Links that lead out of the project are left
 * out, `node_modules` is a link to the original, and a repository is an empty one. Throws `write` for a project that is too large.
 *
 * @param base The folder in which the new folder is made.
 */
export function copyProject(root: string, base: string): Copy {
  mkdirSync(base, { recursive: true });
  const place = mkdtempSync(join(base, 'anyhook-doctor-'));
  const removeAll = () => void attempt(() => rmSync(place, { recursive: true, force: true }));
  process.once('exit', removeAll); // a signal may end this process meanwhile
  const copy = {
    root: join(place, 'project'),
    home: join(place, 'home'),
    transcript: join(place, 'transcript.jsonl'),
    remove: () => {
      process.removeListener('exit', removeAll);
      removeAll();
    },
  };
  try {
    mkdirSync(copy.home);
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
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    const stat = lstatSync(source);
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
    else if (stat.isFile()) copyFileSync(source, target, constants.COPYFILE_FICLONE);
  }
}

/** Makes a link again that leads to something inside the project. Any other link is left out. */
function copyLink(source: string, target: string, { root, to }: Progress): void {
  const real = realPathOf(source);
  if (real === source || !isBelow(root, real)) return;
  symlinkSync(relative(dirname(target), resolve(to, relative(root, real))), target);
}
