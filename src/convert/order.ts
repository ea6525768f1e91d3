/** Which hooks hear of what others made of a call: at home, and where they stand now. */

import type { Hook } from '../canonical/hook.ts';
import type { EntryPoint } from '../coverage/entry-points.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { displayNameOf } from '../settings/hook-names.ts';
import { isGuard, ownBindingOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { groupBy } from '../util/group.ts';
import type { HookLoss } from './hook-loss.ts';

/** A hook, and where it stands in a host. */
export interface PlacedHook {
  hook: Hook;
  entryPoints: readonly EntryPoint[];
}

/** The hooks that must say `sequential`, and what is lost of the order of each: one of a kind. */
export interface Order {
  sequential: Set<PlacedHook>;
  losses: Map<PlacedHook, HookLoss[]>;
}

export const noOrder: Order = { sequential: new Set(), losses: new Map() };

/** Two hooks of one dialect that a host asks at one event about the same calls, in its order. */
interface HookPair {
  /** The host's. */
  event: string;
  earlier: PlacedHook;
  later: PlacedHook;
}

/**
 * A guard that at home judges what a rewriter made of a call judges it here, and one that judges the
 * call itself does not hear what another made of it; or it is an unsafe loss.
 * `standing`: in the order in which they are written.
 */
export function compareOrder(host: Adapter, standing: readonly PlacedHook[]): Order {
  const { sequential: chained, losses }: Order = { sequential: new Set(), losses: new Map() };
  const lose = (one: PlacedHook, loss: HookLoss) => {
    const known = losses.get(one) ?? [];
    if (!known.some(({ code }) => code === loss.code)) losses.set(one, [...known, loss]);
  };
  const { sequentialEvents = {} } = tableOf(host.id).firing;
  const severity = 'unsafe';
  for (const [speaks, all] of groupBy(standing, ({ hook }) => hook.speaks)) {
    const home = tableOf(speaks);
    const inTurn = new Set(all.flatMap(({ hook }) => (hook.sequential ? hook.event : [])));
    /** The place of an event among those that its agent fires for one call; -1: it fires one. */
    const stageOf = ({ hook }: PlacedHook): number =>
      (home.firing.stages ?? []).findIndex((natives) => natives.includes(hook.event));
    if (speaks === host.id || (!inTurn.size && new Set(all.map(stageOf)).size < 2)) continue;
    const feeds = ({ earlier: first, later: then }: HookPair): boolean => {
      const { event } = first.hook;
      return event === then.hook.event
        ? inTurn.has(event) && Boolean(home.firing.sequentialEvents?.[event])
        : stageOf(first) >= 0 && stageOf(first) < stageOf(then);
    };
    const pairs = [...pairsOf(all)];
    for (const { event, earlier: first, later: then } of pairs.filter(feeds)) {
      if (sequentialEvents[event]) chained.add(first);
      if (sequentialEvents[event] === true) continue;
      const code = sequentialEvents[event] ? 'order-unproved' : 'order-lost';
      lose(then, { severity, code, agent: host.title, first: displayNameOf(first.hook) });
    }
    for (const pair of pairs.filter((one) => !feeds(one))) {
      const { event, earlier: first, later: then } = pair;
      const runsInTurn = [...chained].some(
        (one) => canMeet(one, first, event) && canMeet(one, then, event),
      );
      if (runsInTurn)
        lose(then, { severity, code: 'order-made', first: displayNameOf(first.hook) });
    }
  }
  return { sequential: chained, losses };
}

/** A rewriter, and a guard after it. */
function* pairsOf(all: readonly PlacedHook[]): Generator<HookPair> {
  for (const [i, first] of all.entries()) {
    if (!ownBindingOf(first.hook).outcome.input) continue;
    const events = new Set(
      first.entryPoints.flatMap(({ binding }) => (binding.outcome.input ? binding.native : [])),
    );
    for (const then of all.slice(i + 1)) {
      if (!isGuard(then.hook)) continue;
      for (const event of events)
        if (canMeet(first, then, event)) yield { event, earlier: first, later: then };
    }
  }
}

/** Whether one call of a host's event may start both. */
export function canMeet(one: PlacedHook, other: PlacedHook, event: string): boolean {
  const at = ({ entryPoints: ways }: PlacedHook) =>
    ways.filter(({ binding }) => binding.native === event);
  return at(one).some((a) =>
    at(other).some(
      (b) => a.own.some((name) => b.own.includes(name)) || (a.mcp && b.mcp) || (a.other && b.other),
    ),
  );
}
