/** Makes the file that a hook with `module` is loaded from: its source, and all that it imports, in one. */
import { readFileSync, realpathSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Message, Metafile, Plugin } from 'esbuild';
import { AnyhookError } from '../errors.ts';
import { maxFileSize } from '../files/atomic.ts';
import { resolveInside } from '../files/root.ts';
import { addModuleHeader } from '../settings/modules/header.ts';
import { moduleBaseOf, readInput } from '../settings/modules/state.ts';
import { displayPath, scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { attempt } from '../util/attempt.ts';
import { waitFor } from '../util/progress.ts';
import { lookAt } from '../util/stat.ts';
import { describeBuildErrors, isBuildFailure, loadEsbuild } from './esbuild.ts';
import { explainBundler, toCommonJs } from './plain-script.ts';

/** The folder of this package. */
const packageFolder = fileURLToPath(new URL('../../', import.meta.url));

/** Where a hook names its module. */
export interface ModuleUse {
  /** The path of the source, relative to the folder of `anyhook.yaml`. */
  path: string;
  /** The place that names it, for messages, such as `anyhook.yaml:3`. */
  place: string;
}

/** The file that a hook with `module` is loaded from. */
export interface ModuleFile {
  text: string;
  /** What the hook may ask for when it runs and the file does not hold, each with the file that asks. It counts as not installed. */
  absent: readonly string[];
}

/**
 * Makes a module file. A script without imports is only given another ending; anything else is bundled with
 * esbuild. Nothing of the project is run, and equal sources give equal texts on every machine. Throws `settings` for a
 * source that cannot be read or compiled, and `usage` where esbuild is needed and not installed.
 */
export async function bundleModule(use: ModuleUse, workspace: Workspace): Promise<ModuleFile> {
  const made = await makeFile(use, workspace);
  if (Buffer.byteLength(made.text) <= maxFileSize) return made;
  const { path, place } = use;
  throw new AnyhookError(
    'settings',
    `${place}: module: ${path} and what it imports are larger than 32 MB together; import less`,
  );
}

async function makeFile({ path, place }: ModuleUse, workspace: Workspace): Promise<ModuleFile> {
  const base = moduleBaseOf(workspace);
  const file = join(base, path);
  const fail = (why: string) => new AnyhookError('settings', `${place}: module: ${path} ${why}`);
  const { stats, code } = lookAt(file);
  if (!stats) throw fail(code === 'ENOENT' ? 'does not exist' : `cannot be reached (${code})`);
  if (stats.isDirectory()) throw fail('is a folder; write the file in it');
  const real = resolveInside(scopeRootOf(workspace), file, 'settings');
  const text = stats.isFile() ? readInput(real) : undefined;
  if (text === undefined) throw fail('cannot be read as a text');
  const isTypeScript = /ts$/.test(path);
  const script = isTypeScript ? undefined : toCommonJs(text);
  if (script !== undefined)
    return { text: addModuleHeader(path, { [path]: text }, script), absent: [] };
  const shown = displayPath(file, workspace);
  const esbuild = isTypeScript
    ? loadEsbuild(base, whyForTypeScript(shown))
    : loadForScript(text, shown, base);
  return bundle(path, shown, realpathSync.native(base), esbuild);
}

/** Loads esbuild for a script. Where it is not installed, a mistake in the script is what is to be mended. */
function loadForScript(text: string, shown: string, base: string): ReturnType<typeof loadEsbuild> {
  const why = explainBundler(text);
  if ('needs' in why) return loadEsbuild(base, `${shown} ${why.needs}, which needs esbuild`);
  const esbuild = attempt(() => loadEsbuild(base, ''));
  if (esbuild) return esbuild;
  throw new AnyhookError('settings', `${shown}:${why.line}: ${why.mistake}`);
}

/** Says why a source in TypeScript needs esbuild, as a sentence without its full stop. */
export const whyForTypeScript = (shown: string): string =>
  `${shown} is TypeScript, which needs esbuild`;

/** Bundles a source with esbuild. */
async function bundle(
  path: string,
  shown: string,
  base: string,
  esbuild: ReturnType<typeof loadEsbuild>,
): Promise<ModuleFile> {
  try {
    const options = {
      absWorkingDir: base,
      entryPoints: [`./${path}`],
      plugins: [ownPackage],
      bundle: true,
      write: false,
      metafile: true,
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      charset: 'utf8',
      loader: { '.md': 'text' }, // as `.txt` already is
      sourcemap: false,
      nodePaths: [],
      logLevel: 'silent',
      // A handler has one way to load something, `require`, and the runner limits that.
      supported: { 'dynamic-import': false },
      logOverride: {
        'empty-import-meta': 'error',
        'unsupported-require-call': 'warning',
        'unsupported-dynamic-import': 'warning',
      },
    } satisfies BuildOptions;
    const {
      outputFiles,
      metafile,
      warnings = [],
    } = await waitFor(`esbuild (${shown})`, esbuild.build(options));
    const code = outputFiles?.[0]?.text ?? '';
    // Only with the format of ECMAScript does esbuild say what a file exports.
    if (!/^ +default: \(\) => /m.test(code))
      requireDefault((await esbuild.build({ ...options, format: 'esm' })).metafile, shown);
    const text = addModuleHeader(path, readInputs(base, metafile), code);
    return { text, absent: [...new Set([...listAbsent(metafile), ...listComputed(warnings)])] };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    throw new AnyhookError('settings', describeBuildErrors(error.errors, shown));
  }
}

/** Lists the modules that stay outside of a bundle: those that esbuild does not find, and whose absence the code expects. */
const listAbsent = (metafile: Metafile | undefined): string[] =>
  Object.entries(metafile?.inputs ?? {}).flatMap(([file, { imports = [] }]) =>
    imports
      .filter(({ external, path }) => external && !path.startsWith('<') && !isBuiltin(path)) // `<runtime>` is of esbuild
      .map(({ path }) => `${path} (${file})`),
  );

/** Lists the places that load a module whose name is known only when they run. */
const listComputed = (warnings: readonly Message[]): string[] =>
  warnings
    .filter(({ id }) => id.startsWith('unsupported-'))
    .map(({ location }) => `a computed name (${location?.file}:${location?.line})`);

/** Throws `settings` if a source has no default export, so that no handler of it would be found. */
function requireDefault(metafile: Metafile | undefined, shown: string): void {
  const [{ exports = [] } = {}] = Object.values(metafile?.outputs ?? {});
  if (exports.includes('default')) return;
  const others = exports.length ? `exports ${exports.slice(0, 5).join(', ')}, but` : 'has';
  throw new AnyhookError(
    'settings',
    `${shown} ${others} no default export: write export default hook({ … })`,
  );
}

/** Returns the texts of the files that were bundled, by their paths. */
function readInputs(base: string, metafile: Metafile | undefined): Record<string, string> {
  const paths = Object.keys(metafile?.inputs ?? {}).filter((path) => !isOfNamespace(path));
  return Object.fromEntries(paths.map((path) => [path, readInput(join(base, path)) ?? '']));
}

/** The name under which esbuild knows the files of this package. */
const namespace = 'anyhook';
/** Tells whether an input is no file of the project: one of this package, or one that a package leaves out. */
const isOfNamespace = (path: string): boolean => /^(?:anyhook:|\(disabled\):)/.test(path);

/** What bundles have of `anyhook/hook`: a file of this package that imports nothing, so that no table is loaded at a call. */
const hookEntry = 'dist/hook/bundled.js';

/**
 * An esbuild plugin: `anyhook/hook` is that of this package, which also installs the runner, wherever it is installed.
 */
const ownPackage: Plugin = {
  name: namespace,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^anyhook\/hook$/ }, () => ({ path: hookEntry, namespace }));
    onLoad({ filter: /.*/, namespace }, ({ path }) => {
      const contents = attempt(() => readFileSync(join(packageFolder, path), 'utf8'));
      if (contents !== undefined) return { contents, loader: 'js' };
      return {
        errors: [{ text: `${path} is missing from the package anyhook: install it again` }],
      };
    });
  },
};
