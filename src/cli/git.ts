/** What git makes of the files that are written. */
import { execFileSync } from 'node:child_process';

/** Those of some files that git ignores; none, where there is no git or no repository. */
export function listIgnored(root: string, files: readonly string[]): string[] {
  // A repository's own settings could name a program to run.
  const args = ['-c', 'core.fsmonitor=false', 'check-ignore', '--', ...files];
  try {
    const said = execFileSync('git', args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5000,
      encoding: 'utf8',
    });
    return said.split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
