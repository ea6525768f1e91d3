/** Which unsafe losses of a conversion a person has accepted: in the source, on the command line, or when it was written before. */
import { lastingNameOf, selectByName } from '../settings/hook-names.ts';
import { keyOfLoss } from './hook-loss.ts';
import { type HookResult, isUnsafe } from './hook-result.ts';
import type { Job } from './job.ts';
import type { AcceptedLosses } from './ownership/ledger.ts';

const unsafeKeysOf = ({ losses }: HookResult): string[] =>
  losses.filter(({ severity }) => severity === 'unsafe').map(keyOfLoss);

/** Tells whether a hook has an unsafe loss that its source does not accept for good. */
const needsConsent = (one: HookResult): boolean => isUnsafe(one) && one.hook.acceptLoss !== true;

/**
 * Returns the results with an unsafe loss that nobody accepted. Throws `usage` if `accepted` names no hook.
 *
 * @param accepted What the command line accepts.
 * @param earlier What was accepted when the hooks were written last. Another loss of such a hook is not.
 */
export function findUnaccepted(
  results: readonly HookResult[],
  accepted: Job['acceptLoss'] = false,
  earlier: AcceptedLosses = {},
): HookResult[] {
  const names = typeof accepted === 'boolean' ? [] : accepted;
  const isNamed = selectByName(results, names, '--accept-loss');
  const wasAccepted = (one: HookResult) => {
    const name = lastingNameOf(one.hook);
    const known = Object.hasOwn(earlier, name) ? earlier[name] : undefined;
    return unsafeKeysOf(one).every((key) => known?.includes(key));
  };
  return accepted === true
    ? []
    : results.filter((one) => needsConsent(one) && !isNamed(one) && !wasAccepted(one));
}

/** Returns what a written conversion accepts that its source does not: the conversion is written only where all of it was accepted. */
export function listAccepted(results: readonly HookResult[]): AcceptedLosses {
  const accepted = new Map<string, Set<string>>();
  for (const one of results.filter(needsConsent)) {
    const name = lastingNameOf(one.hook);
    accepted.set(name, new Set([...(accepted.get(name) ?? []), ...unsafeKeysOf(one)]));
  }
  return Object.fromEntries([...accepted].sort().map(([name, keys]) => [name, [...keys].sort()]));
}
