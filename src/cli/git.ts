/** Asks git about the files that are written. */
import { execFileSync } from 'node:child_process';
import { findProgramOutside } from '../survey/machine.ts';

/** Asks git about files. Undefined: there is no git, or no repository, or git has nothing to say. */
function askGit(root: string, ...words: string[]): string[] | undefined {
  const git = findProgramOutside(root, 'git');
  if (git === undefined) return undefined;
  // A repository's own settings could name a program here, which git would run.
  const args = ['-c', 'core.fsmonitor=false', ...words];
  try {
    const printed = execFileSync(git, args, {
      cwd: root,
      // For an object that is not there, git would start the programs of a remote that the repository names.
      env: { ...process.env, GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
      encoding: 'utf8',
    });
    return printed.split('\n').filter(Boolean);
  } catch {
    return undefined;
  }
}

/** Returns those of some files that git ignores. Returns none without git, or outside a repository. */
export const listIgnoredFiles = (root: string, files: readonly string[]): string[] =>
  askGit(root, 'check-ignore', '--', ...files) ?? [];

/** Returns those of some files that git knows. Undefined: there is no git, or no repository. */
export const listTrackedFiles = (root: string, files: readonly string[]): string[] | undefined =>
  askGit(root, 'ls-files', '--', ...files);
