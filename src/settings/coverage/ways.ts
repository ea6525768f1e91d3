import type { Hook } from '../../canonical/hook.ts';
import type { Adapter } from '../../mapping/adapter.ts';
import { adapterOf } from '../../translate/host.ts';
import { bindingNamed } from '../../translate/plan.ts';
import { tableOf } from '../tables.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { hostMatcher } from './matcher.ts';
import { perHost } from './per-host.ts';

/** An entry of a host that starts a hook: at which event, for which calls, and its matcher. */
export interface Way extends Coverage {
  matcher?: string | undefined;
}

const found = perHost<Way[]>();

/** Every way of a hook into a host; empty: the host never fires for it. */
export function waysOf(host: Adapter, { speaks, event, matcher, tools }: Hook): Way[] {
  const dialect = adapterOf(speaks);
  if (dialect === host) {
    return [{ binding: bindingNamed(host, event), own: [], mcp: true, other: true, matcher }];
  }
  const about = { dialect, event, matcher, tools };
  return found(host, JSON.stringify([speaks, event, matcher, tools]), () =>
    coverageOf(host, about).flatMap((coverage) => {
      const { native, event } = coverage.binding;
      const routes = tableOf(host.id).routes?.[event];
      const here = routes?.filter((route) => route.native === native) ?? [{ native }];
      return here.flatMap((route) => {
        const matcher = hostMatcher(host, about, coverage, route);
        return matcher === null ? [] : [{ ...coverage, matcher }];
      });
    }),
  );
}
