/** Widens the matchers of a host's entries, so that one line starts hooks whose order would be lost on lines of their own. */

import { type EntryPoint, widestMatcher } from '../coverage/entry-points.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { canMeetAt, type StartedHook } from './order.ts';

/**
 * Finds other entry points for the hooks that should share a line and cannot, as their matchers differ: those that
 * have a loss of order, and each hook that one call starts together with one of them, since it would stand between
 * them. Their new matcher is that of the hook that is started for all of their calls, or else one that all calls meet.
 * The shim compares each call with the own matcher of a hook, so that no hook is started for further calls.
 *
 * @param hooks The hooks that lines may share.
 * @param outOfOrder The hooks that have a loss of order, by native event of the host.
 * @returns Each entry point that gets another matcher, with the one that takes its place.
 */
export function widenEntryPoints(
  host: Adapter,
  hooks: readonly StartedHook[],
  outOfOrder: ReadonlyMap<string, ReadonlySet<StartedHook>>,
): Map<EntryPoint, EntryPoint> {
  const widened = new Map<EntryPoint, EntryPoint>();
  for (const [event, lossy] of outOfOrder) {
    const isAtEvent = ({ binding }: EntryPoint) => binding.native === event;
    const all = hooks.flatMap((one) =>
      one.entryPoints.filter(isAtEvent).map((point) => ({ point, isLossy: lossy.has(one) })),
    );
    const points = pointsThatMeet(
      all.flatMap(({ point, isLossy }) => (isLossy ? point : [])),
      all.map(({ point }) => point),
    );
    const widest = [...points].find((one) =>
      [...points].every((other) => startsForAll(one, other)),
    );
    const matcherOf = (point: EntryPoint) =>
      widest ? widest.matcher : widestMatcher(host, point.binding);
    for (const point of points) widened.set(point, { ...point, matcher: matcherOf(point) });
  }
  return widened;
}

/** Returns the first entry points, and each further one that one call meets together with one of them, or with one that was found so. */
function pointsThatMeet(
  first: readonly EntryPoint[],
  all: readonly EntryPoint[],
): ReadonlySet<EntryPoint> {
  const found = new Set(first);
  // Entry points are added while the set is gone through.
  for (const one of found) for (const other of all) if (canMeetAt(one, other)) found.add(other);
  return found;
}

/** Tells whether a hook at one entry point is started for every call for which a hook at another is. */
const startsForAll = (one: EntryPoint, other: EntryPoint): boolean =>
  other.hostTools.every((name) => one.hostTools.includes(name)) &&
  (one.mcpTools === true || other.mcpTools === false) &&
  (one.unknownTools === true || other.unknownTools === false);
