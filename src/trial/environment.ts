/** The variables that an agent gives a hook. */
import { resolve } from 'node:path';
import type { Draft } from '../mapping/adapter.ts';
import { resolveVariables } from '../shim/substitute.ts';
import type { TrialHook } from './try-hook.ts';

/** `env`: what the hook gets. `clientEnv`: what the agent itself has, from which it replaces variables in its settings. */
export interface Environments {
  env: NodeJS.ProcessEnv;
  clientEnv: NodeJS.ProcessEnv;
}

/**
 * Returns the variables of a hook: those of this process, those that the agent sets for its hooks, those of its
 * settings, and those of the hook's entry. Of one name, the last counts.
 */
export function environmentsFor(
  { agent, hook, env: fromSettings, pluginFolder }: TrialHook,
  event: Draft,
): Environments {
  const { runtime } = agent;
  const clientEnv: NodeJS.ProcessEnv = { ...process.env };
  for (const name of runtime.commandVariables) delete clientEnv[name];
  const env: NodeJS.ProcessEnv = { ...process.env };
  const [pluginVariable] = runtime.pluginVariables ?? [];
  const ofPlugin =
    pluginFolder !== undefined && pluginVariable !== undefined
      ? { [pluginVariable]: resolve(pluginFolder) }
      : {};
  Object.assign(clientEnv, ofPlugin);
  const variables = {
    ...fromSettings,
    ...runtime.env(event),
    ...ofPlugin,
    ...hook.env,
  };
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete env[name];
    else env[name] = runtime.substitutesSettings ? resolveVariables(value, clientEnv) : value;
  }
  return { env, clientEnv };
}
