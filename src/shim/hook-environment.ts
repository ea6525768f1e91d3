import type { Flags } from '../canonical/flags.ts';
import { restoreNodeVariables } from './line-variables.ts';

/**
 * The variable in which the loader lists the names of the variables that it took from Node, with a
 * blank before each.
 */
export const clearedNames = 'ANYHOOK_GIVEN';
/** Returns the name of the variable that holds the value of such a variable for the hook. */
export const savedVariableOf = (name: string): string => `${clearedNames}_${name}`;
/** The file descriptor for notices that the loader passes with `--proof`, and no other line does. */
const loaderDescriptor = 3;

/**
 * Returns a copy of the environment as the host gave it to the shim line: the variables that loader or
 * line took from Node have their values again. The loader's own variables are read only where the
 * loader started this run, because it sets all of them; else a project's `.env` may have set them.
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
