/** Lists the settings files that an agent loads for a project, and reads them. */
import { dirname, join, resolve } from 'node:path';
import type { Vendor } from '../adapters/index.ts';
import { AnyhookError } from '../errors.ts';
import { isBelow } from '../files/root.ts';
import { readSettingsFile } from '../files/settings-file.ts';
import type { PersonFiles, PluginFile, Trust } from '../mapping/presence.ts';
import type { Scope } from '../mapping/settings.ts';
import { neutralVendor, readSettingsText } from '../settings/formats/index.ts';
import { tableOf } from '../settings/tables.ts';
import {
  isPersonalFile,
  readNamedValues,
  readOnlyFilesOf,
  writableFilesOf,
} from '../settings/vendor-files.ts';
import { displayPath, scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { isFile } from '../util/stat.ts';
import type { FileRole, FileSurvey } from './types.ts';

/** Texts of settings files, by the name of the file as a person would write it. */
export type FileTexts = ReadonlyMap<string, string>;

/** A file that is looked at, before it is read. */
type Place = Pick<FileSurvey, 'path' | 'scope' | 'role' | 'owner'> & {
  plugin?: string;
  variable?: PluginFile['variable'];
};

/** Returns the workspace of the same project for another scope. */
export const inScope = (workspace: Workspace, scope: Scope): Workspace => ({
  ...workspace,
  scope,
});

/** Lists the places of a scope where an agent looks for hooks, whether or not there are files. */
function listPlaces(agent: Vendor, workspace: Workspace): Place[] {
  const { scope } = workspace;
  const { path: root } = scopeRootOf(workspace);
  const own = writableFilesOf(agent, workspace).map(({ path, isAlternative }): Place => {
    return { path, scope, role: isAlternative ? 'alternative' : 'own', owner: agent };
  });
  const further = readOnlyFilesOf(agent, workspace).map(({ path }): Place => {
    const role: FileRole = isPersonalFile(path, agent) ? 'personal' : 'additional';
    return { path, scope, role, owner: agent };
  });
  const loaded = (adapterOf(agent).loads ?? []).flatMap((owner) =>
    (tableOf(agent).files.alsoLoaded?.[scope] ?? []).map((name): Place => {
      return { path: join(root, name), scope, role: 'loaded', owner: owner as Vendor };
    }),
  );
  return [...own, ...further, ...loaded];
}

/**
 * Lists all places where an agent looks for hooks and there is a file: those of the person, of the project, and of plugins.
 *
 * @param texts Texts of files that are taken to be there, by the name of the file as a person would write it.
 */
export function listAllPlaces(
  agent: Vendor,
  workspace: Workspace,
  files: PersonFiles,
  texts: FileTexts = new Map(),
): Place[] {
  const plugins = tableOf(agent).presence?.listPluginFiles?.(workspace.root, files) ?? [];
  const places = [
    ...listPlaces(agent, inScope(workspace, 'user')),
    ...listPlaces(agent, inScope(workspace, 'project')),
    ...plugins.map(({ plugin, path, variable }): Place => {
      return { path: resolve(path), scope: 'user', role: 'plugin', owner: agent, plugin, variable };
    }),
  ];
  // The home folder may itself be the project.
  const seen = new Set<string>();
  const isThere = (path: string) => isFile(path) || texts.has(displayPath(path, workspace));
  return places.filter(({ path }) => !seen.has(path) && isThere(path) && seen.add(path));
}

/** Lists the files with the hooks of every agent: that of the project, and that of the person. */
export function listNeutralPlaces(workspace: Workspace): Place[] {
  const owner = neutralVendor();
  return (['project', 'user'] as const).flatMap((scope) =>
    writableFilesOf(owner, inScope(workspace, scope))
      .filter(({ path }) => isFile(path))
      .map(({ path }): Place => ({ path, scope, role: 'own', owner })),
  );
}

/**
 * Reads a settings file. An error is a part of the result.
 *
 * @param texts Texts that are taken to stand in files, by the name of the file.
 */
export function readFile(
  { variable, ...place }: Place,
  workspace: Workspace,
  trust: Trust,
  texts: FileTexts = new Map(),
): FileSurvey {
  const { path, scope } = place;
  const there = inScope(workspace, scope);
  const file = displayPath(path, workspace);
  const base = { ...place, file, trust, findings: [], hooks: [] };
  try {
    return { ...base, ...readContent(place, file, there, variable, texts.get(file)) };
  } catch (error) {
    if (!(error instanceof AnyhookError)) throw error;
    return { ...base, error: error.message };
  }
}

function readContent(
  { owner, path }: Place,
  file: string,
  workspace: Workspace,
  variable: Place['variable'],
  given: string | undefined,
): Required<Pick<FileSurvey, 'settings' | 'record'>> {
  const { path: root } = scopeRootOf(workspace);
  const base = { path: isBelow(root, path) ? root : dirname(path) };
  const text = given ?? readSettingsFile(path, base)?.text ?? '';
  const record = attempt(() => readNamedValues(path, text, workspace));
  const content = variable ? replaceVariable(text, variable) : text;
  return { settings: readSettingsText(owner, content, file, record), record };
}

/** Replaces a variable in the text of a JSON file by the folder that it stands for. */
function replaceVariable(text: string, { name, folder }: PluginFile['variable']): string {
  const inJson = JSON.stringify(folder).slice(1, -1);
  return text.replace(new RegExp(`\\$(?:\\{${name}\\}|${name}\\b)`, 'g'), () => inJson);
}
