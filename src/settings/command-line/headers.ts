/** What a hook says by itself, and is a secret more often than not. */
import type { Hook } from '../../canonical/hook.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { headerVariable } from '../../shim/http-hook.ts';
import { canEntryStateEnv } from './flags.ts';

const secretName = /auth|token|key|secret|cookie|pass|sign/i;

/** The variables and headers of a hook that may say a secret on its line, where no record has them. */
export const findShownSecrets = (
  table: SettingsTable,
  { env = {}, headers = {} }: Hook,
): string[] =>
  [...Object.entries(headers), ...(canEntryStateEnv(table, env) ? [] : Object.entries(env))]
    .filter(([name, value]) => secretName.test(name) && value !== '' && !value.includes('$'))
    .map(([name]) => name);

/**
 * A hook of a line that names, in a header, a variable of its entry: so older versions kept the
 * values of headers off their lines.
 */
export function restoreHeaderValues(hook: Hook): Hook {
  const { headers, env: all = {}, ...rest } = hook;
  if (!headers) return hook;
  const said = Object.entries(headers).map(([name, value]) => {
    const of = value.slice(1);
    return [name, value[0] === '$' && headerVariable.test(of) ? (all[of] ?? value) : value];
  });
  const env = Object.entries(all).filter(([name]) => !headerVariable.test(name));
  return {
    ...rest,
    headers: Object.fromEntries(said),
    ...(env.length > 0 && { env: Object.fromEntries(env) }),
  };
}
