/** The settings files of a vendor. */
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
import type { FileText } from './formats/format.ts';
import { readSettingsText } from './formats/index.ts';
import { tableOf, vendorIds } from './tables.ts';
import { readValueRecord, type ValueRecord } from './value-record.ts';
import { displayPath, scopeRootOf, type Workspace } from './workspace.ts';

/** A plugin that brings hooks: its folder, and the variable that tells them of it. */
export interface Plugin {
  variable: string;
  folder: string;
}

/** A settings file, absolute. */
export interface FilePath {
  path: string;
  /** The only native event whose list it holds. */
  event?: string | undefined;
}

/** The files of a vendor that we may write. */
export function writableFilesOf(vendor: string, place: Workspace): FilePath[] {
  const { own, alternative } = tableOf(vendor).files;
  const name = own[place.scope];
  const at = (name: string) => join(scopeRootOf(place).root, name);
  const names = alternative ? [name, alternative[place.scope]] : [name];
  if (!name.includes(eventPlaceholder)) return names.map((one) => ({ path: at(one) }));
  const { natives } = adapterOf(vendor).bindings;
  return natives.map((event) => ({ path: at(name.replace(eventPlaceholder, event)), event }));
}

const eventPlaceholder = '<event>';

/** The files of a vendor that we only read: those that are there. */
export function readOnlyFilesOf(vendor: string, place: Workspace): FilePath[] {
  const { root } = scopeRootOf(place);
  const own = writableFilesOf(vendor, place).map(({ path }) => path);
  const all = (tableOf(vendor).files.additional?.[place.scope] ?? []).flatMap((pattern) => {
    const names = listFolder(dirname(join(root, pattern))).sort();
    const paths = names.map((name) => join(root, dirname(pattern), name));
    return paths.filter((path) => findRootBefore(path, [pattern]) === root);
  });
  return [...new Set(all)].filter((path) => !own.includes(path)).map((path) => ({ path }));
}

const listFolder = (folder: string): string[] => attempt(() => readdirSync(folder)) ?? [];

/** What a file of a vendor's in a scope lies below; undefined: it is none. */
export const findFileRoot = (path: string, vendor: string, scope: Scope): string | undefined => {
  const { own, alternative, additional } = tableOf(vendor).files;
  return findRootBefore(
    path,
    [own[scope], alternative?.[scope] ?? [], additional?.[scope] ?? []].flat(),
  );
};

/** Whether a file of a vendor's is one person's, in a project that others share. */
export const isPersonalFile = (path: string, vendor: string): boolean =>
  findRootBefore(path, tableOf(vendor).files.personal ?? []) !== undefined;

/** The plugin whose file of hooks a path is; undefined: it is none. */
export function findPlugin(path: string, vendor: string): Plugin | undefined {
  const { pluginFile } = tableOf(vendor).files;
  const [pluginRoot] = adapterOf(vendor).runtime.ofPlugin ?? [];
  const folder = pluginFile === undefined ? undefined : findRootBefore(path, [pluginFile]);
  return folder === undefined || pluginRoot === undefined
    ? undefined
    : { variable: pluginRoot, folder };
}

/** What stands before one of some patterns. */
function findRootBefore(path: string, patterns: readonly string[]): string | undefined {
  const parts = path.split(/[\\/]/);
  for (const pattern of patterns) {
    const wanted = pattern.split('/');
    const from = parts.length - wanted.length;
    const fits = wanted.every((name, i) => fitsPattern(parts[from + i], name));
    if (fits) return path.slice(0, parts.slice(0, from).join('/').length) || '/';
  }
  return undefined;
}

/** Whether a name is that of a pattern with one `*` or `<event>` at most. */
function fitsPattern(name: string | undefined, pattern: string): boolean {
  const [start = '', end] = pattern.split(/\*|<event>/);
  if (end === undefined || name === undefined) return name === start;
  return name.length > start.length + end.length && name.startsWith(start) && name.endsWith(end);
}

/** A file that hooks are read from, or written to. */
export interface SettingsFile extends FilePath, FileText {
  /** Undefined: there is none. */
  textOnDisk: string | undefined;
}

/** Reads a file; it may lie anywhere. */
export function openSettingsFile({ path, event }: FilePath, place: Workspace): SettingsFile {
  const { root } = scopeRootOf(place);
  const was = readSettingsFile(path, {
    root: isBelow(root, path) ? root : resolve(path, '..'),
  })?.text;
  const kept = readNamedValues(path, was, place);
  return { path, event, file: displayPath(path, place), text: was ?? '', textOnDisk: was, kept };
}

/** What the record holds for the lines of a file, if they name any of it: the nearest one above. */
export function readNamedValues(
  path: string,
  text: string | undefined,
  place: Workspace,
): ValueRecord | undefined {
  if (!text || !/--(?:values|carry)/.test(text)) return undefined;
  const base = scopeRootOf(place);
  let at = dirname(path);
  while (!isFolder(join(at, '.anyhook')) && at !== base.root && dirname(at) !== at)
    at = dirname(at);
  return readValueRecord({ ...base, root: at });
}

/** Whether a file may do without hooks: it is there for something else. */
const isAlternativeFile = (vendor: string, { path }: FilePath): boolean => {
  const { alternative } = tableOf(vendor).files;
  return (
    alternative !== undefined && findRootBefore(path, Object.values(alternative)) !== undefined
  );
};

/** The files that we write where nothing is there. */
export const defaultFilesOf = (vendor: string, place: Workspace): FilePath[] =>
  writableFilesOf(vendor, place).filter((one) => !isAlternativeFile(vendor, one));

const hasHooks = (vendor: string, { text, file }: SettingsFile): boolean =>
  readSettingsText(vendor, text, file).elements.length > 0;

/**
 * Of the files of a vendor that we may write, those that we do write, and the others. Where there is
 * one `instead` of another, that is where our hooks are, or else where all hooks are.
 */
export function chooseTargets(
  vendor: string,
  place: Workspace,
  isOurs: (file: SettingsFile) => boolean,
) {
  const all = writableFilesOf(vendor, place).map((one) => openSettingsFile(one, place));
  const others = all.filter((one) => isAlternativeFile(vendor, one));
  const usual = all.filter((one) => !others.includes(one));
  const holds = [isOurs, (one: SettingsFile) => hasHooks(vendor, one)];
  const decides = holds.find((test) => [...usual, ...others].some(test)) ?? (() => true);
  const targets = usual.some(decides) || !others.length ? usual : others;
  const beside = all.filter((one) => !targets.includes(one) && one.textOnDisk !== undefined);
  return { targets, beside };
}

/** Agents that load the file which is written for a vendor as well. */
export const findForeignReaders = (vendor: string, { scope }: Workspace): Vendor[] =>
  vendorIds().filter((id) => {
    const { foreign } = tableOf(id).files;
    const isLoaded = foreign?.[scope]?.includes(tableOf(vendor).files.own[scope]) ?? false;
    return isLoaded && adapterOf(id).loads?.includes(vendor);
  });

/** Whether one of the files of a vendor is there. */
export const hasSettings = (vendor: string, place: Workspace): boolean =>
  [...writableFilesOf(vendor, place), ...readOnlyFilesOf(vendor, place)].some(
    (one) => !isAlternativeFile(vendor, one) && isFile(one.path),
  );

/** Reads a vendor's files, or the one that is named instead, with `flag`. */
export function readSourceFiles(
  vendor: string,
  input: string | undefined,
  place: Workspace,
  flag: string,
): [SettingsFile, ...SettingsFile[]] {
  const own = [...writableFilesOf(vendor, place), ...readOnlyFilesOf(vendor, place)];
  const named = input === undefined ? own : [{ path: resolve(place.root, input) }];
  const files = named.map((one) => openSettingsFile(one, place));
  const there = files.filter(({ textOnDisk: was }) => was !== undefined);
  const found = there.filter(
    (one) =>
      there.length > 1 ||
      input !== undefined ||
      !isAlternativeFile(vendor, one) ||
      hasHooks(vendor, one),
  );
  const [first, ...more] = found;
  if (first) return [first, ...more];
  const [{ file = '' } = {}] = files;
  const others = vendorIds().filter((id) => id !== vendor && hasSettings(id, place));
  const known = others.length ? `; there are settings of ${others.join(', ')}` : '';
  const { title } = adapterOf(vendor);
  throw new AnyhookError(
    'settings',
    `${file}: there is no such file of ${title}${known}; name another with ${flag}`,
  );
}
