/** The project folder of a session, as its agent states it outside the payload, which the model cannot change. */

import { AnyhookError } from '../errors.ts';
import type { Dialect, Draft, World } from '../mapping/adapter.ts';
import { isAbsolute } from '../mapping/path-codecs.ts';

/**
 * Reads the project folder that the agent states in an environment variable, or by starting its hooks in
 * it. Returns `undefined` if the agent has no such statement, or the folder is missing or not absolute.
 */
export function readStatedProject(
  { project }: Dialect,
  { surroundings }: Pick<World, 'surroundings'>,
): string | undefined {
  if (!surroundings || project === 'payload') return undefined;
  const folder =
    project === 'process' ? surroundings.folder() : surroundings.variable(project.variable);
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/**
 * Returns a world in which the agent states the project folder of the shim line (`--cwd`). If the agent
 * states one itself, the given world is returned.
 *
 * @param lineFolder The folder that the line states. It is ignored if it is not absolute.
 */
export function withLineProject(
  adapter: Dialect,
  world: World,
  lineFolder: string | undefined,
): World {
  if (!world.surroundings || lineFolder === undefined || !isAbsolute(lineFolder)) return world;
  if (readStatedProject(adapter, world) !== undefined) return world;
  return { ...world, surroundings: { folder: () => lineFolder, variable: () => lineFolder } };
}

/**
 * Throws `usage` if the agent should state the project outside the payload and does not. The folder in the
 * payload cannot replace it: that folder changes with the model's calls, and the hook's script and the
 * session's memory are looked for in the project, so the model could choose which are used.
 */
export function requireProject(adapter: Dialect, world: Pick<World, 'surroundings'>): void {
  const { project, title } = adapter;
  if (!world.surroundings || project === 'payload') return;
  if (readStatedProject(adapter, world) !== undefined) return;
  if (project === 'process') throw new AnyhookError('usage', 'the folder of this process is gone');
  const { variable } = project;
  const problem = world.surroundings.variable(variable) ? 'no absolute path' : 'not set';
  throw new AnyhookError(
    'usage',
    `${variable} is ${problem}, which ${title} sets to the folder of the project (by hand, type ${variable}="$PWD" anyhook run ...; or add --cwd and an absolute path)`,
  );
}

/**
 * Sets an event's `cwd` to the project folder that the agent states outside the payload, if it states one.
 * If the payload has another folder as `cwd`, that becomes the event's `directory`, the folder in which
 * the call works.
 */
export function setEventProject(adapter: Dialect, event: Draft, world: World): void {
  const project = readStatedProject(adapter, world);
  if (project === undefined) return;
  if (typeof event.cwd === 'string' && event.cwd && event.cwd !== project)
    event.directory ??= event.cwd;
  if (event.directory === project) delete event.directory;
  event.cwd = project;
}
