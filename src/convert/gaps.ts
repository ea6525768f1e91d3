import type { Gap, Scope } from '../mapping/settings.ts';
import { tableOf } from '../settings/tables.ts';
import type { HookResult } from './hook-result.ts';

/** Where an agent never fires hooks that another's are translated to: each is a lossy loss. */
export function gapsOf(vendor: string, rows: readonly HookResult[], scope: Scope): Gap[] {
  const events = new Set(rows.flatMap((row) => ('canonical' in row ? row.canonical : [])));
  return (tableOf(vendor).firing.gaps ?? []).filter(
    (gap) =>
      events.size > 0 &&
      (gap.scope ?? scope) === scope &&
      (gap.events?.some((event) => events.has(event)) ?? true),
  );
}
