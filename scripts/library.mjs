/** Builds the modules of the library: one for each entry point, and few modules that several of them share. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const sources = resolve('src');
const adapterIds = readdirSync(join(sources, 'adapters')).filter((id) =>
  existsSync(join(sources, 'adapters', id, 'index.ts')),
);

/** The canonical dialect is a part of `anyhook/core`, which exports it. */
const canonicalDialect = 'adapters/anyhook/dialect';

/** Lists the entry points of the package by the paths of their sources, without `.ts`. A star stands for the id of an adapter. */
function listEntryPoints() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.values(exports)
    .map((target) => /^\.\/dist\/(.*)\.js$/.exec(target.default)?.[1])
    .filter(Boolean)
    .flatMap((path) =>
      path.includes('*') ? adapterIds.map((id) => path.replace('*', id)) : [path],
    )
    .filter((path) => path !== canonicalDialect);
}

/** Returns a module and all that it imports, directly or not. */
function findImported(from, getModuleInfo, found = new Set()) {
  if (found.has(from)) return found;
  found.add(from);
  for (const id of getModuleInfo(from)?.importedIds ?? []) findImported(id, getModuleInfo, found);
  return found;
}

/**
 * Returns the function that names the module of the package into which a source goes. Each module takes about a
 * millisecond to load, so a program with `anyhook/core` and two dialects loads three or four of them:
 * - what `core` needs, and what dialects need besides the folders of vendors;
 * - for each vendor, the sources that its dialect needs. What is left of the folder goes into the module of the adapter.
 */
function makeGrouping() {
  let needed;
  return (id, context) => {
    const getModuleInfo = (one) => context.getModuleInfo(one);
    const findNeeded = (path) => findImported(join(sources, path), getModuleInfo);
    needed ??= [
      'exports/core.ts',
      ...adapterIds.map((vendor) => `adapters/${vendor}/dialect.ts`),
    ].map(findNeeded);
    const path = relative(sources, id).replaceAll('\\', '/');
    if (!needed.some((ids) => ids.has(id))) return null;
    const [, vendor, file] = /^adapters\/(\w+)\/(.*)/.exec(path) ?? [];
    if (vendor === undefined || needed[0].has(id)) return 'exports/core';
    return file === 'index.ts' ? null : `adapters/${vendor}/dialect`;
  };
}

/**
 * Builds the modules of the library.
 *
 * @param dir The folder that they are written to.
 * @param kinds The text of the module `canonical/kinds.ts`, with computed values, so that no program loads zod for it.
 */
export async function buildLibrary(dir, kinds) {
  const bundle = await rolldown({
    input: Object.fromEntries(listEntryPoints().map((path) => [path, join(sources, `${path}.ts`)])),
    platform: 'neutral',
    external: (id) => !/^[./]/.test(id),
    // `anyhook` makes its agents known by their ids when it is loaded. No other module does anything then.
    treeshake: { moduleSideEffects: (id) => id === join(sources, 'index.ts') },
    // The module of a dialect may also export what other modules of the package need of it.
    preserveEntrySignatures: 'allow-extension',
    plugins: [
      {
        name: 'computed-kinds',
        load: (id) =>
          id === join(sources, 'canonical/kinds.ts')
            ? { code: kinds, moduleType: 'js' }
            : undefined,
      },
    ],
  });
  await bundle.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    hoistTransitiveImports: false,
    minify: { compress: true, mangle: false, codegen: true },
    comments: { legal: false, jsdoc: false, annotation: true },
    codeSplitting: {
      groups: [
        { debugName: 'modules', name: makeGrouping(), includeDependenciesRecursively: false },
      ],
    },
  });
  await bundle.close();
}
