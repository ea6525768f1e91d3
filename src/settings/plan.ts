import type { Adapter, Json } from '../adapter.ts';
import type { EventName } from '../canonical/event.ts';
import type { Hook } from '../canonical/hook.ts';
import { gates } from '../canonical/kinds.ts';
import type { Severity } from '../canonical/loss.ts';
import { adapterOf } from '../host.ts';
import { bindingNamed } from '../plan.ts';
import { isNative, writeEntry } from './entry.ts';
import { type HookLoss, lossesOf } from './losses.ts';
import type { At, Placed } from './read.ts';
import { servesBoth } from './serves.ts';
import { type Launching, tableOf, type Way, type Written, waysOf, wrap } from './wrap.ts';

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
}

/** Hooks as they are to stand in a host, in order, and what becomes of each. */
export interface Plan {
  rows: Row[];
  written: Written[];
}

/** Plans hooks into a host's settings. */
export function planHooks(host: Adapter, hooks: readonly Placed[], options: PlanOptions): Plan {
  const wanted = hooks.filter(({ hook }) => hook.agents?.includes(host.id) ?? true);
  const ways = new Map<Placed, Way[]>();
  const known = new Map<string, Way[]>();
  for (const one of wanted) {
    const { speaks, event, matcher } = one.hook;
    const key = JSON.stringify([speaks, event, matcher]);
    const found = known.get(key) ?? waysOf(host, one.hook);
    known.set(key, found);
    ways.set(one, found);
  }
  const places = orders(wanted, ways);
  const rows: Row[] = [];
  const written: Written[] = [];
  for (const one of wanted) {
    const order = places.get(one);
    const way = ways.get(one) as Way[];
    const made = planHook(host, one.hook, way, options, order === undefined ? {} : { n: order });
    rows.push({ at: one.at, ...made.row });
    written.push(...made.written);
  }
  return { rows, written: unique(written) };
}

function planHook(
  host: Adapter,
  hook: Hook,
  ways: readonly Way[],
  { force, ...launching }: PlanOptions,
  carry: Json,
): { row: Row; written: Written[] } {
  const row = (how: How, losses: HookLoss[], events: string[] = []): Row => ({
    hook,
    how,
    events,
    losses,
  });
  const table = tableOf(host.id);
  if (hook.speaks === host.id && isNative(table, hook)) {
    const { entry, group } = writeEntry(table, hook);
    return {
      row: row('native', [], [hook.event]),
      written: [{ event: hook.event, entry, group }],
    };
  }
  const guard = gates.includes(bindingNamed(adapterOf(hook.speaks), hook.event).event);
  const severity: Severity = guard ? 'unsafe' : 'lossy';
  if (!hook.command) {
    const text = 'a hook that a model answers, not a command, has no form there';
    return { row: row('lost', [{ severity, text }]), written: [] };
  }
  const both = force ? undefined : servesBoth(host, hook);
  if (both) {
    const losses = [{ severity, text: both.text }];
    return { row: { ...row('kept', losses), hint: both.hint }, written: [] };
  }
  const losses = lossesOf(host, hook, ways);
  if (launching.raw && ways.length) losses.push(rawLoss(host));
  if (!ways.length) return { row: row('lost', losses), written: [] };
  const written = wrap(host, hook, ways, launching, carry);
  const events = [...new Set(ways.map(({ reach }) => reach.binding.native))];
  const canonical = [...new Set(ways.map(({ reach }) => reach.binding.event))];
  const how = howOf(host, hook, ways, losses);
  return { row: { ...row(how, losses, events), canonical }, written };
}

function howOf(host: Adapter, hook: Hook, ways: readonly Way[], losses: readonly HookLoss[]): How {
  if (losses.some(({ severity }) => severity !== 'cosmetic')) return 'degraded';
  const own = bindingNamed(adapterOf(hook.speaks), hook.event);
  const supplied = own.requires ?? own.recalls;
  const looped = own.event === 'stop' && !host.capsLoops;
  const turned = ways.some(({ reach }) => reach.binding.event !== own.event);
  return supplied || looped || turned ? 'emulated' : 'shim';
}

/**
 * Where the hooks of one event stand at different events of the host, their order is lost there:
 * each carries its place.
 */
function orders(hooks: readonly Placed[], ways: Map<Placed, Way[]>): Map<Placed, number> {
  const groups = new Map<string, Placed[]>();
  for (const one of hooks) {
    const key = JSON.stringify([one.hook.speaks, one.hook.event]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const out = new Map<Placed, number>();
  const at = (one: Placed) =>
    (ways.get(one) ?? []).map(({ reach }) => reach.binding.native).join(' ');
  for (const group of groups.values()) {
    const stood = group.filter((one) => (ways.get(one) ?? []).length);
    if (new Set(stood.map(at)).size < 2) continue;
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

const rawLoss = (host: Adapter): HookLoss => ({
  severity: 'lossy',
  text: `only renamed: the script must speak as ${host.title} wants it`,
});
