/** Esbuild plugins by which the command line loads code when one of its functions is first called. */
import { readFileSync } from 'node:fs';

/**
 * What few commands need, by the names under which it is imported: packages that know the widths of all characters,
 * modules of Node, and modules of ours with all that they alone import. Nothing but functions and classes is imported from them.
 */
const lazyPackages = 'cli-truncate|string-width|wrap-ansi';
const lazyNodeModules = 'node:(?:child_process|crypto|readline|net|timers/promises)';
const lazyModules = [
  'edit/(?:yaml/(?:edit|parse)|toml/(?:edit|tree))', // loads `yaml` and `toml-eslint-parser`
  'neutral/(?:hook|problems)|canonical/hook|ledger-schema', // loads `zod`
].join('|');
const lazyImport = new RegExp(
  `^import (?:(\\w+)|\\{([^}]*)\\}) from '(${lazyPackages}|${lazyNodeModules}|\\.[./\\w-]*/(?:${lazyModules})\\.ts)';$`,
  'gm',
);

/** Returns the code of a value that stands for an imported one, and loads its module when it is called. */
function printStub(name, from, member = name) {
  const loaded = `(require('${from}') as any).${member}`;
  return /^[A-Z]/.test(name)
    ? `function ${name}(...given: any[]) { return new (${loaded})(...given); }`
    : `const ${name} = (...given: any[]) => ${loaded}(...given);`;
}

/** An esbuild plugin: modules that few commands need are loaded when one of their functions or classes is first used. */
export const lazyImports = {
  name: 'lazy-imports',
  setup({ onLoad }) {
    onLoad({ filter: /src[\\/].*\.ts$/ }, ({ path }) => {
      if (/src[\\/]edit[\\/]/.test(path)) return undefined;
      const contents = readFileSync(path, 'utf8').replace(lazyImport, (_, whole, list, from) =>
        whole
          ? printStub(whole, from, 'default')
          : list
              .split(',')
              .map((name) => name.trim())
              .filter((name) => name && !name.startsWith('type '))
              .map((name) => printStub(name, from))
              .join(' '),
      );
      return { contents, loader: 'ts' };
    });
  },
};

/** An esbuild plugin: commander loads `node:child_process` when it starts a program, which we never let it do. */
export const lazyPrograms = {
  name: 'lazy-programs',
  setup({ onLoad }) {
    onLoad({ filter: /commander[\\/]lib[\\/]command\.js$/ }, ({ path }) => {
      const line = "const childProcess = require('node:child_process');";
      const text = readFileSync(path, 'utf8');
      if (!text.includes(line)) throw new Error(`${path} loads the module in another way`);
      const lazy =
        "const childProcess = { spawn: (...given) => require('node:child_process').spawn(...given) };";
      return { contents: text.replace(line, lazy), loader: 'js' };
    });
  },
};

/** An esbuild plugin: the parts of jsonc-parser that nothing calls are left out, with tables that they make when they are loaded. */
export const withoutUnusedJsonc = {
  name: 'without-unused-jsonc',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^\.\/string-intern$/ }, async ({ path, resolveDir, kind, pluginData }) => {
      if (pluginData === 'resolved') return undefined;
      const found = await resolve(path, { resolveDir, kind, pluginData: 'resolved' });
      return { path: found.path, sideEffects: false };
    });
  },
};
