/**
 * The first code of the runner `run.cjs`. The rest of the runner stands in a comment of that file, which V8 skips, and
 * is run with the code that V8 compiled on an earlier run. Compiling it anew takes half as long as starting Node.
 *
 * The compiled code stands in `~/.anyhook` and not beside the runner, where the repository of a project could supply it.
 * If the project is the home folder itself, both are one folder, and its repository is trusted as far as its `.profile` is.
 */
import { lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Script } from 'node:vm';
import { ownFolder, setHomeLookup } from './own-folder.ts';
import { runComplete } from './run-complete.ts';
import { isCodeFile, isOnlyMine, readCode, saveCode } from './saved-code.ts';

/**
 * The rest of the runner. The build puts it there (`scripts/runner-text.mjs`). It is empty where a program other than Node
 * forgets the comments of a script.
 */
declare const comment: string;
/** A part of the hash of `comment`. Runners of several versions would otherwise replace each other's compiled code in turn. */
declare const buildId: string;
declare const require: NodeJS.Require;

const oneHour = 3_600_000;

setHomeLookup(() => (require('node:os') as typeof import('node:os')).userInfo().homedir);

const readBody = (): string => {
  const whole = readFileSync(process.argv[1] as string, 'latin1');
  return whole.slice(whole.indexOf('/*') + 2, whole.indexOf('*/'));
};
const body = comment.length > 99 ? comment : readBody();
let folder = '';
/** Tells whether the folder is one that only this user can write to. A link to one elsewhere is not. */
const isPrivate = (): boolean => {
  const stat = lstatSync(folder);
  return stat.isDirectory() && isOnlyMine(stat);
};
const { bun, deno } = process.versions; // they may name a version of Node as their own
if (!(bun || deno)) folder = ownFolder() ?? '';
// The file holds what the run compiled that made it. Hooks that are modules need other functions than commands do, and
// several hooks of one line more than one hook.
const { argv } = process;
const kind = argv.includes('--module') ? 'm' : argv.includes('--hook') ? 'h' : '';
const path = `${folder}/run.${process.version}-${process.arch}-${buildId}${kind}.cache`;
const saved = folder ? readCode(path, body, isPrivate) : undefined;
/** Removes the files of compiled code that were made first, if there are more than 16. */
const removeOldest = () => {
  try {
    if (!isPrivate()) return;
    const paths = readdirSync(folder)
      .filter(isCodeFile)
      .map((name) => `${folder}/${name}`);
    const timeOf = (one: string) => statSync(one).mtimeMs;
    for (const one of paths.sort((a, b) => timeOf(b) - timeOf(a)).slice(16)) rmSync(one);
  } catch {
    // Another run removes them at this time, or the folder cannot be changed.
  }
};
const filename = process.argv[1] ?? '';
const script = new Script(body, saved ? { filename, cachedData: saved.code } : { filename });
// V8 rejects code that was compiled with other options. Runs with two sets of options do not replace it in turn.
const isRejected = saved && script.cachedDataRejected && Date.now() - saved.writtenAt > oneHour;
if (folder && (!saved || isRejected)) {
  saveCode(script, path, body, isPrivate);
  process.on(runComplete, () => process.on('exit', removeOldest));
}
(globalThis as { require?: unknown }).require = require;
script.runInThisContext();
