import type { Hook } from '../../canonical/hook.ts';
import { gates } from '../../canonical/kinds.ts';
import type { Adapter, Binding, Context } from '../../mapping/adapter.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { adapterOf } from '../../translate/host.ts';
import { machine } from '../../translate/io.ts';
import { bindingNamed, planOf } from '../../translate/plan.ts';
import { encodeOutcome } from '../../translate/response.ts';
import type { Json } from '../../util/json.ts';
import { type Coverage, coverageOf, recalledBy } from '../coverage/coverage.ts';
import { hostMatcher } from '../coverage/matcher.ts';
import { stated, writeEntry } from '../entry.ts';
import type { Stated } from '../formats/format.ts';
import { lineOf, systemOf } from '../handler.ts';
import { tableOf } from '../tables.ts';
import { flagsOf } from './flags.ts';
import { echoEnding, writeLine } from './line.ts';

/** One native entry to be written. */
export interface Written extends Stated {
  /** Runs through the shim. */
  wrapped?: true;
  /** Only remembers what a hook will be told later. */
  remembers?: true;
}

/** A way for a hook into a host. */
export interface Way {
  reach: Coverage;
  matcher?: string;
}

/** Every event of a host that a hook must stand at; empty: the host never fires for it. */
export function waysOf(host: Adapter, hook: Hook): Way[] {
  const dialect = adapterOf(hook.speaks);
  const table = tableOf(host.id);
  const about = {
    dialect,
    event: hook.event,
    matcher: hook.matcher,
    tools: hook.tools,
  };
  if (dialect === host) {
    const binding = bindingNamed(host, hook.event);
    const reach = { binding, own: [], mcp: true, other: true };
    return [{ reach, ...(hook.matcher === undefined ? {} : { matcher: hook.matcher }) }];
  }
  return coverageOf(host, about).flatMap((reach) => {
    const { native, event } = reach.binding;
    const doors = table.routes?.[event]?.filter((door) => door.native === native) ?? [{ native }];
    return doors.flatMap((door) => {
      const matcher = hostMatcher(host, about, reach, door);
      return matcher === null ? [] : [{ reach, ...(matcher === undefined ? {} : { matcher }) }];
    });
  });
}

/** Whether a runner that is missing or killed stops what its hook guards: it is our failure. */
const closed = (binding: Binding, hook: Hook): boolean =>
  gates.includes(binding.event) && hook.onFailure !== 'allow';

/** The host's own limit lets the hook's pass first; both in milliseconds. */
const outer = (timeout: number): number => Math.min(timeout + Math.max(5000, timeout / 2), longest);

/** What is longer, a timer of Node's takes for nothing. */
const longest = 2 ** 31 - 1;

/** What a runner that is missing or was killed must have said. */
function ending(host: Adapter, binding: Binding, hook: Hook, substitutes: boolean): string {
  const context: Context = { adapter: host, event: { event: binding.event }, world: machine };
  const reason =
    'anyhook: the runner did not run, or was killed. Is node in PATH? Else run anyhook sync, or anyhook convert again.';
  const denied =
    closed(binding, hook) && encodeOutcome(binding, { decision: 'deny', reason }, context);
  return echoEnding(denied || binding.silence, substitutes);
}

/** How entries start what they run. */
export interface Launching {
  launcher: string;
  /** Only rename: the script itself speaks the host's dialect. */
  raw?: boolean | undefined;
  /** Where its agent will run; default: here. */
  for?: 'windows' | undefined;
}

/** Whether lines are written for Windows. */
export const isForWindows = ({ for: platform }: Pick<Launching, 'for'>): boolean =>
  platform === 'windows' || process.platform === 'win32';

/** A hook in other words, without what only its own agent's settings say. */
function renamed({ rest: _, group: __, matcher: ___, ...hook }: Hook, matcher?: string) {
  return matcher === undefined ? hook : { ...hook, matcher };
}

/** A hook as entries of a host that runs it through the shim. */
export function wrap(
  host: Adapter,
  hook: Hook,
  ways: readonly Way[],
  { launcher, raw, ...where }: Launching,
  carry?: Json,
): Written[] {
  const table = tableOf(host.id);
  const dialect = adapterOf(hook.speaks);
  const stops = ['stop', 'subagent-stop'].includes(bindingNamed(dialect, hook.event).event);
  const loop = hook.loopLimit === undefined ? dialect.runtime.loopLimit : hook.loopLimit;
  const line = lineOf(hook, systemOf(where));
  const wrapped = ways.map(({ reach: { binding }, matcher }) => {
    if (raw) return { event: binding.native, ...writeEntry(table, renamed(hook, matcher)) };
    const command = writeLine({
      launcher,
      flags: flagsOf(table, host.id, hook, {
        ...carry,
        ...(line !== hook.command && { command: hook.command }),
      }),
      command: line,
      substitutes: table.substitutes,
      ...(table.closes === 'line' && {
        ending: ending(host, binding, hook, table.substitutes),
      }),
    });
    const native: Partial<Hook> = {
      ...hook,
      command,
      ...(hook.timeout === undefined ? {} : { timeout: outer(hook.timeout) }),
    };
    delete native.matcher;
    delete native.onFailure;
    delete native.loopLimit;
    delete native.env;
    if (carry?.chained) native.sequential = true;
    if (matcher !== undefined) native.matcher = matcher;
    if (table.closes === 'host' && closed(binding, hook)) native.onFailure = 'block';
    if (stops) native.loopLimit = loop;
    if (hook.env && keepsEnv(table, hook.env)) native.env = hook.env;
    return {
      event: binding.native,
      entry: { ...table.always, ...stated(table.entry, native) },
      group: stated(table.group, native),
      wrapped: true as const,
    };
  });
  return [...wrapped, ...(raw ? [] : memories(host, hook, ways, launcher))];
}

/** Whether the host's own field says a hook's variables, as they are. */
export const keepsEnv = (table: SettingsTable, env: Hook['env'] = {}): boolean =>
  table.entry.env !== undefined &&
  Object.keys(env).length > 0 &&
  !(table.substitutes && Object.values(env).some((value) => value.includes('$')));

/** Entries that only remember what the hook will be told later. */
function memories(host: Adapter, hook: Hook, ways: readonly Way[], launcher: string): Written[] {
  const table = tableOf(host.id);
  const own = bindingNamed(adapterOf(hook.speaks), hook.event);
  const recalls = recalledBy(own);
  const told = (binding: Binding, field: string) =>
    planOf(binding).plain.some(({ canon }) => canon === field);
  const missing = recalls.filter((field) => ways.some(({ reach }) => !told(reach.binding, field)));
  // Where a prompt begins: told once a prompt, or held until the next.
  const oncePerPrompt = !own.eager && ways.some(({ reach }) => reach.binding.eager);
  if (oncePerPrompt || hook.halt === 'strict') missing.push('prompt');
  return host.bindings
    .all()
    .filter(({ remembers = {} }) => missing.some((field) => Object.hasOwn(remembers, field)))
    .map((binding) => {
      const command = writeLine({
        launcher,
        flags: ['--host', host.id, '--as', hook.speaks],
        substitutes: table.substitutes,
        ...(table.closes === 'line' && {
          ending: echoEnding(binding.silence, table.substitutes),
        }),
      });
      return {
        event: binding.native,
        entry: { ...table.always, ...stated(table.entry, { command }) },
        group: {},
        wrapped: true as const,
        remembers: true as const,
      };
    });
}
