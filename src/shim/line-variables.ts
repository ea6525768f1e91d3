/*
 * Variables that act on Node 20 to 24 before any code of ours runs, and that a project's `.env` may
 * set: a module or native code to load, a code cache, a channel to a parent process without which
 * Node ends. A shim line that starts Node without the loader hides them from Node.
 */
/** Variables that Node does not see, and whose values the hook gets back. */
const restored = ['NODE_OPTIONS', 'OPENSSL_CONF'] as const;
/** Variables that neither Node nor the hook sees. */
const dropped = ['NODE_COMPILE_CACHE', 'NODE_CHANNEL_FD'] as const;

/** Returns the name of the variable that holds a value for the hook meanwhile. */
const savedNameOf = (name: string): string => `HOOK_${name}`;

/**
 * Assignments of a POSIX shell that hide the variables from the command behind them. They contain
 * `${NAME#}`, which a shell replaces by the value of NAME. A host that replaces `${NAME}` in its settings
 * finds no variable of the name `NAME#`, and no `.env` can set one.
 */
export const clearNodeVariables = [
  ...restored.map((name) => `${savedNameOf(name)}="\${${name}#}"`),
  ...[...restored, ...dropped].map((name) => `${name}=`),
].join(' ');

/**
 * Changes an environment back to what it was before {@link clearNodeVariables}, and returns it. Leaves an
 * environment as it is if these assignments did not change it.
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
