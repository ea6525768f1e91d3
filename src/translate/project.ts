import { isAbsolute } from 'node:path';
import type { Adapter, Draft, World } from '../mapping/adapter.ts';

/** The project of a session as its agent states it outside the payload; undefined: it does not. */
export function statedProject(
  { project }: Adapter,
  { surroundings }: Pick<World, 'surroundings'>,
): string | undefined {
  if (!surroundings || project === 'payload') return undefined;
  const folder =
    project === 'process' ? surroundings.folder() : surroundings.variable(project.variable);
  return folder !== undefined && isAbsolute(folder) ? folder : undefined;
}

/**
 * Puts the session's project into an event, whatever folder its payload tells: that is where the
 * call works, and may be the model's choice.
 */
export function placeInProject(adapter: Adapter, event: Draft, world: World): void {
  const project = statedProject(adapter, world);
  if (project === undefined) return;
  if (typeof event.cwd === 'string' && event.cwd && event.cwd !== project)
    event.directory ??= event.cwd;
  if (event.directory === project) delete event.directory;
  event.cwd = project;
}
