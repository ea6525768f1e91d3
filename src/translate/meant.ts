import type { Adapter, Draft, World } from '../adapter.ts';
import { touched } from './touched.ts';

/** What a call of a host means there, in order: itself, unless the host says otherwise. */
function meant(host: Adapter, event: Draft, world: World): readonly Draft[] {
  const meanings = host.meanings?.(event, world) ?? [];
  return (meanings.length ? meanings : [event]).flatMap((one) => {
    const everywhere = touched(host.paths, one, world);
    return everywhere.length ? everywhere : [one];
  });
}

/** All that a dialect's agent would have fired hooks for, had it done what a host is about to do. */
export function steps(
  host: Adapter,
  dialect: Adapter,
  event: Draft,
  world: World,
): readonly Draft[] {
  const calls = meant(host, event, world);
  if (!dialect.precedes) return calls;
  return calls.flatMap((one) => [...(dialect.precedes?.(one) ?? []), one]);
}

/** A call of a host with arguments as it takes them: what it means there in general. */
export function sampleOf({ composites }: Adapter, event: Draft): Draft {
  const input = composites?.[event.name as string];
  return event.tool === 'other' && input ? { ...event, input } : event;
}
