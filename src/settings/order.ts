/** Which hooks hear of what others made of a call: at home, and where they stand now. */

import { gates } from '../canonical/kinds.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { adapterOf } from '../translate/host.ts';
import { bindingNamed } from '../translate/plan.ts';
import type { Way } from './command-line/wrap.ts';
import type { Coverage } from './coverage/coverage.ts';
import type { HookLoss } from './findings/hook-loss.ts';
import type { Row } from './plan.ts';
import { tableOf } from './tables.ts';

interface Standing {
  row: Row;
  ways: readonly Way[];
}

/** What is lost of the order of hooks, and the hooks that must say `sequential`. */
export interface Order {
  chained: ReadonlySet<Standing>;
  losses: [Standing, HookLoss][];
}

/** Two hooks of one dialect that a host asks at one event about the same calls, in its order. */
interface Pair {
  event: string;
  first: Standing;
  then: Standing;
}

/**
 * A guard that at home judges what a rewriter made of a call judges it here, and one that judges the
 * call itself does not hear what another made of it; or it is an unsafe loss.
 * `standing`: in the order in which they are written.
 */
export function orderOf(host: Adapter, standing: readonly Standing[]): Order {
  const chained = new Set<Standing>();
  const losses: Order['losses'] = [];
  const { chains = {} } = tableOf(host.id);
  for (const speaks of new Set(standing.map(({ row }) => row.hook.speaks))) {
    const all = standing.filter(({ row }) => row.hook.speaks === speaks);
    const inTurn = new Set(all.filter(({ row }) => row.hook.sequential).map(eventOf));
    if (speaks === host.id || (!inTurn.size && new Set(all.map(stageOf)).size < 2)) continue;
    const pairs = [...pairsOf(host, all)];
    const feeds = ({ first, then }: Pair) =>
      eventOf(first) === eventOf(then)
        ? inTurn.has(eventOf(first)) && Boolean(tableOf(speaks).chains?.[eventOf(first)])
        : stageOf(first) >= 0 && stageOf(first) < stageOf(then);
    for (const { event, first, then } of pairs.filter(feeds)) {
      if (chains[event]) chained.add(first);
      if (chains[event] === true) continue;
      const code = chains[event] ? 'order-unproved' : 'order-lost';
      losses.push([then, { severity: 'unsafe', code, agent: host.title, first: nameOf(first) }]);
    }
    for (const pair of pairs) {
      const { event, first, then } = pair;
      const runsInTurn = [...chained].some(
        (one) => meets(one, first, event) && meets(one, then, event),
      );
      if (!runsInTurn || feeds(pair)) continue;
      losses.push([then, { severity: 'unsafe', code: 'order-made', first: nameOf(first) }]);
    }
  }
  return { chained, losses: once(losses) };
}

const eventOf = ({ row }: Standing): string => row.hook.event;
const nameOf = ({ row: { hook } }: Standing): string => hook.name ?? hook.command;

/** The place of a hook's event among those that its agent fires for one call; -1: it fires one. */
function stageOf({ row: { hook } }: Standing): number {
  const { stages = [] } = tableOf(hook.speaks);
  return stages.findIndex((natives) => natives.includes(hook.event));
}

function* pairsOf(host: Adapter, all: readonly Standing[]): Generator<Pair> {
  for (const [i, first] of all.entries()) {
    if (!homeOf(first).outcome.input) continue;
    for (const then of all.slice(i + 1)) {
      if (!guards(then)) continue;
      for (const event of first.row.events) {
        const rewrites = bindingNamed(host, event).outcome.input !== undefined;
        if (rewrites && meets(first, then, event)) yield { event, first, then };
      }
    }
  }
}

const homeOf = ({ row: { hook } }: Standing) => bindingNamed(adapterOf(hook.speaks), hook.event);

const guards = (one: Standing): boolean =>
  gates.includes(homeOf(one).event) && one.row.hook.onFailure !== 'allow';

/** Whether one call of a host's event may start both. */
function meets(one: Standing, other: Standing, event: string): boolean {
  const at = ({ ways }: Standing) =>
    ways.map(({ reach }) => reach).filter(({ binding }) => binding.native === event);
  return at(one).some((a) => at(other).some((b) => overlaps(a, b)));
}

const overlaps = (a: Coverage, b: Coverage): boolean =>
  a.own.some((name) => b.own.includes(name)) ||
  Boolean(a.mcp && b.mcp) ||
  Boolean(a.other && b.other);

/** One of a kind for each hook is enough said. */
function once(losses: Order['losses']): Order['losses'] {
  const seen = new Map<Standing, Set<string>>();
  return losses.filter(([one, { code }]) => {
    const codes = seen.get(one) ?? new Set();
    seen.set(one, codes);
    return !codes.has(code) && codes.add(code);
  });
}
