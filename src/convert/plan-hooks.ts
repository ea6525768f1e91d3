import { match } from 'ts-pattern';
import { adapters } from '../adapters/index.ts';
import type { Hook } from '../canonical/hook.ts';
import { traitsOf } from '../canonical/traits.ts';
import { reasonsForBothWordings } from '../check/path-wordings/guard.ts';
import { findRecalledNames } from '../coverage/coverage.ts';
import type { EntryPoint } from '../coverage/entry-points.ts';
import type { Adapter } from '../mapping/adapter.ts';
import type { Finding } from '../settings/finding.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { formatOf } from '../settings/formats/index.ts';
import { ownBindingOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { adapterOf } from '../translate/host.ts';
import { groupBy } from '../util/group.ts';
import type { Json } from '../util/json.ts';
import type { HookLoss } from './hook-loss.ts';
import type { HookResult, How } from './hook-result.ts';
import { asHarmless } from './losses.ts';
import type { PlanOptions } from './options.ts';
import { compareOrder, noOrder, type Order, type PlacedHook } from './order.ts';
import { chooseRoute, type Route } from './route.ts';
import { type PlannedEntry, wrapHook } from './wrap-hook.ts';

/** The entries that hooks get in a host's settings, in order, and what becomes of each hook. */
export interface HookPlan {
  results: HookResult[];
  findings: Finding[];
  entries: PlannedEntry[];
}

type PlannedHook = Pick<ReadHook, 'hook' | 'at'> & PlacedHook & { route: Route };

/**
 * Plans how a host starts hooks. In order, it
 *
 * 1. chooses a route for each hook that is meant for the host;
 * 2. orders the hooks that get entries, and notes what the host loses of their order;
 * 3. makes the entries of each, with both wordings of paths where its script may compare them;
 * 4. tells what becomes of each hook.
 */
export function planHooks(
  host: Adapter,
  hooks: readonly ReadHook[],
  options: PlanOptions,
): HookPlan {
  const { anyDialect } = formatOf(host.id);
  const planned = hooks
    .filter(({ hook }) => anyDialect || (hook.agents?.includes(host.id) ?? true))
    .map((one): PlannedHook => {
      const route = chooseRoute(host, one, options);
      const entryPoints = route.kind === 'shim' ? route.entryPoints : [];
      return { hook: one.hook, at: one.at, route, entryPoints };
    });
  const placed = sortByEvent(planned.filter(({ route }) => route.kind !== 'none'));
  const started = placed.filter(({ route }) => route.kind === 'shim');
  const order = options.raw ? noOrder : compareOrder(host, started);
  const carries = carriedValuesOf(host, placed, order);
  const findings: Finding[] = [];
  const inBothWordings = new Set<PlannedHook>();
  const entries = placed.flatMap((one): PlannedEntry[] => {
    const { hook, at, route, entryPoints } = one;
    if (route.kind === 'native') {
      return [{ kind: 'plain', ...formatOf(host.id).stateHook(host.id, hook) }];
    }
    const reasons = options.raw
      ? undefined
      : reasonsForBothWordings(host, hook, entryPoints, options.sourceWorkspace);
    if (reasons) {
      findings.push({
        ...{ code: 'both-wordings', event: hook.event, agent: host.title },
        ...{ ...reasons, at },
      });
      inBothWordings.add(one);
    }
    const launch = reasons ? { ...options, wordings: 'both' as const } : options;
    return wrapHook(host, hook, entryPoints, launch, carries.get(one));
  });
  const results = planned.map((one) =>
    resultOf(host, one, order.losses.get(one) ?? [], inBothWordings.has(one)),
  );
  return { results, findings, entries: removeRepeatedMemories(entries) };
}

/** Tells what becomes of a planned hook. */
function resultOf(
  host: Adapter,
  { hook, at, route }: PlannedHook,
  lossesOfOrder: readonly HookLoss[],
  isInBothWordings: boolean,
): HookResult {
  return match(route)
    .returnType<HookResult>()
    .with({ kind: 'native' }, ({ losses }) => {
      return { hook, at, losses, how: 'native', events: [hook.event] };
    })
    .with({ kind: 'shim' }, ({ entryPoints, losses: own }) => {
      const ordered = hook.guard === false ? asHarmless(lossesOfOrder) : lossesOfOrder;
      const losses = [...own, ...ordered];
      const bindings = entryPoints.map(({ binding }) => binding);
      const events = [...new Set(bindings.map(({ native }) => native))];
      const canonical = [...new Set(bindings.map(({ event }) => event))];
      const how = degreeOf(host, hook, entryPoints, losses);
      const wordings = isInBothWordings ? { wordings: 'both' as const } : {};
      return { hook, at, losses, how, events, canonical, entryPoints, ...wordings };
    })
    .with({ kind: 'none' }, ({ kind: _, ...none }) => ({ hook, at, events: [], ...none }))
    .exhaustive();
}

/** Tells how much of a hook works that the shim starts, and whether the shim supplies some of it. */
function degreeOf(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
  losses: readonly HookLoss[],
): Extract<How, 'shim' | 'emulated' | 'degraded'> {
  if (losses.some(({ severity }) => severity !== 'cosmetic')) return 'degraded';
  const own = ownBindingOf(hook);
  const isSupplied = own.requires !== undefined || findRecalledNames(own).length > 0;
  const isCounted = traitsOf(own.event).ends === 'turn' && !host.capsLoops;
  const isOtherEvent = entryPoints.some(({ binding }) => binding.event !== own.event);
  return isSupplied || isCounted || isOtherEvent ? 'emulated' : 'shim';
}

/** Sorts hooks by dialect and event. Hooks of one event keep their order: only their file says it. */
function sortByEvent(planned: readonly PlannedHook[]): PlannedHook[] {
  const rankOf = ({ hook: { speaks, event } }: PlannedHook): number =>
    Object.keys(adapters).indexOf(speaks) * 100 + adapterOf(speaks).bindings.natives.indexOf(event);
  return planned.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Returns what the line of each hook carries for the way back: `n`, `chained` and `again`. */
function carriedValuesOf(
  host: Adapter,
  placed: readonly PlannedHook[],
  order: Order,
): Map<PlannedHook, Json> {
  const positions = positionsOf(placed);
  const { startsDuplicatesOnce } = tableOf(host.id).firing;
  const repetitions = startsDuplicatesOnce ? repetitionsOf(placed) : new Map<PlannedHook, number>();
  const carriedBy = (one: PlannedHook): Json => {
    const [n, again] = [positions.get(one), repetitions.get(one)];
    return {
      ...(n !== undefined && { n }),
      ...(order.sequential.has(one) && { chained: true }),
      ...(again !== undefined && { again }),
    };
  };
  return new Map(placed.map((one) => [one, carriedBy(one)]));
}

/**
 * Returns the position of each hook among the hooks of its own event, where those stand at different
 * events of the host: the host's file does not keep their order.
 */
function positionsOf(placed: readonly PlannedHook[]): Map<PlannedHook, number> {
  const groups = groupBy(placed, ({ hook }) => `${hook.speaks} ${hook.event}`);
  const positions = new Map<PlannedHook, number>();
  for (const group of groups.values()) {
    const events = group.map(({ entryPoints, hook }) =>
      entryPoints.length ? entryPoints.map(({ binding }) => binding.native).join(' ') : hook.event,
    );
    if (new Set(events).size > 1) for (const [i, one] of group.entries()) positions.set(one, i);
  }
  return positions;
}

/**
 * Returns, for hooks that stand several times in the source and run each time there, which repetition
 * each is, from 2. A host that starts equal lines once needs lines that differ.
 */
function repetitionsOf(placed: readonly PlannedHook[]): Map<PlannedHook, number> {
  const counted = placed.filter(
    ({ hook, route }) => route.kind === 'shim' && !tableOf(hook.speaks).firing.startsDuplicatesOnce,
  );
  const repetitions = new Map<PlannedHook, number>();
  for (const equals of groupBy(counted, ({ hook }) => JSON.stringify(hook)).values())
    for (const [i, one] of equals.entries()) if (i) repetitions.set(one, i + 1);
  return repetitions;
}

/** Removes entries that only record an event and are there already: one serves all hooks. */
function removeRepeatedMemories(entries: readonly PlannedEntry[]): PlannedEntry[] {
  const seen = new Set<string>();
  return entries.filter((one) => {
    if (one.kind !== 'memory') return true;
    const key = JSON.stringify([one.event, one.entry]);
    return !seen.has(key) && seen.add(key);
  });
}
