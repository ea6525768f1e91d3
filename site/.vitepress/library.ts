/** How the library gets into the browser: what its entry points are, and what stands in for modules of Node there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Alias, Plugin } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
const standIn = (name: string): string => `${root}site/playground/node/${name}.ts`;

/** The modules of Node that the converter loads, with what stands in for each. */
export const nodeModules: Readonly<Record<string, string>> = {
  'node:buffer': standIn('buffer'),
  'node:fs': standIn('fs'),
  'node:module': standIn('module'),
  'node:os': standIn('os'),
  'node:path': standIn('path'),
  'node:timers/promises': standIn('timers'),
  'node:url': standIn('url'),
  'node:util': standIn('util'),
  'node:vm': standIn('vm'),
};

const toPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Lists the entry points of the library, as `exports` of its package.json has them, with the built file of each. */
function listEntryPoints(): Alias[] {
  const { name, exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    name: string;
    exports: Record<string, string | { default: string }>;
  };
  return Object.entries(exports).map(([path, target]) => {
    const file = typeof target === 'string' ? target : target.default;
    const find = toPattern(name + path.slice(1)).replace('\\*', '([^/]+)');
    return { find: new RegExp(`^${find}$`), replacement: root + file.slice(2).replace('*', '$1') };
  });
}

/** Where modules that the playground imports are found. */
export const aliases: Alias[] = [
  ...listEntryPoints(),
  ...Object.entries(nodeModules).map(([name, replacement]) => ({
    find: new RegExp(`^${toPattern(name)}$`),
    replacement,
  })),
];

/**
 * Makes the built files of the library run without Node: they get a `process` and a `Buffer`, and do not look for files
 * beside them, which would become part of the site.
 */
export const withoutNode = (): Plugin => ({
  name: 'without-node',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(`${root}dist/`)) return undefined;
    const globals = [
      ...(/\bprocess\.\w/.test(code) ? [`import { process } from '${standIn('process')}';`] : []),
      ...(/\bBuffer\.\w/.test(code) ? [`import { Buffer } from '${standIn('buffer')}';`] : []),
    ];
    const placed = code.replace(
      /new URL\(`([./\w-]+)`,import\.meta\.url\)/g,
      "new URL(`$1`,'file:///anyhook/dist/exports/')",
    );
    return { code: globals.join('') + placed, map: null };
  },
});

const payloadsId = 'virtual:payloads';

/**
 * Makes the recorded payloads of each agent a module of its own, so that the page loads those of one agent when they are
 * asked for. `virtual:payloads` has a function for each agent, which loads them by their names.
 */
export const payloads = (): Plugin => ({
  name: 'payloads',
  resolveId: (id) => (id.startsWith(payloadsId) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${payloadsId}`)) return undefined;
    const agent = id.slice(payloadsId.length + 2);
    const folderOf = (name: string): string => `${root}fixtures/${name}/payloads`;
    if (!agent) {
      const agents = readdirSync(`${root}fixtures`).filter((name) => existsSync(folderOf(name)));
      const loaders = agents.map((name) => `${name}: () => import('${payloadsId}/${name}')`);
      return `export default { ${loaders.join(', ')} };`;
    }
    const named = readdirSync(folderOf(agent)).map((name) => {
      const { payload } = JSON.parse(readFileSync(`${folderOf(agent)}/${name}`, 'utf8'));
      return [name.replace(/\.json$/, ''), payload];
    });
    return `export default ${JSON.stringify(Object.fromEntries(named))};`;
  },
});
