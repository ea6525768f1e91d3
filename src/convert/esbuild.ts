/** Finds esbuild, which translates and bundles the sources of modules, and calls it. */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, BuildResult, Message } from 'esbuild';
import { AnyhookError } from '../errors.ts';
import { isObject } from '../util/equal.ts';
import { errorMessageOf } from '../util/errors.ts';

/** The part of esbuild that is used here. */
interface Esbuild {
  build(options: BuildOptions): Promise<BuildResult>;
}

/** The folder of this package. */
const packageFolder = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Loads the esbuild that is installed for a folder, or else beside anyhook. Throws `usage` if there is none, or if it
 * cannot be loaded.
 *
 * @param base The folder of `anyhook.yaml`.
 * @param why Why it is needed, as a sentence without its full stop.
 */
export function loadEsbuild(base: string, why: string): Esbuild {
  for (const folder of [base, packageFolder]) {
    const require = createRequire(join(folder, 'package.json'));
    let path: string;
    try {
      // After a look at a pipe, as of the output of this process, Node 20 follows no links here (`realpathSync` in its
      // `lib/fs.js` breaks off), and esbuild would not find its binary.
      path = realpathSync.native(require.resolve('esbuild'));
    } catch {
      continue;
    }
    try {
      return require(path) as Esbuild;
    } catch (error) {
      throw new AnyhookError('usage', `${path} cannot be loaded: ${errorMessageOf(error)}`);
    }
  }
  throw new AnyhookError(
    'usage',
    `${why}, and that is not installed here.\nNothing was written. Type: npm install --save-dev esbuild`,
  );
}

/** Tells whether an error is one that a build ends with, for a mistake in a source. */
export const isBuildFailure = (error: unknown): error is { errors: Message[] } =>
  isObject(error) && Array.isArray(error.errors);

/** Returns the errors of a build, each on a line with its place. */
export const describeBuildErrors = (errors: readonly Message[], source: string): string =>
  errors
    .slice(0, 20)
    .map(({ text, location }) => {
      const place = location ? `${location.file}:${location.line}:${location.column + 1}` : source;
      const hint = hints.find(([pattern]) => pattern.test(text))?.[1];
      return `${place}: ${hint ?? text}`;
    })
    .join('\n');

/** What to do about mistakes that esbuild tells in words about formats. */
const hints: readonly [RegExp, string][] = [
  [
    /^"import\.meta" is not available/,
    'a hook is CommonJS in the end, which has no import.meta: begin a path with the cwd of the event',
  ],
  [
    /^Top-level await/,
    'a hook is CommonJS in the end, which has no await outside of functions: move it into a handler',
  ],
];
