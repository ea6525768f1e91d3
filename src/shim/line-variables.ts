/*
 * Variables that act on Node 20 to 24 before any code of ours runs, and that a project's `.env` may
 * set: a module or native code to load, a code cache, a channel to a parent process without which
 * Node ends. A line that starts Node without the loader takes these from it.
 */
/** Variables whose values the hook gets back. */
const restored = ['NODE_OPTIONS', 'OPENSSL_CONF'] as const;
/** Variables that the hook does not get back. */
const dropped = ['NODE_COMPILE_CACHE', 'NODE_CHANNEL_FD'] as const;

/** Returns the variable in which a line keeps a value for the hook. */
const savedNameOf = (name: string): string => `HOOK_${name}`;

/**
 * Assignments of a POSIX shell that take the variables from the command behind them. They read
 * `${NAME#}`, which is the value of NAME for the shell, but no variable for a host that replaces
 * `${NAME}` in its settings; and no `.env` can set a variable of that name.
 */
export const clearNodeVariables = [
  ...restored.map((name) => `${savedNameOf(name)}="\${${name}#}"`),
  ...[...restored, ...dropped].map((name) => `${name}=`),
].join(' ');

/**
 * Changes an environment back to what it was before {@link clearNodeVariables}, and returns it. One
 * that the assignments did not change is left as it is.
 */
export function restoreNodeVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  for (const name of restored) {
    const value = env[savedNameOf(name)];
    if (value === undefined) return env;
    env[name] = value;
    delete env[savedNameOf(name)];
  }
  for (const name of [...restored, ...dropped]) if (!env[name]) delete env[name];
  return env;
}
