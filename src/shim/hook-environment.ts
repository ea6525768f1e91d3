import type { Flags } from '../canonical/flags.ts';
import { restoreNodeVariables } from './line-variables.ts';

/** Names the variables that the loader took from Node, with a blank before each. */
export const clearedNames = 'ANYHOOK_GIVEN';
/** What holds the value of one of them for the hook. */
export const savedVariableOf = (name: string): string => `${clearedNames}_${name}`;
/** The file descriptor that a loader, and no other line, has for notices. */
const ofLoader = 3;

/**
 * A copy of the environment, as the host gave it to the line. Variables of those names are heeded
 * only where the loader, which sets them anew, started this run: else they are a project's.
 */
export function readHostEnvironment({ proof }: Flags): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { __proto__: null as never, ...process.env };
  if (proof !== ofLoader) return restoreNodeVariables(env);
  for (const name of env[clearedNames]?.match(/\S+/g) ?? []) {
    env[name] = env[savedVariableOf(name)];
    delete env[savedVariableOf(name)];
  }
  delete env[clearedNames];
  return env;
}
