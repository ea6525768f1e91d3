/** What a header says by itself is a secret more often than not: it is kept off the line. */
import type { Hook } from '../../canonical/hook.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { hidden } from '../../shim/post.ts';
import { isObject } from '../../util/equal.ts';
import { keepsEnv } from './flags.ts';

/** A hook whose headers name variables, for a host whose entries set some. */
export function hideHeaders(table: SettingsTable, hook: Hook): Hook {
  const env = { ...hook.env };
  const headers = Object.entries(hook.headers ?? {}).map(([name, value], i) => {
    if (value === '' || value.includes('$')) return [name, value];
    env[`ANYHOOK_HEADER_${i}`] = value;
    return [name, `$ANYHOOK_HEADER_${i}`];
  });
  const hides = headers.length > 0 && keepsEnv(table, env);
  return hides ? { ...hook, headers: Object.fromEntries(headers), env } : hook;
}

const secret = /auth|token|key|secret|cookie|pass|sign/i;

/** What is carried as it stood, since not all of it is headers. */
const carriedHeaders = ({ rest }: Hook): object => (isObject(rest?.headers) ? rest.headers : {});

/** The headers of a hook that may say a secret on its line. */
export const shownHeaders = (table: SettingsTable, hook: Hook): string[] =>
  Object.entries({ ...hideHeaders(table, hook).headers, ...carriedHeaders(hook) })
    .filter(([name, value]) => secret.test(name) && value !== '' && !String(value).includes('$'))
    .map(([name]) => name);

/** The same hook, as it was. */
export function showHeaders(hook: Hook): Hook {
  const { headers, env: all = {}, ...rest } = hook;
  if (!headers) return hook;
  const said = Object.entries(headers).map(([name, value]) => {
    const of = value.slice(1);
    return [name, value[0] === '$' && hidden.test(of) ? (all[of] ?? value) : value];
  });
  const env = Object.entries(all).filter(([name]) => !hidden.test(name));
  return {
    ...rest,
    headers: Object.fromEntries(said),
    ...(env.length > 0 && { env: Object.fromEntries(env) }),
  };
}
