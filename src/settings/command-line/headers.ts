/** Handles the values of variables and headers, which are often secrets. */
import type { Hook } from '../../canonical/hook.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { headerVariable } from '../../shim/header-variable.ts';
import { canEntryStateEnv } from './flags.ts';

/** Matches the name of a variable or header whose value may be a secret. */
const secretName = /auth|token|key|secret|cookie|pass|sign/i;

/**
 * Returns the names of the variables and headers of a hook whose values may be secrets and would stand
 * on its command line, because there is no value record.
 */
export const findShownSecrets = (
  table: SettingsTable,
  { env = {}, headers = {} }: Hook,
): string[] =>
  [...Object.entries(headers), ...(canEntryStateEnv(table, env) ? [] : Object.entries(env))]
    .filter(([name, value]) => secretName.test(name) && value !== '' && !value.includes('$'))
    .map(([name]) => name);

/**
 * Replaces variables in the headers of a hook by their values, and removes these variables. Older versions
 * wrote the value of a header into a variable of the entry, and only `$NAME` into the line.
 */
export function restoreHeaderValues(hook: Hook): Hook {
  const { headers, env: variables = {}, ...rest } = hook;
  if (!headers) return hook;
  const restored = Object.entries(headers).map(([header, value]) => {
    const name = value.slice(1);
    const isVariable = value[0] === '$' && headerVariable.test(name);
    return [header, isVariable ? (variables[name] ?? value) : value];
  });
  const env = Object.entries(variables).filter(([name]) => !headerVariable.test(name));
  return {
    ...rest,
    headers: Object.fromEntries(restored),
    ...(env.length > 0 && { env: Object.fromEntries(env) }),
  };
}
