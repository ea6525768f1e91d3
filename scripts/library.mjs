/** Builds the modules of the library: one for each entry point, and few modules that several of them share. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { build, transform } from 'esbuild';
import { rolldown } from 'rolldown';

const sources = resolve('src');
const adapterIds = readdirSync(join(sources, 'adapters')).filter((id) =>
  existsSync(join(sources, 'adapters', id, 'index.ts')),
);

/** The canonical dialect is a part of `anyhook/core`, which exports it. */
const canonicalDialect = 'adapters/anyhook/dialect';

/** What finds hints for typos. `core` does not use it, but `anyhook` and `anyhook/hook` would load a module more for it. */
const commonHints = 'util/nearest.ts';

/** What several adapters need beyond their dialects. It is one module, since each module takes time to load. */
const adapterParts = ['extend', 'finished-command', 'matchers', 'path-functions'].map(
  (name) => `mapping/${name}.ts`,
);

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

/**
 * Finds the sources of which something is left in bundles of core and of each dialect alone: a source that is imported
 * for a type, or for a function that nobody calls, is not among them.
 *
 * @returns For the path of each source, below `src`, the entry points that need it: `core`, or the id of a vendor.
 */
async function findNeededSources(kinds) {
  const { metafile } = await build({
    entryPoints: {
      core: join(sources, 'exports/core.ts'),
      ...Object.fromEntries(
        adapterIds.map((id) => [id, join(sources, 'adapters', id, 'dialect.ts')]),
      ),
    },
    ...{ bundle: true, write: false, metafile: true, outdir: 'unwritten', format: 'esm' },
    packages: 'external',
    plugins: [
      {
        name: 'computed-kinds',
        setup: ({ onLoad }) =>
          onLoad({ filter: /canonical\/kinds\.ts$/ }, () => ({ contents: kinds, loader: 'js' })),
      },
    ],
  });
  const toSource = (input) => relative(sources, resolve(input)).replaceAll('\\', '/');
  const users = new Map();
  for (const [path, { inputs }] of Object.entries(metafile.outputs)) {
    const user = basename(path, '.js');
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const source = toSource(input);
      // Nothing is left of a source that only exports what others define.
      if (bytesInOutput === 0 && source !== 'exports/core.ts') continue;
      users.set(source, new Set(users.get(source)).add(user));
    }
  }
  // The rest of a source that is needed in part may import others. They come with it, so that no further module does.
  for (const source of users.keys()) {
    const { imports } = metafile.inputs[relative('.', join(sources, source))];
    for (const { path, external } of imports) {
      const imported = toSource(path);
      if (external || users.get(imported)?.has('core')) continue;
      const all = new Set([...(users.get(imported) ?? []), ...users.get(source)]);
      if (all.size === users.get(imported)?.size) continue;
      users.delete(imported);
      users.set(imported, all); // it now stands at the end, so its own imports are visited again
    }
  }
  return users;
}

/**
 * Returns the function that names the module of the package into which a source goes. Each module takes about half a
 * millisecond to load, and each 10 KB of code as much, so a program with `anyhook/core` and two dialects loads three
 * modules, which hold little that it does not need:
 * - what `core` needs, and what several dialects need besides the folders of vendors;
 * - for each vendor, the sources that its dialect needs. What is left of the folder goes into the module of the adapter.
 */
function makeGrouping(users) {
  return (id) => {
    const path = relative(sources, id).replaceAll('\\', '/');
    if (path === commonHints) return 'exports/core';
    if (adapterParts.includes(path) || path === 'util/path.ts') return 'mapping/adapter';
    const [first, ...others] = users.get(path) ?? [];
    if (first === undefined) return null;
    const [, vendor, file] = /^adapters\/(\w+)\/(.*)/.exec(path) ?? [];
    if (first === 'core' || (vendor === undefined && others.length > 0)) return 'exports/core';
    return file === 'index.ts' ? null : `adapters/${vendor ?? first}/dialect`;
  };
}

/**
 * Members of objects that no caller sees, with the names that they get. They stand all over `anyhook/core`, and no
 * bundler shortens members.
 */
const shortMembers = Object.fromEntries(
  [
    ...['canonicalPath', 'canonicalWords', 'readPaths', 'writePaths', 'olderPaths', 'plainOps'],
    ...['projectOps', 'outsideOps', 'hasCanonicalTool', 'hasCanonicalNames', 'lostRewrite'],
    ...['toOriginalInput', 'impliedCall', 'hookInput', 'likelyEvent', 'isHostCall'],
    ...['canonicalName', 'invalidPaths', 'hasResult', 'canSay', 'canRefuse', 'alternative'],
    ...[
      'passesAsk',
      'unwritten',
      'certainty',
      'isHypothetical',
      'variant',
      'anySeparator',
      'rootLengthOf',
      'rootOf',
    ],
  ].map((name, at) => [name, `_${at.toString(36)}`]),
);

/** Turns a source into JavaScript with short names of members. */
const shortenMembers = {
  name: 'short-members',
  async transform(code, id) {
    if (!id.endsWith('.ts')) return undefined;
    const made = await transform(code, {
      ...{ loader: 'ts', target: 'es2022' },
      mangleProps: new RegExp(`^(?:${Object.keys(shortMembers).join('|')})$`),
      mangleCache: shortMembers,
    });
    return { code: made.code, moduleType: 'js' };
  },
};

/**
 * Builds the modules of the library.
 *
 * @param dir The folder that they are written to.
 * @param kinds The text of the module `canonical/kinds.ts`, with computed values, so that no program loads zod for it.
 */
export async function buildLibrary(dir, kinds) {
  const users = await findNeededSources(kinds);
  const bundle = await rolldown({
    input: Object.fromEntries(listEntryPoints().map((path) => [path, join(sources, `${path}.ts`)])),
    platform: 'neutral',
    external: (id) => !/^[./]/.test(id),
    // `anyhook` makes its agents known by their ids when it is loaded. No other module does anything then.
    treeshake: { moduleSideEffects: (id) => id === join(sources, 'index.ts') },
    // The module of a dialect may also export what other modules of the package need of it.
    preserveEntrySignatures: 'allow-extension',
    plugins: [
      shortenMembers,
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
    minify: { compress: true, mangle: true, codegen: true },
    comments: { legal: false, jsdoc: false, annotation: true },
    codeSplitting: {
      groups: [
        { debugName: 'modules', name: makeGrouping(users), includeDependenciesRecursively: false },
      ],
    },
  });
  await bundle.close();
}
