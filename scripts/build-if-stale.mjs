// Builds dist/ if it does not exist or a source is newer, so that tests run what the sources say.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const builtFile = join(root, 'dist/anyhook.cjs');

/** Returns the time at which the newest file was written, in milliseconds. Folders are searched for files. */
function newestTimeOf(paths) {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
      : [path],
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

const sources = ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.build.json'];
const isStale =
  !existsSync(builtFile) ||
  statSync(builtFile).mtimeMs < newestTimeOf(sources.map((name) => join(root, name)));
if (isStale)
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], {
    cwd: root,
    stdio: 'inherit',
  });
