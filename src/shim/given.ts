import type { Flags } from '../canonical/flags.ts';
import { giveBack } from './node-variables.ts';

/** Names the variables that the loader took from Node, with a blank before each. */
export const given = 'ANYHOOK_GIVEN';
/** What holds the value of one of them for the hook. */
export const copyOf = (name: string): string => `${given}_${name}`;
/** The file descriptor that a loader, and no other line, has for notices. */
const ofLoader = 3;

/**
 * A copy of the environment, as the host gave it to the line. Variables of those names are heeded
 * only where the loader, which sets them anew, started this run: else they are a project's.
 */
export function hostEnvironment({ proof }: Flags): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { __proto__: null as never, ...process.env };
  if (proof !== ofLoader) return giveBack(env);
  for (const name of env[given]?.match(/\S+/g) ?? []) {
    env[name] = env[copyOf(name)];
    delete env[copyOf(name)];
  }
  delete env[given];
  return env;
}
