import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Script } from 'node:vm';
import { attempt } from '../util/attempt.ts';
import { runComplete } from './run-complete.ts';

/**
 * Writes the code that V8 has compiled for a script to a file, at the end of a run that did the whole work: no other has
 * compiled what the next ones need. The file holds the code twice and then the source, by which readers see damage.
 *
 * @param source The bytes by which the file is recognised.
 * @param isPrivate Tells whether only this user can write to the folder. It may throw.
 */
export function saveCode(
  script: Script,
  path: string,
  source: Buffer,
  isPrivate: () => boolean,
): void {
  const save = () => {
    const newPath = `${path}.${process.pid}`;
    try {
      if (!isPrivate()) return;
      const data = script.createCachedData();
      writeFileSync(newPath, Buffer.concat([data, data, source]), { flag: 'wx', mode: 0o600 });
      renameSync(newPath, path);
    } catch {
      // The disk is read-only or full: the next run is as slow as this. An error here would change the exit code.
      attempt(() => rmSync(newPath, { force: true }));
    }
  };
  process.on(runComplete, () => process.on('exit', save));
}
