import type { Gap, Scope } from '../mapping/settings.ts';
import { tableOf } from '../settings/tables.ts';
import type { HookResult } from './hook-result.ts';

/** Returns the cases in which an agent does not fire some event that converted hooks of a scope are for. None, if no hook is started by the shim. */
export function gapsOf(vendor: string, results: readonly HookResult[], scope: Scope): Gap[] {
  const events = new Set(results.flatMap((one) => ('canonical' in one ? one.canonical : [])));
  return (tableOf(vendor).firing.gaps ?? []).filter(
    (gap) =>
      events.size > 0 &&
      (gap.scope ?? scope) === scope &&
      (gap.events?.some((event) => events.has(event)) ?? true),
  );
}
