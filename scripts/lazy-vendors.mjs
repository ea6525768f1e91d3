/**
 * An esbuild plugin: each vendor's folder becomes one function, called when its adapter is first
 * asked for. A run needs two of them, and V8 would make objects of them all.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';

const named = /^import \{([^}]*)\} from ['"]([^'"]+)['"];\n/gm;
const words = (list) => list.split(',').map((word) => word.trim());

/**
 * Finds what vendors import from the folder of another vendor, by its name: files, and the names that are
 * no types.
 */
function borrowed(folder, ids) {
  const found = Object.fromEntries(ids.map((id) => [id, new Map()]));
  for (const id of ids) {
    for (const file of readdirSync(join(folder, id))) {
      const text = readFileSync(join(folder, id, file), 'utf8');
      for (const [, list, path] of text.matchAll(named)) {
        const [parent, ...rest] = relative(folder, resolve(folder, id, path)).split(sep);
        if (parent === id || !found[parent] || file === 'settings.ts') continue;
        const values = words(list).filter((word) => word && !word.startsWith('type '));
        const known = found[parent].get(rest.join('/')) ?? [];
        found[parent].set(rest.join('/'), [...new Set([...known, ...values])]);
      }
    }
  }
  return found;
}

/** Joins the modules of a vendor to one, with the imports from outside its folder. */
async function unit(folder, id, files) {
  const lent = [...files].filter(([file]) => file !== 'index.ts');
  const exports = [['index.ts', [id]], ...lent];
  const contents = exports
    .map(([file, names]) => `export { ${names.join(', ')} } from './${id}/${file}';`)
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
  const made = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', target: 'node20' },
    plugins: [outside],
  });
  return made.outputFiles[0].text;
}

/**
 * An esbuild plugin: `node:os`, which nothing else of a run needs, is loaded when the home folder is first
 * asked for.
 */
export const lazyHome = {
  name: 'lazy-home',
  setup({ onLoad }) {
    onLoad({ filter: /translate\/io\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const plain = `import { homedir } from 'node:os';`;
      if (!text.includes(plain)) throw new Error(`${path} takes the home from elsewhere`);
      const lazy = `const homedir = () => (require('node:os') as typeof import('node:os')).homedir();`;
      return { contents: text.replace(plain, lazy), loader: 'ts' };
    });
  },
};

export const lazyVendors = {
  name: 'lazy-vendors',
  setup({ onLoad }) {
    onLoad({ filter: /adapters\/index\.ts$/ }, async ({ path }) => {
      const folder = dirname(path);
      const [, list] = /export const adapters = \{([^}]*)\}/.exec(readFileSync(path, 'utf8'));
      const ids = words(list).filter(Boolean);
      const lent = borrowed(folder, ids);
      const imports = [];
      const units = [];
      for (const id of ids) {
        const text = await unit(folder, id, lent[id]);
        const given = [];
        const body = text.replace(named, (_, list, from) => {
          const [parent] = relative(folder, from).split(sep);
          for (const word of words(list)) {
            const [name, own = name] = word.split(' as ');
            if (ids.includes(parent)) given.push(`const ${own} = ${parent}$().${name};`);
            else {
              const outer = `$${imports.length}`;
              imports.push(`import { ${name} as ${outer} } from ${JSON.stringify(from)};`);
              given.push(`const ${own} = ${outer};`);
            }
          }
          return '';
        });
        const whole = body.replace(/export \{([\s\S]*?)\};\s*$/, (_, list) => {
          const pairs = words(list).map((word) => word.split(' as ').reverse().join(': '));
          return `return { ${pairs.join(', ')} };`;
        });
        units.push(`const ${id}$ = once(() => { ${given.join(' ')}\n${whole} });`);
      }
      const gets = ids.map((id) => `${id}: { enumerable: true, get: () => ${id}$().${id} }`);
      const contents = [
        `import { once } from '../util/once.ts';`,
        ...imports,
        ...units,
        `export const adapters = Object.defineProperties({}, { ${gets.join(', ')} });`,
      ].join('\n');
      return { contents, loader: 'js', resolveDir: folder };
    });
  },
};
