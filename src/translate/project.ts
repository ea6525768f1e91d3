import { isAbsolute } from 'node:path';
import { AnyhookError } from '../errors.ts';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';

/** The project of a session as its agent states it outside the payload; undefined: it does not. */
export function readStatedProject(
  { project }: Adapter,
  { surroundings }: Pick<World, 'surroundings'>,
): string | undefined {
  if (!surroundings || project === 'payload') return undefined;
  const folder =
    project === 'process' ? surroundings.folder() : surroundings.variable(project.variable);
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/** A world in which the absolute folder that a line states is the project, if the agent states none. */
export function withLineProject(adapter: Adapter, world: World, folder: string | undefined): World {
  if (!world.surroundings || folder === undefined || !isAbsolute(folder)) return world;
  if (readStatedProject(adapter, world) !== undefined) return world;
  return { ...world, surroundings: { folder: () => folder, variable: () => folder } };
}

/**
 * Throws `usage` where the agent of this process states no project. What its payload tells goes with
 * the calls of the model, whose folder would then hold the script, the project and the memory.
 */
export function requireProject(adapter: Adapter, world: Pick<World, 'surroundings'>): void {
  const { project, title } = adapter;
  if (!world.surroundings || project === 'payload') return;
  if (readStatedProject(adapter, world) !== undefined) return;
  if (project === 'process') throw new AnyhookError('usage', 'the folder of this process is gone');
  const { variable } = project;
  const is = world.surroundings.variable(variable) ? 'no absolute path' : 'not set';
  throw new AnyhookError(
    'usage',
    `${variable} is ${is}, which ${title} sets to the folder of the project (by hand, type ${variable}="$PWD" anyhook run ...; or add --cwd and an absolute path)`,
  );
}

/**
 * Puts the session's project into an event, whatever folder its payload tells: that is where the
 * call works, and may be the model's choice.
 */
export function setEventProject(adapter: Adapter, event: Draft, world: World): void {
  const project = readStatedProject(adapter, world);
  if (project === undefined) return;
  if (typeof event.cwd === 'string' && event.cwd && event.cwd !== project)
    event.directory ??= event.cwd;
  if (event.directory === project) delete event.directory;
  event.cwd = project;
}
