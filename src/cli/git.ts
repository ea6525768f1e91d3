/** Asks git about the files that are written. */
import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { hasErrorCode } from '../files/file-errors.ts';
import { findProgramOutside, findRepository } from '../survey/machine.ts';

/** The longest time that git may take for an answer, in milliseconds. */
const timeLimit = 2000;

/** The folders in which git gave no answer in time, such as for a pipe in the place of its settings. It is not asked there again. */
const silentFolders = new Set<string>();

/**
 * Asks git about files.
 *
 * @param files The names that git reads from stdin.
 * @returns What git printed, split where it prints NUL: nothing, if it found nothing. Undefined: there is no git, or git
 *   could not answer.
 */
function askGit(
  root: string,
  words: readonly string[],
  files: readonly string[] = [],
): string[] | undefined {
  const folder = resolve(root);
  const git = silentFolders.has(folder) ? undefined : findProgramOutside(root, 'git');
  if (git === undefined) return undefined;
  // A repository's own settings could name a program here, which git would run.
  const args = ['-c', 'core.fsmonitor=false', ...words];
  try {
    const printed = execFileSync(git, args, {
      cwd: root,
      // For an object that is not there, git would start the programs of a remote that the repository names.
      env: { ...process.env, GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
      input: files.join('\0'),
      timeout: timeLimit,
      encoding: 'utf8',
    });
    return printed.split('\0').filter(Boolean);
  } catch (error) {
    if (hasErrorCode(error, 'ETIMEDOUT')) silentFolders.add(folder);
    const { status } = error as { status?: number | null };
    return status === 1 ? [] : undefined; // `check-ignore` ends with 1 if no file is ignored, with 128 at an error
  }
}

/**
 * Finds the repository that a folder is in. A repository of the home folder, or of a folder above it, holds what its
 * owner put there, and no projects.
 *
 * @returns Undefined: the folder is in none.
 */
export function findRepositoryOf(folder: string): string | undefined {
  const found = findRepository(resolve(folder));
  return found && relative(found, resolve(homedir())).startsWith('..') ? found : undefined;
}

/** A file that git ignores, and the line that says so, such as `.gitignore:3`. */
export interface IgnoredFile {
  file: string;
  rule: string;
}

/** Returns those of some files that git ignores. Returns none without git, or outside a repository. */
export function findIgnoredFiles(root: string, files: readonly string[]): IgnoredFile[] {
  const repository = findRepositoryOf(root);
  if (repository === undefined || !files.length) return [];
  const words = ['check-ignore', '--verbose', '-z', '--stdin'];
  // Git ends with an error if one of the files is behind a link; then each is asked about alone.
  const printed =
    askGit(root, words, files) ?? files.flatMap((file) => askGit(root, words, [file]) ?? []);
  const ignored: IgnoredFile[] = [];
  for (let at = 0; at + 3 < printed.length; at += 4) {
    const [source = '', line = '', pattern = '', file = ''] = printed.slice(at, at + 4);
    const place = isAbsolute(source) ? source : relative(resolve(root), join(repository, source));
    if (!pattern.startsWith('!')) ignored.push({ file, rule: `${place}:${line}` });
  }
  return ignored;
}

/** Returns those of some files that git knows. Undefined: there is no git, or no repository. */
export const listTrackedFiles = (root: string, files: readonly string[]): string[] | undefined =>
  askGit(root, ['ls-files', '-z', '--', ...files]);
