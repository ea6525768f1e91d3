/** Finds every agent of a project and a person, the settings files of each, and what is true of each hook in them. */

import { join } from 'node:path';
import type { Vendor } from '../adapters/index.ts';
import type { PersonFiles } from '../mapping/presence.ts';
import { agentVendors, neutralVendor } from '../settings/formats/index.ts';
import type { HookNumbers } from '../settings/hook-names.ts';
import { tableOf } from '../settings/tables.ts';
import { hasSettings } from '../settings/vendor-files.ts';
import type { Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { mapSteps } from '../util/progress.ts';
import { isFile, isFolder } from '../util/stat.ts';
import { type FileTexts, inScope, listAllPlaces, readFile } from './files.ts';
import { surveyHooks } from './hooks.ts';
import { findProgram, makePersonFiles, readVariable, realPathOf } from './machine.ts';
import { readHookNumbers } from './numbers.ts';
import { findRepeatedHooks } from './repeated.ts';
import { findSwitches } from './switches.ts';
import type { AgentSurvey, FileSurvey, ProjectSurvey } from './types.ts';

/**
 * Looks at everything that decides which hooks run in a project. Reads files and starts nothing. A file that cannot
 * be read is a part of the result.
 *
 * @example
 * const { agents } = surveyProject(resolveWorkspace({ root: '.' }));
 */
export function surveyProject(workspace: Workspace): ProjectSurvey {
  const files = makePersonFiles(workspace.home);
  const agents = mapSteps('Looking at the agents', agentVendors(), (agent) =>
    surveyAgent(agent, workspace, files),
  );
  const neutral = surveyNeutral(workspace);
  const found = agents.filter(
    ({ program, isUsedByPerson, isUsedByProject }) => program || isUsedByPerson || isUsedByProject,
  );
  const numbers = readHookNumbers(workspace);
  setNumbers([...(neutral ? [neutral] : []), ...found.flatMap((one) => one.files)], numbers);
  return { workspace, agents: found, numbers, ...(neutral && { neutral }) };
}

/** Gives each hook its number. */
function setNumbers(files: readonly FileSurvey[], { numberOf }: HookNumbers): void {
  for (const { hooks, scope } of files)
    for (const one of hooks) one.number = numberOf(one.hook, scope) ?? 0;
}

/**
 * Reads all settings files that an agent loads, and tells what is true of each hook in them. A file that cannot be
 * read is a part of the result.
 *
 * @param texts Texts that are taken to stand in files, by the name of the file as a person would write it.
 */
export const surveyFiles = (
  agent: string,
  workspace: Workspace,
  texts: FileTexts = new Map(),
): FileSurvey[] =>
  readLoadedFiles(agent as Vendor, workspace, makePersonFiles(workspace.home), texts);

function readLoadedFiles(
  agent: Vendor,
  workspace: Workspace,
  files: PersonFiles,
  texts: FileTexts = new Map(),
): FileSurvey[] {
  const trust = trustOf(agent, workspace, files);
  const needsTrust = tableOf(agent).presence?.trust?.scopes.includes('project') === true;
  const trustIn = (scope: FileSurvey['scope']) =>
    needsTrust && scope === 'project' ? (trust ?? 'unknown') : 'trusted';
  const places = listAllPlaces(agent, workspace, files, texts);
  const found = places.map((place) => readFile(place, workspace, trustIn(place.scope), texts));
  for (const file of found) surveyHooks(agent, file, workspace, files);
  findSwitches(agent, found);
  findRepeatedHooks(agent, found, workspace);
  return found;
}

/** Returns what the person has decided about the project. Undefined: the agent asks for no trust. */
const trustOf = (agent: Vendor, { root }: Workspace, files: PersonFiles) =>
  tableOf(agent).presence?.trust?.ofProject(realPathOf(root), files);

function surveyAgent(agent: Vendor, workspace: Workspace, files: PersonFiles): AgentSurvey {
  const { presence } = tableOf(agent);
  const { title } = adapterOf(agent);
  const project = inScope(workspace, 'project');
  const trust = trustOf(agent, workspace, files);
  const found = readLoadedFiles(agent, workspace, files);
  const { homeFolder, homeVariable } = presence ?? {};
  const isMoved = homeVariable !== undefined && readVariable(homeVariable) !== undefined;
  const programs = presence?.programs ?? [];
  return {
    agent,
    title,
    program: programs.map(findProgram).find(Boolean),
    isUsedByPerson: homeFolder !== undefined && isFolder(join(workspace.home, homeFolder)),
    isUsedByProject: hasSettings(agent, project) || hasHooksOfOwn(found),
    ...(trust !== undefined && { trust }),
    ...(isMoved && { movedBy: homeVariable }),
    files: found.filter(isWorthTelling),
  };
}

/** Tells whether a project's own files of an agent have hooks, though they are none that we would write. */
const hasHooksOfOwn = (files: readonly FileSurvey[]): boolean =>
  files.some(({ scope, role, hooks }) => scope === 'project' && role !== 'loaded' && hooks.length);

/** Tells whether a file has hooks, cannot be read, or has something wrong with it. */
const isWorthTelling = ({ role, error, hooks, findings }: FileSurvey): boolean =>
  hooks.length > 0 || (role !== 'loaded' && (error !== undefined || findings.length > 0));

/** Reads the file with the hooks of every agent. Undefined: the project has none. */
function surveyNeutral(workspace: Workspace): FileSurvey | undefined {
  const owner = neutralVendor();
  const path = join(workspace.root, tableOf(owner).files.own.project);
  if (!isFile(path)) return undefined;
  const place = { path, scope: 'project', role: 'own', owner } as const;
  const file = readFile(place, workspace, 'trusted');
  surveyHooks(owner, file, workspace, makePersonFiles(workspace.home));
  return file;
}
