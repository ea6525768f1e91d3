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
import { mapSteps } from '../util/progress.ts';
import type { HookLoss } from './hook-loss.ts';
import type { HookResult, How } from './hook-result.ts';
import { asHarmless } from './losses.ts';
import type { PlanOptions } from './options.ts';
import { compareOrder, emptyOrderPlan, type OrderPlan, type StartedHook } from './order.ts';
import { chooseRoute, guardsNothing, type Route } from './route.ts';
import { canShareLine, findSharedLines, type HookStart, type SharedLines } from './shared-lines.ts';
import { widenEntryPoints } from './wider-entry-points.ts';
import {
  type LineStart,
  type OwnStart,
  type PlannedEntry,
  writeMemoryEntries,
  writeStarts,
} from './wrap-hook.ts';

/** The entries that hooks get in a host's settings, in order, and what becomes of each hook that is meant for the host. */
export interface HookPlan {
  results: HookResult[];
  findings: Finding[];
  entries: PlannedEntry[];
}

/** A hook with the route that was chosen for it. `entryPoints` is empty unless the shim starts it. */
type PlannedHook = Pick<ReadHook, 'hook' | 'at'> &
  StartedHook & { route: Route; guardsNothing: boolean };

/**
 * Plans how a host starts hooks. In order, it
 *
 * 1. leaves out the hooks that are not meant for the host, and chooses a route for each other hook;
 * 2. sorts the hooks that get entries, and finds those guards that would no longer judge what they judge
 *    in their own agent, because the host starts rewriters and guards in another order;
 * 3. makes the entries of each hook. If its script may compare paths, the shim asks it about both wordings
 *    of a path;
 * 4. tells what becomes of each hook of step 1.
 */
export function planHooks(
  host: Adapter,
  hooks: readonly ReadHook[],
  options: PlanOptions,
): HookPlan {
  // A file that holds hooks of all dialects takes every hook, also one that names other agents.
  const { holdsAllDialects } = formatOf(host.id);
  const ofHost = hooks.filter(
    ({ hook }) => holdsAllDialects || (hook.agents?.includes(host.id) ?? true),
  );
  const planned = mapSteps(`Planning for ${host.title}`, ofHost, (one): PlannedHook => {
    const route = chooseRoute(host, one, options);
    const entryPoints = route.kind === 'shim' ? route.entryPoints : [];
    const { hook, at } = one;
    const answers = options.answers?.get(one);
    const mayRewrite = !answers || answers.others === 'open' || answers.keys.has('input');
    const isNoGuard = guardsNothing(one, options);
    return { hook, at, route, entryPoints, mayRewrite, guardsNothing: isNoGuard };
  });
  const { all, withEntry, throughShim, lines, carries, ownStarts, order } = planLines(
    host,
    planned,
    options,
  );
  const findings: Finding[] = [];
  const inBothWordings = new Set<PlannedHook>();
  const launchOptions = new Map(
    throughShim.map((one) => {
      const { hook, at, entryPoints } = one;
      const reasons = options.raw
        ? undefined
        : reasonsForBothWordings(host, hook, entryPoints, options.sourceWorkspace);
      if (!reasons) return [one, options] as const;
      const { event } = hook;
      findings.push({ code: 'both-wordings', event, agent: host.title, ...reasons, at });
      inBothWordings.add(one);
      return [one, { ...options, wordings: 'both' as const }] as const;
    }),
  );
  const startOf = ({ one, point }: HookStart<PlannedHook>): LineStart => ({
    hook: one.hook,
    point,
    own: ownStarts?.get(point),
    entryPoints: one.entryPoints,
    options: launchOptions.get(one) ?? options,
    carry: carries.get(one) ?? {},
  });
  const runInTurn = findEventsInTurn(withEntry);
  const entries = mapSteps(`Writing lines for ${host.title}`, withEntry, (one): PlannedEntry[] => {
    const { hook, route, entryPoints } = one;
    if (route.kind === 'unwrapped') {
      return [{ kind: 'unwrapped', hooks: [hook], ...formatOf(host.id).stateHook(host.id, hook) }];
    }
    const starting = entryPoints.flatMap((point) => {
      const line = lines.lineOf(one, point);
      // The entry stands where that of the first of its hooks would stand.
      const isFirst = line[0]?.one === one && line[0].point === point;
      return isFirst ? writeStarts(host, markInTurn(line.map(startOf), runInTurn)) : [];
    });
    return [...starting, ...writeMemoryEntries(host, hook, entryPoints, options)];
  }).flat();
  const results = all.map((one) =>
    resultOf(host, one, order.losses.get(one) ?? [], inBothWordings.has(one)),
  );
  return { results, findings, entries: removeRepeatedMemoryEntries(entries) };
}

/** Which hooks each line of a host starts. */
interface LinePlan {
  /** All hooks, as they were planned. */
  all: readonly PlannedHook[];
  /** The hooks that get entries, in the order in which they are written. */
  withEntry: readonly PlannedHook[];
  throughShim: readonly PlannedHook[];
  lines: SharedLines<PlannedHook>;
  /** What the line of each hook carries. */
  carries: ReadonlyMap<PlannedHook, Json>;
  order: OrderPlan;
  /** Each entry point with a wider matcher than its hook has, with its {@link OwnStart}. Absent: no matcher was widened. */
  ownStarts?: ReadonlyMap<EntryPoint, OwnStart>;
}

/**
 * Plans which hooks each line of a host starts. If guards have losses of order, and fewer have them where the entries
 * of these hooks have a matcher in common, they get it.
 */
function planLines(host: Adapter, planned: readonly PlannedHook[], options: PlanOptions): LinePlan {
  const plan = (all: readonly PlannedHook[]): LinePlan => {
    const withEntry = sortByEvent(all.filter(({ route }) => route.kind !== 'none'));
    const throughShim = withEntry.filter(({ route }) => route.kind === 'shim');
    const lines = findSharedLines(host, options.raw ? [] : throughShim, options);
    const order = options.raw ? emptyOrderPlan : compareOrder(host, throughShim, lines);
    const carries = carriedValuesOf(host, withEntry, order, lines);
    return { all, withEntry, throughShim, lines, carries, order };
  };
  const narrow = plan(planned);
  const { outOfOrder, losses } = narrow.order;
  if (!outOfOrder.size) return narrow;
  const shareable = narrow.throughShim.filter((one) => canShareLine(host, one, options));
  const widerPoints = widenEntryPoints(host, shareable, outOfOrder);
  const wide = plan(
    planned.map((one) => ({
      ...one,
      entryPoints: one.entryPoints.map((point) => widerPoints.get(point) ?? point),
    })),
  );
  if (wide.order.losses.size >= losses.size) return narrow;
  const ownStarts = new Map<EntryPoint, OwnStart>();
  for (const one of shareable)
    for (const point of one.entryPoints) {
      const widerPoint = widerPoints.get(point);
      if (widerPoint) ownStarts.set(widerPoint, { point, carry: narrow.carries.get(one) ?? {} });
    }
  return { ...wide, ownStarts };
}

const eventKeyOf = ({ speaks, event }: Hook): string => `${speaks} ${event}`;

/** Returns the events whose hooks run in turn in their own agent, since one of their hooks says so. */
const findEventsInTurn = (planned: readonly { hook: Hook }[]): ReadonlySet<string> =>
  new Set(planned.flatMap(({ hook }) => (hook.sequential ? eventKeyOf(hook) : [])));

/** Marks one hook of each event that runs in turn, where no hook on the line says so itself. */
function markInTurn(starts: readonly LineStart[], eventsInTurn: ReadonlySet<string>): LineStart[] {
  const said = findEventsInTurn(starts);
  const marked = new Set<string>();
  return starts.map((start) => {
    const key = eventKeyOf(start.hook);
    if (!eventsInTurn.has(key) || said.has(key) || marked.has(key)) return start;
    marked.add(key);
    return { ...start, isInTurn: true };
  });
}

/** Returns what becomes of a planned hook. */
function resultOf(
  host: Adapter,
  { hook, at, route, entryPoints, guardsNothing }: PlannedHook,
  orderLosses: readonly HookLoss[],
  isInBothWordings: boolean,
): HookResult {
  return match(route)
    .returnType<HookResult>()
    .with({ kind: 'unwrapped' }, ({ losses }) => {
      return { hook, at, losses, how: 'native', events: [hook.event] };
    })
    .with({ kind: 'shim' }, ({ losses: routeLosses }) => {
      // chooseRoute has made the losses of the route harmless already, where the hook guards nothing.
      const ofOrder = guardsNothing ? asHarmless(orderLosses) : orderLosses;
      const losses = [...routeLosses, ...ofOrder];
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

/**
 * Classifies a hook that the shim starts:
 *
 * - `degraded`: it has a loss that is more than cosmetic;
 * - `emulated`: all of it works, because the shim supplies something that the host lacks (fields, the count
 *   of follow-ups, or an event of the same kind);
 * - `shim`: all of it works, and the shim only translates.
 */
function degreeOf(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
  losses: readonly HookLoss[],
): Extract<How, 'shim' | 'emulated' | 'degraded'> {
  if (losses.some(({ severity }) => severity !== 'cosmetic')) return 'degraded';
  const own = ownBindingOf(hook);
  const suppliesFields =
    own.requires !== undefined || findRecalledNames(adapterOf(hook.speaks), own).length > 0;
  const countsFollowUps = traitsOf(own.event).ends === 'turn' && !host.capsLoops;
  const isOtherEvent = entryPoints.some(({ binding }) => binding.event !== own.event);
  return suppliesFields || countsFollowUps || isOtherEvent ? 'emulated' : 'shim';
}

/** Sorts hooks by dialect, then by event. Hooks of one event keep the order that they have in the source. */
function sortByEvent(planned: readonly PlannedHook[]): PlannedHook[] {
  // No agent has 100 events.
  const rankOf = ({ hook: { speaks, event } }: PlannedHook): number =>
    Object.keys(adapters).indexOf(speaks) * 100 +
    adapterOf(speaks).bindings.nativeNames.indexOf(event);
  return planned.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/**
 * Returns what the shim line of each hook carries beside the hook itself, mostly for a conversion back to
 * the source:
 *
 * - `n`: the position of the hook among the hooks of its event, where the host's file loses their order;
 * - `chained`: the conversion made the hook run in turn with others. The source did not ask for it;
 * - `again`: which repetition of an equal hook it is, so that the host starts each of them.
 */
function carriedValuesOf(
  host: Adapter,
  withEntry: readonly PlannedHook[],
  order: OrderPlan,
  lines: SharedLines<PlannedHook>,
): Map<PlannedHook, Json> {
  const positions = positionsOf(withEntry, lines);
  const { startsDuplicatesOnce } = tableOf(host.id).firing;
  const repetitions = startsDuplicatesOnce
    ? repetitionsOf(withEntry)
    : new Map<PlannedHook, number>();
  const carriedBy = (one: PlannedHook): Json => {
    const [n, again] = [positions.get(one), repetitions.get(one)];
    return {
      ...(n !== undefined && { n }),
      ...(order.inTurn.has(one) && { chained: true }),
      ...(again !== undefined && { again }),
    };
  };
  return new Map(withEntry.map((one) => [one, carriedBy(one)]));
}

/**
 * Returns the positions of hooks among the hooks of their event in their own agent, from 0. If the hooks of
 * one event go to different events of the host, or to lines that start them in another order, the host's file loses
 * their order: only such hooks get a position.
 */
function positionsOf(
  withEntry: readonly PlannedHook[],
  lines: SharedLines<PlannedHook>,
): Map<PlannedHook, number> {
  const groups = groupBy(withEntry, ({ hook }) => `${hook.speaks} ${hook.event}`);
  const positions = new Map<PlannedHook, number>();
  for (const group of groups.values()) {
    const events = group.map(({ entryPoints, hook }) =>
      entryPoints.length ? entryPoints.map(({ binding }) => binding.native).join(' ') : hook.event,
    );
    const isLost = new Set(events).size > 1 || !keepsOrder(group, lines);
    if (isLost) for (const [i, one] of group.entries()) positions.set(one, i);
  }
  return positions;
}

/** Tells whether the lines of a host start hooks of one event in the order of their list. */
function keepsOrder(hooks: readonly PlannedHook[], lines: SharedLines<PlannedHook>): boolean {
  const [first] = hooks;
  return (first?.entryPoints ?? []).every(({ binding: { native } }) => {
    const started = new Set<PlannedHook>();
    for (const one of hooks)
      for (const point of one.entryPoints)
        if (point.binding.native === native)
          for (const start of lines.lineOf(one, point)) started.add(start.one);
    const inOrder = [...started].filter((one) => hooks.includes(one));
    return inOrder.every((one, i) => one === hooks[i]);
  });
}

/**
 * Numbers the repetitions of hooks that stand several times in the source and run each time there: 2 for
 * the second of equal hooks, and so on. The first has no number. A host that starts identical entries only
 * once thereby gets lines that differ.
 */
function repetitionsOf(withEntry: readonly PlannedHook[]): Map<PlannedHook, number> {
  const counted = withEntry.filter(
    ({ hook, route }) => route.kind === 'shim' && !tableOf(hook.speaks).firing.startsDuplicatesOnce,
  );
  const repetitions = new Map<PlannedHook, number>();
  for (const equals of groupBy(counted, ({ hook }) => JSON.stringify(hook)).values())
    for (const [i, one] of equals.entries()) if (i) repetitions.set(one, i + 1);
  return repetitions;
}

/** Removes repeated memory entries from the plan: one entry that records an event serves all hooks. */
function removeRepeatedMemoryEntries(entries: readonly PlannedEntry[]): PlannedEntry[] {
  const seen = new Set<string>();
  return entries.filter((one) => {
    if (one.kind !== 'memory') return true;
    const key = JSON.stringify([one.event, one.entry]);
    return !seen.has(key) && seen.add(key);
  });
}
