/** Esbuild plugins by which the command line loads a package when one of its functions is first called. */
import { readFileSync } from 'node:fs';

/** An esbuild plugin: packages that know the widths of all characters are loaded for a text that is no plain ASCII. */
export const lazyWidths = {
  name: 'lazy-widths',
  setup({ onLoad }) {
    onLoad({ filter: /src[\\/]cli[\\/]columns\.ts$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8').replace(
        /^import (\w+) from '([\w-]+)';$/gm,
        (_, name, from) =>
          `const ${name} = (...given: any[]) => (require('${from}') as any).default(...given);`,
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

/** An esbuild plugin: modules of Node that few commands need are loaded when one of their functions or classes is first used. */
export const lazyNodeModules = {
  name: 'lazy-node-modules',
  setup({ onLoad }) {
    onLoad({ filter: /src[\\/](?:cli|trial|files|shim)[\\/].*\.ts$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8').replace(
        /^import \{([^}]*)\} from '(node:(?:child_process|readline|net|timers\/promises))';$/gm,
        (_, list, from) =>
          list
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name && !name.startsWith('type '))
            .map((name) => {
              const loaded = `(require('${from}') as any).${name}`;
              return /^[A-Z]/.test(name)
                ? `function ${name}(...given: any[]) { return new (${loaded})(...given); }`
                : `const ${name} = (...given: any[]) => ${loaded}(...given);`;
            })
            .join(' '),
      );
      return { contents, loader: 'ts' };
    });
  },
};
