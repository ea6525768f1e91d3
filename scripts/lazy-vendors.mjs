/**
 * Esbuild plugins that make the shim start faster. A run needs two adapters, so the code of each vendor's folder
 * becomes a function, which is called when the adapter is first asked for.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build, transform } from 'esbuild';

/** Matches an import of named values: the list of names, and the path. */
const namedImport = /^import \{([^}]*)\} from ['"]([^'"]+)['"];\n/gm;
const splitNames = (list) => list.split(',').map((name) => name.trim());
/** Returns the name under which a vendor's function gives a value: the dialect and the adapter have one name in the sources. */
const sharedNameOf = (name, path) => (path === 'dialect.ts' ? `${name}$` : name);

/**
 * Finds the values (not the types) that vendors import from the folders of other vendors, such as a fork from its
 * parent. Settings are left out, since the shim does not read them.
 *
 * @returns For each vendor: the path of a file in its folder → the names that others import from it.
 */
function findSharedNames(folder, ids) {
  const shared = Object.fromEntries(ids.map((id) => [id, new Map()]));
  for (const id of ids) {
    for (const file of readdirSync(join(folder, id))) {
      const text = readFileSync(join(folder, id, file), 'utf8');
      for (const [, list, path] of text.matchAll(namedImport)) {
        const [parent, ...pathParts] = relative(folder, resolve(folder, id, path)).split(sep);
        if (parent === id || !shared[parent] || file === 'settings.ts') continue;
        const values = splitNames(list)
          .filter((name) => name && !name.startsWith('type '))
          .map((name) => name.split(' as ')[0]);
        const sharedPath = pathParts.join('/');
        const known = shared[parent].get(sharedPath) ?? [];
        shared[parent].set(sharedPath, [...new Set([...known, ...values])]);
      }
    }
  }
  return shared;
}

/**
 * Joins the modules of a vendor to one module, which exports the adapter and the names that other vendors import.
 * Imports from outside the folder stay.
 *
 * @returns The text of the module.
 */
async function joinModules(folder, id, sharedNames) {
  const others = [...sharedNames].filter(([file]) => file !== 'index.ts');
  const exports = [['index.ts', [id]], ...others];
  const contents = exports
    .map(([file, names]) => {
      const pairs = names.map((name) => `${name} as ${sharedNameOf(name, file)}`);
      return `export { ${pairs.join(', ')} } from './${id}/${file}';`;
    })
    .join('\n');
  const outside = {
    name: 'outside',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
        const file = resolve(resolveDir, path);
        const external = !file.startsWith(join(folder, id) + sep);
        return { path: file, external };
      });
    },
  };
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', target: 'node20' },
    plugins: [outside],
  });
  return outputFiles[0].text;
}

/** Replaces the imports of some modules of Node in a TypeScript text by functions that load the module when they are called. */
const loadModulesLazily = (text) =>
  text.replace(/^import \{([^}]*)\} from '(node:(?:child_process|net|os))';$/gm, (_, list, name) =>
    splitNames(list)
      .filter((value) => value && !value.startsWith('type '))
      .map((value) => {
        const loaded = `(require('${name}') as any).${value}`;
        return /^[A-Z]/.test(value)
          ? `function ${value}(options: any) { return new ${loaded.replace('(require', '((require')})(options); }`
          : `const ${value} = (...args: any[]) => ${loaded}(...args);`;
      })
      .join(' '),
  );

/**
 * An esbuild plugin: modules of Node that not every run needs are loaded when one of their functions or classes is
 * first used. A run that calls a handler in its own process starts no other process, and few runs ask `node:os` for the
 * home folder.
 */
export const lazyModules = {
  name: 'lazy-modules',
  setup({ onLoad }) {
    onLoad({ filter: /src[\\/](?:shim|translate)[\\/][\w-]+\.ts$/ }, ({ path }) => ({
      contents: loadModulesLazily(readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
  },
};

/**
 * An esbuild plugin: the list of adapters becomes a module in which each vendor is a function. It is called once,
 * when the adapter or a name that it shares is first asked for.
 *
 * For each vendor: (1) its modules are joined to one; (2) its imports from outside become constants at the start of
 * the function, where a name of another vendor calls the function of that vendor; (3) its exports become what the
 * function returns. The getters of `adapters` call the functions.
 */
export const lazyVendors = {
  name: 'lazy-vendors',
  setup({ onLoad }) {
    onLoad({ filter: /adapters\/index\.ts$/ }, async ({ path }) => {
      const folder = dirname(path);
      const [, list] = /export const adapters = \{([^}]*)\}/.exec(readFileSync(path, 'utf8'));
      const ids = splitNames(list).filter(Boolean);
      const sharedNames = findSharedNames(folder, ids);
      const imports = [];
      const functions = [];
      for (const id of ids) {
        const text = await joinModules(folder, id, sharedNames[id]);
        const constants = [];
        const body = text.replace(namedImport, (_, list, from) => {
          const [parent, ...pathParts] = relative(folder, from).split(sep);
          for (const names of splitNames(list)) {
            const [name, localName = name] = names.split(' as ');
            if (ids.includes(parent)) {
              const sharedName = sharedNameOf(name, pathParts.join('/'));
              constants.push(`const ${localName} = ${parent}$().${sharedName};`);
            } else {
              const importedName = `$${imports.length}`;
              imports.push(`import { ${name} as ${importedName} } from ${JSON.stringify(from)};`);
              constants.push(`const ${localName} = ${importedName};`);
            }
          }
          return '';
        });
        const bodyWithReturn = body.replace(/export \{([\s\S]*?)\};\s*$/, (_, list) => {
          const pairs = splitNames(list).map((names) => names.split(' as ').reverse().join(': '));
          return `return { ${pairs.join(', ')} };`;
        });
        functions.push(`const ${id}$ = once(() => { ${constants.join(' ')}\n${bodyWithReturn} });`);
      }
      const getters = ids.map((id) => `${id}: { enumerable: true, get: () => ${id}$().${id} }`);
      const contents = [
        `import { once } from '../util/once.ts';`,
        ...imports,
        ...functions,
        `export const adapters = Object.defineProperties({}, { ${getters.join(', ')} });`,
      ].join('\n');
      return { contents, loader: 'js', resolveDir: folder };
    });
  },
};

/**
 * Modules whose functions few runs call: the code of each becomes a function, which is called when one of its exports is.
 * V8 then reads one function at the start of a run in place of all that the module declares.
 */
const rareModules =
  /src[\\/](?:shim[\\/](?:cross-loaded|detached-run|failure-answer|follow-ups|hook-order|http-hook|pending-context|pipe|several-hooks|spawn-errors|substitute|sweep-sessions|turns|watchdog)|translate[\\/](?:any-dialect-response|likely-event|merged-outcome|response-tables|rewrite|strictest-outcome)|util[\\/](?:diff|digest|nearest|replace-texts))\.ts$/;

/** Matches an import statement, as esbuild prints it. */
const anyImport = /^import [^;]*;\n/gm;

/** An esbuild plugin that makes the modules of {@link rareModules} lazy. They may export nothing but functions. */
export const lazyCode = {
  name: 'lazy-code',
  setup({ onLoad }) {
    onLoad({ filter: rareModules }, async ({ path }) => {
      const source = loadModulesLazily(readFileSync(path, 'utf8'));
      const { code } = await transform(source, { loader: 'ts', target: 'node20' });
      const imports = code.match(anyImport) ?? [];
      const exported = [...code.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)];
      const names = exported.map(([, name]) => name);
      const body = code.replace(anyImport, '').replace(/^export (?=async |function |const )/gm, '');
      // A value that is no function would become one.
      const isEachFunction = !/^export const \w+ = (?!(?:async )?\()/m.test(code);
      if (/^(?:import|export) /m.test(body) || !isEachFunction)
        throw new Error(`${path} has an import or export that cannot be lazy`);
      const contents = [
        ...imports,
        `import { once as once$ } from '${relative(dirname(path), resolve('src/util/once.ts')).replace(/^(?!\.)/, './')}';`,
        `const load$ = once$(() => { ${body}\nreturn { ${names.join(', ')} }; });`,
        ...names.map((name) => `export const ${name} = (...args) => load$().${name}(...args);`),
      ].join('\n');
      return { contents, loader: 'js' };
    });
  },
};
