import type { Hook } from '../canonical/hook.ts';
import { isGateEvent, traitsOf } from '../canonical/traits.ts';
import { findRecalledNames } from '../coverage/coverage.ts';
import type { EntryPoint } from '../coverage/entry-points.ts';
import { findLaterBindings } from '../coverage/later.ts';
import { needsServerNames } from '../coverage/mcp-servers.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import { endingOf } from '../settings/command-line/ending.ts';
import { canEntryStateEnv, writeHookFlags } from '../settings/command-line/flags.ts';
import { writeShimLine } from '../settings/command-line/shim-line.ts';
import { writeEntry } from '../settings/entry.ts';
import type { NewEntry } from '../settings/formats/format.ts';
import { formatOf } from '../settings/formats/index.ts';
import { onFailureOf, ownBindingOf, shellLineOf, systemOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import type { ValueRecord } from '../settings/value-record.ts';
import { adapterOf } from '../translate/host.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { equal } from '../util/equal.ts';
import type { Json } from '../util/json.ts';

/** How entries start what they run. */
export interface LaunchOptions {
  launcher: string;
  /** A path is told in both wordings, although the hook's owner did not say so. */
  wordings?: 'both' | undefined;
  /** MCP servers that the host has, as far as they tell whose a tool is. */
  servers?: readonly string[] | undefined;
  /** Only rename: the script itself speaks the host's dialect. */
  raw?: boolean | undefined;
  /** Where its agent will run; default: here. */
  for?: 'windows' | undefined;
  /** Values stand on the line, since what the launcher starts has no record of ours beside it. */
  valuesOnLine?: boolean | undefined;
}

/** Whether lines are written for Windows. */
export const isForWindows = ({ for: platform }: Pick<LaunchOptions, 'for'>): boolean =>
  platform === 'windows' || process.platform === 'win32';

/** An entry to be written: without the shim, through it, or one that only remembers. */
export interface PlannedEntry extends NewEntry {
  kind: 'plain' | 'shim' | 'memory';
  /** What its line names: to be kept in the record. */
  kept?: ValueRecord;
}

/** A hook as entries of a host: those that start it, and those that remember what it will be told. */
export function wrapHook(
  host: Adapter,
  hook: Hook,
  ways: readonly EntryPoint[],
  { launcher, raw, valuesOnLine: onLine, wordings, servers = [], ...where }: LaunchOptions,
  carry: Json = {},
): PlannedEntry[] {
  const table = tableOf(host.id);
  const { rest: _, group: __, matcher: ___, ...bare } = hook;
  if (raw) {
    return ways.map(({ binding, matcher }) => ({
      kind: 'plain',
      event: binding.native,
      ...writeEntry(table, { ...bare, matcher }),
    }));
  }
  const { substitutesVariables: substitutes, failureAnsweredBy } = table.commandLine;
  const line = (binding: Binding, flags: readonly string[], command?: string, guards = false) => {
    const ending = endingOf(host, binding, guards);
    return writeShimLine({ launcher, flags, command, ending, substitutes });
  };
  const started = shellLineOf(hook, systemOf(where));
  const isOther = hook.url === undefined && started !== hook.command;
  const other = isOther ? { command: hook.command } : {};
  const more = { ...carry, ...other };
  // Where its own agent has the hook, keys that no table knows stay on the entry.
  const isOwn = formatOf(host.id).canState(host.id, hook);
  const idle = isOwn ? unusedRest(hook, where) : undefined;
  const unsaid = { group: undefined, rest: equal(idle, hook.rest) ? undefined : hook.rest };
  const { onFailure: _____, loopLimit, env, timeout, url: ____, ...said } = bare;
  const dialect = adapterOf(hook.speaks);
  const { ends } = traitsOf(ownBindingOf(hook).event);
  const stops = ends === 'turn' || ends === 'subagent';
  const named = needsServerNames(host, hook, ways) ? servers.join(',') : undefined;
  const starts = ways.map(({ binding, matcher }): PlannedEntry => {
    // A runner that is missing or killed is our failure: it stops what the hook guards.
    const heard = onFailureOf(hook) !== 'allow' && hook.answer === undefined;
    const closed = isGateEvent(binding.event) && heard;
    const { flags, kept } = writeHookFlags(
      table,
      { ...hostFlagsOf(host, binding), wordings, servers: named },
      isOwn ? { ...hook, ...unsaid } : hook,
      { more, onLine },
    );
    const native: Partial<Hook> = {
      ...said,
      ...(isOwn && { rest: idle, group: hook.group }),
      command: line(binding, flags, started, closed),
      matcher,
      condition: isOwn ? hook.condition : undefined,
      answer: isOwn ? hook.answer : undefined,
      cwd: undefined, // the line says it: the runner is found from the project
      timeout: timeout === undefined ? undefined : hostTimeoutFor(timeout),
      onFailure: failureAnsweredBy !== 'line' && closed ? 'block' : undefined,
      loopLimit: !stops
        ? undefined
        : loopLimit === undefined
          ? dialect.runtime.loopLimit
          : loopLimit,
      env: canEntryStateEnv(table, env) ? env : undefined,
      ...(carry.chained === true && { sequential: true }),
    };
    return { kind: 'shim', event: binding.native, ...writeEntry(table, native), kept };
  });
  const memories = memoryBindingsOf(host, hook, ways).map((binding): PlannedEntry => {
    const { host: id, hostEvent } = hostFlagsOf(host, binding);
    const named = hostEvent === undefined ? [] : ['--host-event', hostEvent];
    const command = line(binding, ['--host', id, ...named, '--as', hook.speaks]);
    return { kind: 'memory', event: binding.native, ...writeEntry(table, { command }) };
  });
  return [...starts, ...memories];
}

/** The keys that no table knows, without those that choose what is run instead of the entry's line. */
function unusedRest(hook: Hook, where: Pick<LaunchOptions, 'for'>): Hook['rest'] {
  const line = 'the line';
  const rest = Object.entries(hook.rest ?? {}).filter(([key, value]) => {
    const one = { ...hook, command: line, rest: { [key]: value } };
    return shellLineOf(one, systemOf(where)) === line;
  });
  return rest.length ? Object.fromEntries(rest) : undefined;
}

/** Who fires an entry, and what its payloads do not tell. */
const hostFlagsOf = (host: Adapter, { native }: Binding) => ({
  host: host.id,
  ...(host.nativeOf && { hostEvent: native }),
});

/** What is longer, a timer of Node's takes for nothing. */
const longestTimer = 2_147_483_000; // as whole seconds too

/** The host's own limit lets the hook's pass first; both in milliseconds. */
const hostTimeoutFor = (timeout: number): number =>
  Math.min(timeout + Math.max(5000, timeout / 2), longestTimer);

/** Whether we count follow-ups at a host's stops, of which none tells whose prompt goes on. */
const countsFollowUps = (host: Adapter, ways: readonly EntryPoint[]): boolean =>
  !host.capsLoops &&
  ways.some(({ binding }) => traitsOf(binding.event).ends === 'turn') &&
  host.bindings
    .all()
    .some(({ event, continues }) => traitsOf(event).begins === 'turn' && continues);

/** The events of a host that must be remembered, since the hook will be told of them later, and those at which its context is said. */
function memoryBindingsOf(host: Adapter, hook: Hook, ways: readonly EntryPoint[]): Binding[] {
  const own = ownBindingOf(hook);
  const isTold = ({ binding }: EntryPoint, field: string) =>
    payloadPlanOf(binding).plainOps.some(({ canon }) => canon === field);
  const missing = findRecalledNames(own).filter((field) => ways.some((way) => !isTold(way, field)));
  // Where a prompt begins: told once a prompt, or held until the next.
  const oncePerPrompt = !own.eager && ways.some(({ binding }) => binding.eager);
  const limits = hook.speaks !== host.id || hook.loopLimit !== undefined;
  if (oncePerPrompt || hook.halt === 'strict' || (limits && countsFollowUps(host, ways))) {
    missing.push('prompt');
  }
  const later = findLaterBindings(host, own, ways);
  const { writtenEvents } = tableOf(host.id).firing;
  /** One of two names of an event is enough. */
  const isWritten = ({ event, native }: Binding) =>
    writtenEvents?.[event]?.some((one) => one.native === native) ?? true;
  return host.bindings
    .all()
    .filter(isWritten)
    .filter(
      (one) =>
        later.includes(one) ||
        missing.some((field) => one.remembers && Object.hasOwn(one.remembers, field)),
    );
}
