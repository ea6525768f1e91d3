/**
 * Writes the lists of vendors from the folders of `src/adapters`: the list of adapters with their settings tables, the
 * list of dialects, the list of what generated plugins need, and the list of oracles.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The command that writes the lists anew. */
export const indexCommand = 'npm run index-vendors';

/** The canonical dialect. It is listed last, since it is no vendor. */
const canonical = 'anyhook';

const header = `// Generated from the folders of src/adapters by \`${indexCommand}\`: do not edit.`;

/** Returns the id of every adapter below a root folder, in alphabetical order. */
function listIds(root: string): string[] {
  const folder = join(root, 'src/adapters');
  return readdirSync(folder)
    .filter((id) => existsSync(join(folder, id, 'index.ts')))
    .sort();
}

const moveCanonicalLast = (ids: readonly string[]): string[] => [
  ...ids.filter((id) => id !== canonical),
  ...ids.filter((id) => id === canonical),
];

/** Prints one line for each id. */
const printLines = (ids: readonly string[], print: (id: string) => string): string =>
  ids.map((id) => `${print(id)}\n`).join('');

/** Returns the text of `src/adapters/index.ts`. */
function printAdapterIndex(ids: readonly string[]): string {
  const rows = moveCanonicalLast(ids);
  return `${header}
import type { Adapter } from '../mapping/adapter.ts';
${printLines(ids, (id) => `import { ${id} } from './${id}/index.ts';`)}
/** The adapter of every vendor and of the canonical dialect, by id. */
export const adapters = {
${printLines(rows, (id) => `  ${id},`)}} satisfies Record<string, Adapter>;

/** The id of an adapter. */
export type Vendor = keyof typeof adapters;
`;
}

/** Returns the text of `src/adapters/settings.ts`. */
function printSettingsIndex(ids: readonly string[]): string {
  const rows = moveCanonicalLast(ids);
  return `${header}
import type { SettingsTable } from '../mapping/settings.ts';
${printLines(ids, (id) => `import { settings as ${id} } from './${id}/settings.ts';`)}
/** The settings table of every vendor and of the canonical dialect, by the id of the adapter. */
export const settingsTables = {
${printLines(rows, (id) => `  ${id},`)}} satisfies Record<string, SettingsTable>;
`;
}

/** Returns the text of `src/adapters/dialects.ts`. */
function printDialectIndex(ids: readonly string[]): string {
  const rows = moveCanonicalLast(ids);
  return `${header}
import type { Dialect } from '../mapping/adapter.ts';
${printLines(ids, (id) => `import { ${id} } from './${id}/dialect.ts';`)}
/** The dialect of every vendor and the canonical one, by id. Code that needs no more does not load the adapters. */
export const dialects = {
${printLines(rows, (id) => `  ${id},`)}} satisfies Record<string, Dialect>;
`;
}

/** Returns the text of `src/adapters/plugins.ts`. */
function printPluginIndex(ids: readonly string[]): string {
  const rows = ids.length ? `\n${printLines(ids, (id) => `  ${id},`)}` : '';
  return `${header}
import type { HostPlugin } from '../mapping/host-plugin.ts';
${printLines(ids, (id) => `import { createPlugin as ${id} } from './${id}/plugin.ts';`)}
/** For each agent that is served by a generated plugin: makes the part of it that knows the agent. */
export const plugins: Readonly<Record<string, () => HostPlugin>> = {${rows}};
`;
}

/** Returns the text of `test/oracles/list.ts`. */
function printOracleList(ids: readonly string[]): string {
  const rows = moveCanonicalLast(ids);
  const ownImports = printLines(ids, (id) => `import * as ${id} from './${id}.ts';`);
  const sharedImport = `import type { Oracle, OracleFile } from './effect.ts';\n`;
  // The linter wants imports in the order of their paths.
  const imports = [...ownImports.trimEnd().split('\n'), sharedImport.trimEnd()].sort(
    (one, other) => (pathIn(one) < pathIn(other) ? -1 : 1),
  );
  return `${header}
import type { Vendor } from '../../src/adapters/index.ts';
${imports.join('\n')}

/** The oracle of every adapter, by id. */
export const oracles = {
${printLines(rows, (id) => `  ${id}: ${id}.${id},`)}} satisfies Record<Vendor, Oracle>;

/** Everything that the file of each oracle exports, by id. */
export const oracleFiles = {
${printLines(rows, (id) => `  ${id},`)}} satisfies Record<Vendor, OracleFile>;
`;
}

const pathIn = (line: string): string => line.slice(line.indexOf(' from '));

/** Returns the text that each list should have, by its path below the root folder. */
export function printVendorLists(root: string): Record<string, string> {
  const ids = listIds(root);
  return {
    'src/adapters/index.ts': printAdapterIndex(ids),
    'src/adapters/dialects.ts': printDialectIndex(ids),
    'src/adapters/settings.ts': printSettingsIndex(ids),
    'src/adapters/plugins.ts': printPluginIndex(
      ids.filter((id) => existsSync(join(root, 'src/adapters', id, 'plugin.ts'))),
    ),
    'test/oracles/list.ts': printOracleList(ids),
  };
}

/** Lists the paths of the lists that differ from the folders. */
export const listStaleLists = (root: string): string[] =>
  Object.entries(printVendorLists(root)).flatMap(([path, text]) => {
    const file = join(root, path);
    return existsSync(file) && readFileSync(file, 'utf8') === text ? [] : [path];
  });

/**
 * Writes the lists that differ from the folders.
 *
 * @returns The paths of the lists that were written, below the root folder.
 */
export function writeVendorLists(root: string): string[] {
  const stale = listStaleLists(root);
  const texts = printVendorLists(root);
  for (const path of stale) writeFileSync(join(root, path), texts[path] as string);
  return stale;
}
