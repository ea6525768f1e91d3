/** Names the variables that the loader took from Node, with a blank before each. */
export const given = 'ANYHOOK_GIVEN';
/** What holds the value of one of them for the hook. */
export const copyOf = (name: string): string => `${given}_${name}`;

/**
 * An environment as the host gave it to the loader; changed in place. Only for a run that the loader
 * started: in any other, these variables are a project's.
 */
export function giveBack(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  for (const name of env[given]?.match(/\S+/g) ?? []) {
    env[name] = env[copyOf(name)];
    delete env[copyOf(name)];
  }
  delete env[given];
  return env;
}
