import { match, P } from 'ts-pattern';
import { adapters } from '../adapters/index.ts';
import type { EventName } from '../canonical/event.ts';
import type { Hook } from '../canonical/hook.ts';
import { gates } from '../canonical/kinds.ts';
import type { Severity } from '../canonical/loss.ts';
import type { Adapter } from '../mapping/adapter.ts';
import type { System } from '../mapping/settings.ts';
import { adapterOf } from '../translate/host.ts';
import { bindingNamed } from '../translate/plan.ts';
import type { Json } from '../util/json.ts';
import {
  isForWindows,
  type Launching,
  type Way,
  type Written,
  waysOf,
  wrap,
} from './command-line/wrap.ts';
import { recalledBy } from './coverage/coverage.ts';
import type { At } from './findings/finding.ts';
import type { HookLoss, Want } from './findings/hook-loss.ts';
import { lossesOf } from './findings/losses.ts';
import { servesBoth } from './findings/serves.ts';
import type { Placed } from './formats/format.ts';
import { formatOf } from './formats/index.ts';
import { handlerOf, otherSystems, systemOf } from './handler.ts';
import { type Order, orderOf } from './order.ts';
import { tableOf } from './tables.ts';

/**
 * How a hook gets there. `native`: as it is. `shim`: all of it. `emulated`: the shim supplies what
 * the host lacks. `degraded`: some of its answers are not heard. `kept`: left as it is on purpose.
 */
export type How = 'native' | 'shim' | 'emulated' | 'degraded' | 'lost' | 'kept';

/** What becomes of one hook. */
export interface Row {
  hook: Hook;
  at?: At | undefined;
  how: How;
  /** The host's events it stands at. */
  events: string[];
  losses: HookLoss[];
  /** The canonical events of those. */
  canonical?: EventName[];
  /** What to do instead. */
  hint?: string;
}

export interface PlanOptions extends Launching {
  /** Wrap a command even if it knows this host itself. */
  force?: boolean | undefined;
  /** Hooks that the host's own settings have, in other words. */
  held?: ReadonlySet<Placed> | undefined;
}

/** Hooks as they are to stand in a host, in order, and what becomes of each. */
export interface Plan {
  rows: Row[];
  written: Written[];
}

/** A hook and what becomes of it, before anything is written. */
interface Planned {
  row: Row;
  ways: readonly Way[];
}

/** Plans hooks into a host's settings. */
export function planHooks(host: Adapter, hooks: readonly Placed[], options: PlanOptions): Plan {
  const known = new Map<string, Way[]>();
  const ways = (hook: Hook): Way[] => {
    const key = JSON.stringify([hook.speaks, hook.event, hook.matcher, hook.tools]);
    const found = known.get(key) ?? waysOf(host, hook);
    known.set(key, found);
    return found;
  };
  const { anyDialect } = formatOf(host.id);
  const planned = hooks
    .filter(({ hook }) => anyDialect || (hook.agents?.includes(host.id) ?? true))
    .map((one) => {
      const { hook, at } = one;
      const row = { hook, at, how: 'kept' as const, events: [], losses: [] };
      if (options.held?.has(one)) return { row, ways: [] };
      return planHook(host, { hook, at }, ways, options);
    });
  const standing = sorted(
    planned.filter(({ row }) => row.events.length),
    ({ row }) => row.hook,
  );
  const places = orders(standing);
  const { chained, losses } = options.raw ? none : orderOf(host, standing.filter(isTranslated));
  for (const [{ row }, loss] of losses) Object.assign(row, { how: 'degraded' }).losses.push(loss);
  const written = standing.flatMap((one) => {
    const n = places.get(one);
    const carry = { ...(n !== undefined && { n }), ...(chained.has(one) && { chained: true }) };
    return write(host, one, options, carry);
  });
  return { rows: planned.map(({ row }) => row), written: unique(written) };
}

const isTranslated = ({ row }: Planned): boolean => row.how !== 'native';

const none: Order = { chained: new Set(), losses: [] };

/** Hooks by dialect and event: in whose order a file holds them, no other file could say. */
function sorted<T>(list: readonly T[], hookOf: (one: T) => Hook): T[] {
  const place = (one: T): number => {
    const { speaks, event } = hookOf(one);
    const dialect = Object.keys(adapters).indexOf(speaks);
    return dialect * 100 + adapterOf(speaks).bindings.natives.indexOf(event);
  };
  return [...list].sort((a, b) => place(a) - place(b));
}

function planHook(
  host: Adapter,
  one: Pick<Row, 'hook' | 'at'>,
  waysFor: (hook: Hook) => Way[],
  options: PlanOptions,
): Planned {
  const { force, raw } = options;
  const { hook } = one;
  if (formatOf(host.id).says(host.id, hook)) {
    return { row: { ...one, how: 'native', events: [hook.event], losses: [] }, ways: [] };
  }
  const ways = waysFor(hook);
  const planned = (how: How, losses: HookLoss[], more: Partial<Row> = {}): Planned => ({
    row: { ...one, how, events: [], losses, ...more },
    ways,
  });
  const guard = gates.includes(bindingNamed(adapterOf(hook.speaks), hook.event).event);
  const severity: Severity = guard ? 'unsafe' : 'lossy';
  const system = systemOf(options);
  const unable = unanswered(hook, system);
  if (unable) return planned('lost', [{ severity, ...unable }]);
  const both = force || hook.speaks === host.id ? undefined : servesBoth(host, hook);
  if (both) {
    const { vendor, hint } = both;
    return planned('kept', [{ severity, code: 'serves-several', vendor }], { hint });
  }
  const losses = lossesOf(host, hook, ways);
  const systems = otherSystems(hook, system);
  if (systems.length && ways.length)
    losses.push({ severity: 'lossy', code: 'other-systems', systems });
  if (raw && ways.length) {
    losses.push({ severity: 'lossy', code: 'only-renamed', agent: host.title });
  }
  const { windowsShell: shell } = tableOf(host.id);
  if (shell && !raw && ways.length && isForWindows(options)) {
    const severity = guard && hook.onFailure !== 'allow' ? 'unsafe' : 'lossy';
    losses.push({ severity, code: 'windows-shell', agent: host.title, shell });
  }
  if (!ways.length) return planned('lost', losses);
  const bindings = ways.map(({ reach }) => reach.binding);
  return planned(howOf(host, hook, ways, losses), losses, {
    events: [...new Set(bindings.map(({ native }) => native))],
    canonical: [...new Set(bindings.map(({ event }) => event))],
  });
}

/** Why no agent but its own can have a hook answered. */
const unanswered = (hook: Hook, system: System): Want | undefined =>
  match(handlerOf(hook, system))
    .with({ kind: P.union('shell', 'program') }, () => undefined)
    .with({ kind: 'model' }, (): Want => ({ code: 'model-answers' }))
    .with({ kind: 'http' }, ({ url }): Want => ({ code: 'http-answers', url }))
    .with({ kind: 'mcp' }, ({ server, tool }): Want => ({ code: 'mcp-answers', server, tool }))
    .with({ kind: 'elsewhere' }, ({ systems }): Want => ({ code: 'runs-elsewhere', systems }))
    .with({ kind: 'foreign' }, ({ type }): Want => ({ code: 'unknown-handler', type }))
    .exhaustive();

/** The entries of a hook that stands in the host. */
function write(
  host: Adapter,
  { row: { hook, how }, ways }: Planned,
  launching: Launching,
  carry: Json,
): Written[] {
  if (how !== 'native') return wrap(host, hook, ways, launching, carry);
  return [formatOf(host.id).state(host.id, hook)];
}

function howOf(host: Adapter, hook: Hook, ways: readonly Way[], losses: readonly HookLoss[]): How {
  if (losses.some(({ severity }) => severity !== 'cosmetic')) return 'degraded';
  const own = bindingNamed(adapterOf(hook.speaks), hook.event);
  const supplied = own.requires !== undefined || recalledBy(own).length > 0;
  const looped = own.event === 'stop' && !host.capsLoops;
  const turned = ways.some(({ reach }) => reach.binding.event !== own.event);
  return supplied || looped || turned ? 'emulated' : 'shim';
}

/**
 * Where the hooks of one event stand at different events of the host, their order is lost there:
 * each carries its place.
 */
function orders(standing: readonly Planned[]): Map<Planned, number> {
  const groups = new Map<string, Planned[]>();
  for (const one of standing) {
    const { speaks, event } = one.row.hook;
    const key = `${speaks} ${event}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const out = new Map<Planned, number>();
  for (const group of groups.values()) {
    if (new Set(group.map(({ row }) => row.events.join(' '))).size < 2) continue;
    for (const [i, one] of group.entries()) out.set(one, i);
  }
  return out;
}

/** Entries that only remember serve every hook that needs them. */
function unique(written: readonly Written[]): Written[] {
  const seen = new Set<string>();
  return written.filter((one) => {
    if (!one.remembers) return true;
    const key = JSON.stringify([one.event, one.entry]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
