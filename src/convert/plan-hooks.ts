import { match, P } from 'ts-pattern';
import { adapters } from '../adapters/index.ts';
import type { EventName } from '../canonical/event.ts';
import type { Hook } from '../canonical/hook.ts';
import type { Severity } from '../canonical/loss.ts';
import { traitsOf } from '../canonical/traits.ts';
import { findAgentFlag } from '../check/multi-agent-command.ts';
import { reasonsForBothWordings } from '../check/path-wordings/guard.ts';
import { findRecalledNames } from '../coverage/coverage.ts';
import { type EntryPoint, entryPointsOf } from '../coverage/entry-points.ts';
import type { Adapter } from '../mapping/adapter.ts';
import type { System } from '../mapping/settings.ts';
import { findShownSecrets } from '../settings/command-line/headers.ts';
import type { Finding, Position } from '../settings/finding.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { formatOf } from '../settings/formats/index.ts';
import {
  handlerOf,
  hasKnownEvent,
  isGate,
  isGuard,
  otherSystems,
  ownBindingOf,
  systemOf,
} from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import type { Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { groupBy } from '../util/group.ts';
import type { HookLoss, LossReason } from './hook-loss.ts';
import { asHarmless, lossesOf } from './losses.ts';
import { compareOrder, noOrder, type PlacedHook } from './order.ts';
import { lossOfVariables } from './settings-variables.ts';
import { isForWindows, type LaunchOptions, type PlannedEntry, wrapHook } from './wrap-hook.ts';

/** `kept`: left as it is on purpose; `hint` is what to do instead, `instead` the line to register. */
type Unconverted = { how: 'lost' } | { how: 'kept'; hint?: string; instead?: string | undefined };

/**
 * What becomes of one hook, and the host's events that it stands at. `native`: as it is. `shim`: all of it.
 * `emulated`: the shim supplies what the host lacks. `degraded`: some of its answers are not heard.
 */
export type HookResult = {
  hook: Hook;
  at?: Position | undefined;
  losses: HookLoss[];
  /** Its script was read, and shows no verdict. */
  quiet?: boolean;
} & (
  | { how: 'native'; events: string[] }
  | {
      how: 'shim' | 'emulated' | 'degraded';
      events: string[];
      canonical: EventName[];
      ways: readonly EntryPoint[];
      /** As its line says it. */
      wordings?: LaunchOptions['wordings'];
    }
  | (Unconverted & { events: [] })
);

export type How = HookResult['how'];

export interface PlanOptions extends LaunchOptions {
  /** Wrap a command even if it knows this host itself. */
  force?: boolean | undefined;
  /** Start hooks of the host's own dialect through the shim as well, although it has them as they are. */
  wrapsOwn?: boolean | undefined;
  /** Where the hooks run at home; absent: their scripts are not read. */
  sourceWorkspace?: Workspace | undefined;
  /** Hooks that the host's own settings have, in other words. */
  heldBack?: ReadonlySet<ReadHook> | undefined;
  /** Hooks whose values nobody is to share, by the file that one person has. */
  personal?: ReadonlyMap<ReadHook, string> | undefined;
  /** The variables that the settings of the source's agent give to hooks, and the target's do not. */
  variables?: { agent: string; names: readonly string[] } | undefined;
  /** Hooks that never run at home. */
  neverRun?: ReadonlySet<ReadHook> | undefined;
}

/** Hooks as they are to stand in a host, in order, and what becomes of each. */
export interface HookPlan {
  results: HookResult[];
  findings: Finding[];
  entries: PlannedEntry[];
}

/** How a hook gets there, or why not. */
type Route =
  | { kind: 'native'; losses: HookLoss[] }
  | { kind: 'shim'; ways: EntryPoint[]; losses: HookLoss[] }
  | (Unconverted & { kind: 'none'; losses: HookLoss[] });

type PlannedHook = Pick<ReadHook, 'hook' | 'at'> & PlacedHook & { route: Route };

/** Plans hooks into a host's settings. */
export function planHooks(
  host: Adapter,
  hooks: readonly ReadHook[],
  options: PlanOptions,
): HookPlan {
  const { anyDialect, stateHook: state } = formatOf(host.id);
  const planned = hooks
    .filter(({ hook }) => anyDialect || (hook.agents?.includes(host.id) ?? true))
    .map((one): PlannedHook => {
      const { hook, at } = one;
      const found: Route = options.heldBack?.has(one)
        ? { kind: 'none', how: 'kept', losses: [] }
        : (keepPersonalHook(options.force ? undefined : options.personal?.get(one), hook) ??
          routeOf(host, hook, options));
      const isDead = options.neverRun?.has(one);
      const watches = hook.answer !== undefined || hook.guard === false || isDead;
      const kept = one.lost?.values !== undefined ? addLossOfValues(found, hook) : found;
      const whole = addLossOfVariables(kept, host, one, options);
      const course = watches && found.kind !== 'native' ? withoutSeverity(whole, hook) : whole;
      return { hook, at, route: course, ways: course.kind === 'shim' ? course.ways : [] };
    });
  const standing = sortByEvent(planned.filter(({ route: course }) => course.kind !== 'none'));
  const places = positionsOf(standing);
  const again = tableOf(host.id).firing.startsDuplicatesOnce
    ? repetitionsOf(standing)
    : new Map<PlannedHook, number>();
  const order = options.raw
    ? noOrder
    : compareOrder(
        host,
        standing.filter(({ route: course }) => course.kind === 'shim'),
      );
  const findings: Finding[] = [];
  const inBoth = new Set<PlannedHook>();
  const written = standing.flatMap((one): PlannedEntry[] => {
    const { hook, route: course, ways } = one;
    if (course.kind === 'native') return [{ kind: 'plain', ...state(host.id, hook) }];
    const n = places.get(one);
    const chained = order.sequential.has(one);
    const nth = again.get(one);
    const carry = {
      ...(n !== undefined && { n }),
      ...(chained && { chained }),
      ...(nth !== undefined && { again: nth }),
    };
    const compared = options.raw
      ? undefined
      : reasonsForBothWordings(host, hook, ways, options.sourceWorkspace);
    if (!compared) return wrapHook(host, hook, ways, options, carry);
    const { event } = hook;
    findings.push({ code: 'both-wordings', event, agent: host.title, ...compared, at: one.at });
    inBoth.add(one);
    return wrapHook(host, hook, ways, { ...options, wordings: 'both' }, carry);
  });
  const rows = planned.map((one): HookResult => {
    const { hook, at, route: course } = one;
    return match(course)
      .with({ kind: 'native' }, ({ losses }): HookResult => {
        return { hook, at, losses, how: 'native', events: [hook.event] };
      })
      .with({ kind: 'shim' }, ({ ways, losses: own }): HookResult => {
        const ordered = order.losses.get(one) ?? [];
        const losses = [...own, ...(hook.guard === false ? asHarmless(ordered) : ordered)];
        const bindings = ways.map(({ binding }) => binding);
        const events = [...new Set(bindings.map(({ native }) => native))];
        const canonical = [...new Set(bindings.map(({ event }) => event))];
        const how = degreeOf(host, hook, ways, losses);
        const wordings = inBoth.has(one) ? { wordings: 'both' as const } : {};
        return { hook, at, losses, how, events, canonical, ways, ...wordings };
      })
      .with(
        { kind: 'none' },
        ({ kind: _, ...none }): HookResult => ({ hook, at, events: [], ...none }),
      )
      .exhaustive();
  });
  return { results: rows, findings, entries: removeRepeatedMemories(written) };
}

/** The course of a hook that guards nothing, or never runs. */
function withoutSeverity<C extends Route>(course: C, hook: Hook): C {
  const { title: agent } = adapterOf(hook.speaks);
  const losses = asHarmless(course.losses).map((loss): HookLoss => {
    return loss.code === 'unknown-event' && hook.guard !== false
      ? { severity: 'lossy', code: 'never-runs', agent }
      : loss;
  });
  return { ...course, losses };
}

/** The course of a hook whose values are lost: without them it is another hook. */
function addLossOfValues(course: Route, hook: Hook): Route {
  if (course.kind === 'none') return course;
  const severity: Severity = isGate(hook) ? 'unsafe' : 'lossy';
  return { ...course, losses: [...course.losses, { severity, code: 'values-lost' }] };
}

/** The course of a hook that its own agent's settings give variables, which it reads. */
function addLossOfVariables(
  course: Route,
  host: Adapter,
  one: ReadHook,
  { variables, sourceWorkspace: home }: PlanOptions,
): Route {
  if (course.kind !== 'shim' || !variables) return course;
  const agents = { from: variables.agent, to: host.title };
  const loss = lossOfVariables(one, variables.names, agents, home);
  return loss ? { ...course, losses: [...course.losses, loss] } : course;
}

/** The course of a hook whose values stay in a file: it is left there as well, since it needs them. */
function keepPersonalHook(file: string | undefined, hook: Hook): Route | undefined {
  if (file === undefined) return undefined;
  const severity: Severity = isGate(hook) ? 'unsafe' : 'lossy';
  return { kind: 'none', how: 'kept', losses: [{ severity, code: 'values-personal', file }] };
}

function routeOf(host: Adapter, hook: Hook, options: PlanOptions): Route {
  const { force, raw, for: platform } = options;
  const { title: agent } = host;
  const { event } = hook;
  if (options.wrapsOwn && isWrappable(host.id, hook)) {
    return { kind: 'shim', ways: entryPointsOf(host, hook), losses: [] };
  }
  if (formatOf(host.id).canState(host.id, hook)) {
    const voids = tableOf(host.id).validation.unknownEventDropsFile && !hasKnownEvent(hook);
    const losses: HookLoss[] = voids
      ? [{ severity: 'unsafe', code: 'event-voids', agent, event }]
      : [];
    return { kind: 'native', losses };
  }
  if (!hasKnownEvent(hook)) {
    const { title: agent } = adapterOf(hook.speaks);
    const loss: HookLoss = { severity: 'unsafe', code: 'unknown-event', agent, event };
    return { kind: 'none', how: 'lost', losses: [loss] };
  }
  const severity: Severity = isGate(hook) ? 'unsafe' : 'lossy';
  const system = systemOf({ for: platform });
  const unable =
    reasonWithoutAnswer(hook, system) ?? (raw ? reasonNotStated(host, hook) : undefined);
  if (unable) return { kind: 'none', how: 'lost', losses: [{ severity, ...unable }] };
  const both = force || hook.speaks === host.id ? undefined : findAgentFlag(host, hook);
  if (both) {
    const { vendor, hint, instead } = both;
    const loss: HookLoss = { severity, code: 'serves-several', vendor };
    return { kind: 'none', how: 'kept', losses: [loss], hint, instead };
  }
  const ways = entryPointsOf(host, hook);
  const losses = lossesOf(host, hook, ways);
  if (!ways.length) return { kind: 'none', how: 'lost', losses };
  const systems = otherSystems(hook, system);
  if (systems.length) losses.push({ severity: 'lossy', code: 'other-systems', systems });
  const names = options.valuesOnLine && !raw ? findShownSecrets(tableOf(host.id), hook) : [];
  if (names.length) losses.push({ severity: 'lossy', code: 'values-shown', names });
  const { windowsShell: shell } = tableOf(host.id).commandLine;
  if (raw) losses.push({ severity: 'lossy', code: 'only-renamed', agent });
  else if (shell && isForWindows({ for: platform })) {
    const severity = isGuard(hook) ? 'unsafe' : 'lossy';
    losses.push({ severity, code: 'windows-shell', agent, shell });
  }
  return { kind: 'shim', ways, losses };
}

/**
 * Whether the shim can start a hook for its own agent: it is a command, the agent waits for its answer,
 * and the agent's settings can state all of it.
 */
export const isWrappable = (vendor: string, hook: Hook): boolean =>
  hasKnownEvent(hook) &&
  ['shell', 'program'].includes(handlerOf(hook).kind) &&
  !tableOf(vendor).entry.backgroundKeys?.some((key) => hook.rest?.[key]) &&
  formatOf(vendor).canState(vendor, hook);

/** Why no agent but its own can have a hook answered. */
const reasonWithoutAnswer = (hook: Hook, system: System): LossReason | undefined =>
  match(handlerOf(hook, system))
    .with({ kind: P.union('shell', 'program', 'http') }, () => undefined)
    .with({ kind: 'model' }, (): LossReason => ({ code: 'model-answers' }))
    .with(
      { kind: 'mcp' },
      ({ server, tool }): LossReason => ({ code: 'mcp-answers', server, tool }),
    )
    .with({ kind: 'elsewhere' }, ({ systems }): LossReason => ({ code: 'runs-elsewhere', systems }))
    .with({ kind: 'foreign' }, ({ type }): LossReason => ({ code: 'unknown-handler', type }))
    .exhaustive();

/** Why a hook cannot stand in a host's file as it is. */
const reasonNotStated = (host: Adapter, { url }: Hook): LossReason | undefined =>
  url !== undefined && !tableOf(host.id).entry.http ? { code: 'http-answers', url } : undefined;

function degreeOf(
  host: Adapter,
  hook: Hook,
  ways: readonly EntryPoint[],
  losses: readonly HookLoss[],
) {
  if (losses.some(({ severity }) => severity !== 'cosmetic')) return 'degraded';
  const own = ownBindingOf(hook);
  const supplied = own.requires !== undefined || findRecalledNames(own).length > 0;
  const looped = traitsOf(own.event).ends === 'turn' && !host.capsLoops;
  const turned = ways.some(({ binding }) => binding.event !== own.event);
  return supplied || looped || turned ? 'emulated' : 'shim';
}

/** Hooks by dialect and event: in whose order a file holds them, no other file could say. */
function sortByEvent(planned: readonly PlannedHook[]): PlannedHook[] {
  const place = ({ hook: { speaks, event } }: PlannedHook): number =>
    Object.keys(adapters).indexOf(speaks) * 100 + adapterOf(speaks).bindings.natives.indexOf(event);
  return planned.toSorted((a, b) => place(a) - place(b));
}

/**
 * Where the hooks of one event stand at different events of the host, their order is lost there:
 * each carries its place.
 */
function positionsOf(standing: readonly PlannedHook[]): Map<PlannedHook, number> {
  const groups = groupBy(standing, ({ hook }) => `${hook.speaks} ${hook.event}`);
  const out = new Map<PlannedHook, number>();
  for (const group of groups.values()) {
    const events = group.map(({ ways, hook }) =>
      ways.length ? ways.map(({ binding }) => binding.native).join(' ') : hook.event,
    );
    if (new Set(events).size > 1) for (const [i, one] of group.entries()) out.set(one, i);
  }
  return out;
}

/** Hooks that run as often as they are there at home: how many of the kind stand before each. */
function repetitionsOf(standing: readonly PlannedHook[]): Map<PlannedHook, number> {
  const counted = standing.filter(({ hook, route: course }) => {
    return course.kind === 'shim' && !tableOf(hook.speaks).firing.startsDuplicatesOnce;
  });
  const out = new Map<PlannedHook, number>();
  for (const alike of groupBy(counted, ({ hook }) => JSON.stringify(hook)).values())
    for (const [i, one] of alike.entries()) if (i) out.set(one, i + 1);
  return out;
}

/** Entries that only remember serve every hook that needs them. */
function removeRepeatedMemories(written: readonly PlannedEntry[]): PlannedEntry[] {
  const seen = new Set<string>();
  return written.filter((one) => {
    const key = JSON.stringify([one.event, one.entry]);
    if (one.kind !== 'memory') return true;
    return !seen.has(key) && seen.add(key);
  });
}
