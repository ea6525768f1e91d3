import { closed } from '../errors.ts';
import type { World } from '../mapping/adapter.ts';
import { machine as files } from '../translate/machine.ts';
import {
  checkEnvironment,
  type Environment,
  optionsOf,
  textFrom,
  variableOf,
} from './arguments.ts';

/** What {@link machine} is told of the process that the agent started. */
export interface MachineOptions {
  /**
   * The variables of the process that the agent started, such as `process.env`. With them and `folder`, events have
   * the project that the agent states outside the payload, where it states one.
   */
  env?: Environment | undefined;
  /** The folder in which the agent started the process, such as `process.cwd()`. */
  folder?: string | undefined;
}

/**
 * Makes the world of this machine: its files and its clock. It remembers no session. Without options it says nothing
 * of the process, since a server that is asked by hooks is not where they run.
 *
 * @throws {AnyhookError} `usage`: an option is of a wrong kind
 * @example
 * const payload = { hook_event_name: 'Stop', cwd: '/p/below' };
 * read('claude', payload, { world: machine({ env: { CLAUDE_PROJECT_DIR: '/p' } }) }).event?.cwd; // '/p'
 */
export function machine(options?: MachineOptions): World {
  return closed(() => {
    const { env, folder } = optionsOf(options, ['env', 'folder']);
    checkEnvironment(env);
    if (folder !== undefined) textFrom(folder, 'folder');
    const ownFiles = { ...files, ...(files.disk && { disk: { ...files.disk } }) };
    if (env === undefined && folder === undefined) return ownFiles;
    return {
      ...ownFiles,
      surroundings: { folder: () => folder, variable: (name) => variableOf(env, name) },
    };
  });
}
