/** Finds, reads and chooses the settings files of a vendor. */
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Vendor } from '../adapters/index.ts';
import { AnyhookError } from '../errors.ts';
import { isBelow } from '../files/root.ts';
import { readSettingsFile } from '../files/settings-file.ts';
import type { Scope } from '../mapping/settings.ts';
import { adapterOf } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { isFile, isFolder } from '../util/stat.ts';
import { findRootBefore } from './file-patterns.ts';
import type { FileText } from './formats/format.ts';
import { formatOf, readSettingsText } from './formats/index.ts';
import { tableOf, vendorIds } from './tables.ts';
import { readValueRecord, type ValueRecord } from './value-record.ts';
import { displayPath, scopeRootOf, type Workspace } from './workspace.ts';

/** A plugin that brings hooks: its folder, and the variable that holds this folder for its hooks. */
export interface Plugin {
  variable: string;
  folder: string;
}

/** The absolute path of a settings file. */
export interface FilePath {
  path: string;
  /** The only native event whose hooks the file holds. Absent: it holds hooks of any event. */
  event?: string | undefined;
  /** True: the file is the `alternative` of the vendor's table, which usually exists for settings other than hooks. */
  isAlternative?: boolean;
}

/** Returns the settings files of a vendor that we may write, whether or not they exist. */
export function writableFilesOf(vendor: string, workspace: Workspace): FilePath[] {
  const { own, alternative } = tableOf(vendor).files;
  const name = own[workspace.scope];
  const pathOf = (name: string) => join(scopeRootOf(workspace).path, name);
  const usual: FilePath[] = !name.includes(eventPlaceholder)
    ? [{ path: pathOf(name) }]
    : adapterOf(vendor).bindings.nativeNames.map((event) => {
        return { path: pathOf(name.replace(eventPlaceholder, event)), event };
      });
  if (!alternative) return usual;
  return [...usual, { path: pathOf(alternative[workspace.scope]), isAlternative: true }];
}

const eventPlaceholder = '<event>';

/** Returns the existing settings files of a vendor that we only read. */
export function readOnlyFilesOf(vendor: string, workspace: Workspace): FilePath[] {
  const { path: root } = scopeRootOf(workspace);
  const writable = writableFilesOf(vendor, workspace).map(({ path }) => path);
  const matching = (tableOf(vendor).files.additional?.[workspace.scope] ?? []).flatMap(
    (pattern) => {
      const names = attempt(() => readdirSync(dirname(join(root, pattern)))) ?? [];
      const paths = names.sort().map((name) => join(root, dirname(pattern), name));
      return paths.filter((path) => findRootBefore(path, [pattern]) === root);
    },
  );
  return [...new Set(matching)]
    .filter((path) => !writable.includes(path))
    .map((path) => ({ path }));
}

/** Returns all settings files of a vendor, whether or not they exist. */
export const filesOf = (vendor: string, workspace: Workspace): FilePath[] => [
  ...writableFilesOf(vendor, workspace),
  ...readOnlyFilesOf(vendor, workspace),
];

/** Returns the folder that a settings file of a vendor is relative to. Undefined: the path is no settings file of that scope. */
export const findFileRoot = (path: string, vendor: string, scope: Scope): string | undefined => {
  const { own, alternative, additional } = tableOf(vendor).files;
  return findRootBefore(
    path,
    [own[scope], alternative?.[scope] ?? [], additional?.[scope] ?? []].flat(),
  );
};

/** Tells whether a settings file of a project belongs to one person and is not committed. */
export const isPersonalFile = (path: string, vendor: string): boolean =>
  findRootBefore(path, tableOf(vendor).files.personal ?? []) !== undefined;

/** Returns the plugin whose hooks a file holds. Undefined: the path is no such file. */
export function findPlugin(path: string, vendor: string): Plugin | undefined {
  const { pluginFile } = tableOf(vendor).files;
  const [pluginRoot] = adapterOf(vendor).runtime.pluginVariables ?? [];
  const folder = pluginFile === undefined ? undefined : findRootBefore(path, [pluginFile]);
  return folder === undefined || pluginRoot === undefined
    ? undefined
    : { variable: pluginRoot, folder };
}

/** Returns the files in a project that hold hooks of plugins for a vendor's agent, as a person would write them. */
export function findPluginFiles(vendor: string, workspace: Workspace): string[] {
  const { pluginFile } = tableOf(vendor).files;
  const { root, scope } = workspace;
  if (pluginFile === undefined || scope !== 'project') return [];
  const namesIn = (folder: string) => attempt(() => readdirSync(join(root, folder)).sort()) ?? [];
  const paths = [
    pluginFile,
    ...['', 'plugins'].flatMap((folder) =>
      namesIn(folder)
        .filter((name) => !name.startsWith('.') && name !== 'node_modules')
        .map((name) => join(folder, name, pluginFile)),
    ),
  ];
  return paths
    .map((path) => join(root, path))
    .filter((path) => {
      const file = attempt(() => openSettingsFile({ path }, workspace));
      return file?.textOnDisk !== undefined && hasHooks(vendor, file);
    })
    .map((path) => displayPath(path, workspace));
}

/** A settings file, and what reading its text needs. `text` is empty if the file does not exist. */
export interface SettingsFile extends FilePath, FileText {
  /** The text of the file. Undefined: the file does not exist. */
  textOnDisk: string | undefined;
}

/** Reads a settings file, which may lie outside the workspace. */
export function openSettingsFile(location: FilePath, workspace: Workspace): SettingsFile {
  const { path } = location;
  const { path: root } = scopeRootOf(workspace);
  const file = displayPath(path, workspace);
  const base = { path: isBelow(root, path) ? root : resolve(path, '..') };
  const textOnDisk = readSettingsFile(path, base)?.text;
  const record = readNamedValues(path, textOnDisk, workspace);
  return { ...location, file, text: textOnDisk ?? '', textOnDisk, record };
}

/**
 * Reads the nearest value record in the folders above a file. Undefined: the text of the file has no flag
 * that names a key of a record.
 */
export function readNamedValues(
  path: string,
  text: string | undefined,
  workspace: Workspace,
): ValueRecord | undefined {
  if (!text || !/--(?:values|carry)/.test(text)) return undefined;
  const base = scopeRootOf(workspace);
  let folder = dirname(path);
  while (!isFolder(join(folder, '.anyhook')) && folder !== base.path && dirname(folder) !== folder)
    folder = dirname(folder);
  return readValueRecord({ ...base, path: folder });
}

/** Returns the files that we create if a vendor has no settings file. Each has an empty text. */
const emptyFilesOf = (vendor: string, workspace: Workspace): SettingsFile[] =>
  writableFilesOf(vendor, workspace)
    .filter((one) => !one.isAlternative)
    .map((one) => {
      return { ...one, file: displayPath(one.path, workspace), text: '', textOnDisk: undefined };
    });

/** Tells whether a settings file has hooks of any kind. */
const hasHooks = (vendor: string, { text, file }: SettingsFile): boolean =>
  readSettingsText(vendor, text, file).elements.length > 0;

/** The files of a vendor that a conversion into its settings reads. */
export interface TargetFiles {
  /** The files that are written. */
  targets: SettingsFile[];
  /** The other files that exist. */
  readOnlyFiles: SettingsFile[];
}

/**
 * Reads the files of a vendor that a conversion into its settings reads.
 *
 * @param output The only file to write. `-`: none is written, and the targets are taken to be empty.
 *   Default: the vendor's own files. Throws `usage` if the file lies outside the folder of the scope.
 * @param writtenFiles The names, below the folder of the scope, of the files that hold hooks that we wrote.
 */
export function readTargetFiles(
  vendor: string,
  output: string | undefined,
  workspace: Workspace,
  writtenFiles: readonly string[],
): TargetFiles {
  const open = (one: FilePath) => openSettingsFile(one, workspace);
  const { path: root } = scopeRootOf(workspace);
  const chooseFiles = (): TargetFiles => {
    if (output === undefined) {
      const written = writtenFiles.map((name) => join(root, name));
      const files = writableFilesOf(vendor, workspace).map(open);
      return chooseTargets(vendor, files, ({ path }) => written.includes(path));
    }
    if (output === '-') return { targets: emptyFilesOf(vendor, workspace), readOnlyFiles: [] };
    const path = resolve(workspace.root, output);
    const where = displayPath(root, workspace) || workspace.root;
    if (isBelow(root, path)) return { targets: [open({ path })], readOnlyFiles: [] };
    throw new AnyhookError(
      'usage',
      `--output ${output} lies outside ${where}, where its commands would not find the runner; go there, or say --output -`,
    );
  };
  const { targets, readOnlyFiles } = chooseFiles();
  const neverWritten = readOnlyFilesOf(vendor, workspace).map(open);
  return { targets, readOnlyFiles: [...readOnlyFiles, ...neverWritten] };
}

/**
 * Chooses the files to write, among those that we may write. Usually these are all but the `alternative` files.
 * An `alternative` file is chosen if it has hooks that we wrote, and the usual files have none of these. If no
 * file has any of them, it is chosen if it has hooks, and the usual files have none.
 *
 * @param isOurs Tells whether a file holds hooks that we wrote.
 */
function chooseTargets(
  vendor: string,
  files: SettingsFile[],
  isOurs: (file: SettingsFile) => boolean,
): TargetFiles {
  const alternatives = files.filter((one) => one.isAlternative);
  const usual = files.filter((one) => !alternatives.includes(one));
  const tests = [isOurs, (one: SettingsFile) => hasHooks(vendor, one)];
  const decidingTest = tests.find((test) => files.some(test)) ?? (() => true);
  const targets = usual.some(decidingTest) || !alternatives.length ? usual : alternatives;
  const others = files.filter((one) => !targets.includes(one) && one.textOnDisk !== undefined);
  return { targets, readOnlyFiles: others };
}

/**
 * Reads the files whose settings hold for a project besides its own: those of the person, and those of
 * other vendors that the agent loads. A file that is no readable settings file is left out.
 */
export function readOuterFiles(vendor: string, workspace: Workspace): SettingsFile[] {
  if (workspace.scope !== 'project') return [];
  const user: Workspace = { ...workspace, scope: 'user' };
  const openValid = (file: FilePath, scope: Workspace) =>
    attempt(() => {
      const opened = openSettingsFile(file, scope);
      readSettingsText(vendor, opened.text, opened.file);
      return opened;
    }) ?? [];
  const loaded = tableOf(vendor).files.alsoLoaded?.project ?? [];
  return [
    ...writableFilesOf(vendor, user).flatMap((file) => openValid(file, user)),
    ...loaded.flatMap((name) => openValid({ path: join(workspace.root, name) }, workspace)),
  ];
}

/** Returns the agents that also load the settings file that we write for another vendor. */
export const findForeignReaders = (vendor: string, { scope }: Workspace): Vendor[] =>
  vendorIds().filter((id) => {
    const { alsoLoaded } = tableOf(id).files;
    const isLoaded = alsoLoaded?.[scope]?.includes(tableOf(vendor).files.own[scope]) ?? false;
    return isLoaded && adapterOf(id).loads?.includes(vendor);
  });

/** Returns the agents that load what we write for a vendor, and those whose settings its own agent loads. */
export const findSharingAgents = (vendor: string, workspace: Workspace): string[] => [
  ...findForeignReaders(vendor, workspace),
  ...(adapterOf(vendor).loads ?? []),
];

/** Tells whether a vendor has a settings file in the workspace. */
export const hasSettings = (vendor: string, workspace: Workspace): boolean =>
  filesOf(vendor, workspace).some((one) => !one.isAlternative && isFile(one.path));

/**
 * Reads the settings files of a vendor that exist, or only the file `input`. An `alternative` file that is
 * the only one counts only if it has hooks. Throws `settings` if no file is left.
 *
 * @param flag The command-line flag that names `input`, for the message.
 */
export function readSourceFiles(
  vendor: string,
  input: string | undefined,
  workspace: Workspace,
  flag: string,
): [SettingsFile, ...SettingsFile[]] {
  const paths =
    input === undefined ? filesOf(vendor, workspace) : [{ path: resolve(workspace.root, input) }];
  const files = paths.map((one) => openSettingsFile(one, workspace));
  const existing = files.filter(({ textOnDisk }) => textOnDisk !== undefined);
  const sources = existing.filter(
    (one) => existing.length > 1 || !one.isAlternative || hasHooks(vendor, one),
  );
  const [first, ...more] = sources;
  if (first) return [first, ...more];
  const [{ file = '' } = {}] = files;
  const others = vendorIds().filter((id) => id !== vendor && hasSettings(id, workspace));
  const known = others.length ? `; there are settings of ${others.join(', ')}` : '';
  const { title } = adapterOf(vendor);
  const [plugin] = findPluginFiles(vendor, workspace);
  const other =
    plugin !== undefined
      ? 'for the hooks of the plugin say'
      : formatOf(vendor).holdsAllDialects
        ? 'write it first, or name another with'
        : 'name another with';
  const misnamed = input === undefined ? explainMisnamedFile(vendor, workspace) : undefined;
  if (misnamed !== undefined) throw new AnyhookError('settings', misnamed);
  const { syntax, files: places } = tableOf(vendor);
  if (syntax.plugin && !places.additional && input === undefined)
    throw new AnyhookError(
      'settings',
      `${title} has no file with hooks: its own hooks are programs, which cannot be converted; it can only be a target${known}`,
    );
  throw new AnyhookError(
    'settings',
    `${file}: there is no such file of ${title}${known}; ${other} ${flag}${plugin === undefined ? '' : ` ${plugin}`}`,
    others[0] === undefined ? undefined : { typed: vendor, meant: others[0] },
  );
}

/**
 * Returns the message about a file that has the name of a vendor's settings but for its ending, such as `.yml`, where
 * these settings are missing. Undefined: there is no such file, or the settings are there.
 */
export function explainMisnamedFile(vendor: string, workspace: Workspace): string | undefined {
  const [own] = writableFilesOf(vendor, workspace);
  if (!own?.path.endsWith('.yaml') || isFile(own.path)) return undefined;
  const path = own.path.replace(/\.yaml$/, '.yml');
  if (!isFile(path)) return undefined;
  const [wrong, right] = [path, own.path].map((one) => displayPath(one, workspace));
  return `${wrong} is not read: rename it to ${right}`;
}
