import type { World } from '../../mapping/adapter.ts';
import { pathFunctionsOf } from '../../mapping/path-functions.ts';
import type { PathFunctions } from '../../util/path.ts';

/**
 * Returns only the letters and digits of a text, without those of escape sequences. In this form a command line
 * is found in a file, whether it is quoted there for JSON, TOML or a shell.
 */
const lettersAndDigitsOf = (text: string): string =>
  text.replace(/[[-^](?:u....|[bfnrt])?|[^a-z0-9]/gi, '');

/** Lists a folder and all folders around it, the nearest first. */
function listFoldersUpwards(folder: string, { dirname }: PathFunctions): string[] {
  const folders = [folder];
  for (let at = folder; dirname(at) !== at; folders.push(at)) at = dirname(at);
  return folders;
}

/**
 * Finds the folder whose settings contain the command line of the hook that runs now. A hook runs in the
 * folder of the session, and the client loads the settings of every folder from there up to the git root. In a
 * worktree it loads those of the main checkout, 0.169.0.
 *
 * Looks at the folders in this order:
 *
 * 1. the nearest folder with the line that the person has trusted, or that is a worktree of a repository
 *    around it;
 * 2. the outermost folder with the line, so that a folder which the model creates is never chosen;
 * 3. the outermost folder with a runner, except the home folder: no settings contain the line, for instance
 *    since a worktree has an older branch.
 *
 * @param line the arguments of the command line
 */
export function findSettingsFolder(
  line: readonly string[],
  { readFile, disk, surroundings }: World,
) {
  const sessionFolder = surroundings?.folder();
  if (sessionFolder === undefined || !disk) return undefined;
  const functions = pathFunctionsOf(sessionFolder);
  const join = (folder: string, path: string) => functions.join(folder, path);
  const read = (folder: string, path: string): string => {
    const content = readFile(join(folder, path));
    return 'text' in content ? content.text : '';
  };
  const folders = listFoldersUpwards(sessionFolder, functions);
  const lineCharacters = lettersAndDigitsOf(JSON.stringify(line));
  const hasLine = (folder: string) =>
    ['hooks.json', 'config.toml'].some((name) =>
      lettersAndDigitsOf(read(folder, `.codex/${name}`)).includes(lineCharacters),
    );
  const foldersWithLine = folders.filter(hasLine);
  const home = disk.home();
  const userSettings = read(
    surroundings?.variable('CODEX_HOME') || join(home, '.codex'),
    'config.toml',
  );
  // The trusted hooks are listed in the person's file by the path of their file: `"FOLDER/.codex/…"`.
  const isTrusted = (folder: string) =>
    userSettings.includes(JSON.stringify(join(folder, '.codex/')).slice(0, -1));
  // The file `.git` of a worktree names a folder of its repository, whose file `gitdir` names the worktree.
  const isWorktree = (folder: string): boolean => {
    const gitFolder = join(read(folder, '.git').slice('gitdir:'.length).trim(), '');
    const worktreeFolders = foldersWithLine.map((root) => join(root, '.git/worktrees/'));
    return (
      worktreeFolders.some((worktrees) => gitFolder.startsWith(worktrees)) &&
      read(gitFolder, 'gitdir').trim() === join(folder, '.git')
    );
  };
  const outermostWithRunner = folders.findLast(
    (folder) => folder !== home && disk.exists(join(folder, '.anyhook/run.cjs')),
  );
  return (
    foldersWithLine.find((folder) => isTrusted(folder) || isWorktree(folder)) ??
    foldersWithLine.at(-1) ??
    outermostWithRunner
  );
}
