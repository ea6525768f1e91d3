import { isAbsolute } from 'node:path';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';

/**
 * Reads the project folder of a session where the agent states it outside the payload: in a variable
 * of the environment, or as the folder in which it starts hooks. Returns `undefined` where the agent
 * states none there, or no absolute path.
 */
export function readStatedProject(
  { project }: Adapter,
  { surroundings }: Pick<World, 'surroundings'>,
): string | undefined {
  if (!surroundings || project === 'payload') return undefined;
  const folder =
    project === 'process' ? surroundings.folder() : surroundings.variable(project.variable);
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/**
 * Returns a world whose project folder is the one that the shim line states (`--cwd`), where the
 * agent states none and the folder is absolute; otherwise the given world.
 */
export function withLineProject(adapter: Adapter, world: World, folder: string | undefined): World {
  if (!world.surroundings || folder === undefined || !isAbsolute(folder)) return world;
  if (readStatedProject(adapter, world) !== undefined) return world;
  return { ...world, surroundings: { folder: () => folder, variable: () => folder } };
}

/**
 * Throws `usage` where the agent of this process has to state its project outside the payload and does
 * not. The folder in the payload is no substitute: it follows the calls of the model, which could then
 * choose the folder of the script, of the project and of the session's memory.
 */
export function requireProject(adapter: Adapter, world: Pick<World, 'surroundings'>): void {
  const { project, title } = adapter;
  if (!world.surroundings || project === 'payload') return;
  if (readStatedProject(adapter, world) !== undefined) return;
  if (project === 'process') throw new AnyhookError('usage', 'the folder of this process is gone');
  const { variable } = project;
  const state = world.surroundings.variable(variable) ? 'no absolute path' : 'not set';
  throw new AnyhookError(
    'usage',
    `${variable} is ${state}, which ${title} sets to the folder of the project (by hand, type ${variable}="$PWD" anyhook run ...; or add --cwd and an absolute path)`,
  );
}

/**
 * Sets an event's `cwd` to the project folder that the agent states outside the payload, if it states
 * one. A different folder in the payload becomes the event's `directory`: it is where the call works,
 * and the model may have chosen it.
 */
export function setEventProject(adapter: Adapter, event: Draft, world: World): void {
  const project = readStatedProject(adapter, world);
  if (project === undefined) return;
  if (typeof event.cwd === 'string' && event.cwd && event.cwd !== project)
    event.directory ??= event.cwd;
  if (event.directory === project) delete event.directory;
  event.cwd = project;
}
