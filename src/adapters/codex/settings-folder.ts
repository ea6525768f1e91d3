import { dirname, join } from 'node:path';
import type { World } from '../../mapping/adapter.ts';

/**
 * Returns the letters and digits of a text, without escape sequences, so that a line is found
 * whether it is quoted for JSON, TOML or a shell.
 */
const lettersAndDigitsOf = (text: string): string =>
  text.replace(/[[-^](?:u....|[bfnrt])?|[^a-z0-9]/gi, '');

/** Lists a folder and all folders around it, the nearest first. */
const listFoldersUpwards = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...listFoldersUpwards(dirname(folder))];

/**
 * Finds the folder whose settings contain a hook's command line. A hook runs in the folder of the
 * session, and the client loads the settings of every folder from there up to the git root, in a
 * worktree those of the main checkout, 0.169.0.
 *
 * Of several folders that contain the line, the nearest counts that a person has trusted or that is
 * a worktree of a repository around it, or else the outermost. So a folder that the model creates
 * inside the session's folder is never chosen. If none contains the line, as with an older branch
 * in a worktree, it is the outermost folder with a runner, except the home folder.
 *
 * @param line the arguments of the command line
 */
export function findSettingsFolder(
  line: readonly string[],
  { readFile, disk, surroundings }: World,
) {
  const sessionFolder = surroundings?.folder();
  if (sessionFolder === undefined || !disk) return undefined;
  const read = (...parts: string[]): string => {
    const content = readFile(join(...parts));
    return 'text' in content ? content.text : '';
  };
  const folders = listFoldersUpwards(sessionFolder);
  const lineCharacters = lettersAndDigitsOf(JSON.stringify(line));
  const holdsLine = (folder: string) =>
    ['hooks.json', 'config.toml'].some((name) =>
      lettersAndDigitsOf(read(folder, '.codex', name)).includes(lineCharacters),
    );
  const holding = folders.filter(holdsLine);
  const home = disk.home();
  const userSettings = read(
    surroundings?.variable('CODEX_HOME') || join(home, '.codex'),
    'config.toml',
  );
  const isTrusted = (folder: string) =>
    userSettings.includes(JSON.stringify(join(folder, '.codex/')).slice(0, -1));
  const isWorktree = (folder: string): boolean => {
    const gitFolder = join(read(folder, '.git').slice('gitdir:'.length).trim());
    const repositories = holding.map((one) => join(one, '.git/worktrees/'));
    return (
      repositories.some((one) => gitFolder.startsWith(one)) &&
      read(gitFolder, 'gitdir').trim() === join(folder, '.git')
    );
  };
  const outermostWithRunner = folders.findLast(
    (folder) => folder !== home && disk.exists(join(folder, '.anyhook/run.cjs')),
  );
  return (
    holding.find((one) => isTrusted(one) || isWorktree(one)) ??
    holding.at(-1) ??
    outermostWithRunner
  );
}
