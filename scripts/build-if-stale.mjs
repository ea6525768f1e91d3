// Builds dist/ where a source is newer than it, or where it is not there: tests need it as it would be.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist/anyhook.cjs');

/** When the newest of some files and folders was written, in milliseconds. */
function newest(paths) {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
      : [path],
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

const sources = ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.build.json'];
const isStale =
  !existsSync(built) || statSync(built).mtimeMs < newest(sources.map((name) => join(root, name)));
if (isStale)
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], {
    cwd: root,
    stdio: 'inherit',
  });
