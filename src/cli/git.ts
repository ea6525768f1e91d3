/** Asks git about the files that are written. */
import { execFileSync } from 'node:child_process';

/** Returns those of some files that git ignores. Returns none without git, or outside a repository. */
export function listIgnoredFiles(root: string, files: readonly string[]): string[] {
  // A repository's own settings could name a program here, which git would run.
  const args = ['-c', 'core.fsmonitor=false', 'check-ignore', '--', ...files];
  try {
    const printed = execFileSync('git', args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
      encoding: 'utf8',
    });
    return printed.split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
