/**
 * What acts on Node before any code of ours, and a project's `.env` may set: a module or native
 * code to load, a code cache, a channel whose absence ends it; Node 20 to 24.
 */
const forHooks = ['NODE_OPTIONS', 'OPENSSL_CONF'] as const;
const forNobody = ['NODE_COMPILE_CACHE', 'NODE_CHANNEL_FD'] as const;

const kept = (name: string): string => `HOOK_${name}`;

/**
 * Takes them from the command that follows, in a POSIX shell. To a host that replaces `${NAME}` in
 * its settings, `${NAME#}` is no variable, and no `.env` can name one so.
 */
export const clearNodeVariables = [
  ...forHooks.map((name) => `${kept(name)}="\${${name}#}"`),
  ...[...forHooks, ...forNobody].map((name) => `${name}=`),
].join(' ');

/** An environment as it was before {@link clearNodeVariables}; changed in place. */
export function restoreNodeVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  for (const name of forHooks) {
    const was = env[kept(name)];
    if (was === undefined) return env;
    env[name] = was;
    delete env[kept(name)];
  }
  for (const name of [...forHooks, ...forNobody]) if (!env[name]) delete env[name];
  return env;
}
