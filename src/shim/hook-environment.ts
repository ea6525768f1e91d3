import type { Flags } from '../canonical/flags.ts';
import { restoreNodeVariables } from './line-variables.ts';

/**
 * The variable in which the loader lists the names of the variables that it hid from Node, with a blank
 * before each.
 */
export const clearedNames = 'ANYHOOK_GIVEN';
/** Returns the name of the variable in which the loader keeps the value of a hidden one for the hook. */
export const savedVariableOf = (name: string): string => `${clearedNames}_${name}`;
/** The file descriptor for notices that the loader states with `--proof`. Only the loader states this number. */
export const loaderDescriptor = 3;

/**
 * Returns a copy of the environment as the host gave it to the shim line: the variables that the loader or
 * the line hid from Node have their values again. The loader's own variables are read only if the loader
 * started this run, and so has set all of them. Otherwise a project's `.env` may have set them.
 */
export function readHostEnvironment({ proof }: Flags): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { __proto__: null as never, ...process.env };
  if (proof !== loaderDescriptor) return restoreNodeVariables(env);
  for (const name of env[clearedNames]?.match(/\S+/g) ?? []) {
    env[name] = env[savedVariableOf(name)];
    delete env[savedVariableOf(name)];
  }
  delete env[clearedNames];
  return env;
}
