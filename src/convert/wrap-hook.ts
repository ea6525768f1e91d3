import { options } from '../canonical/option.ts';
import { isGateEvent, traitsOf } from '../canonical/traits.ts';
import type { Hook } from '../canonical/types.ts';
import { findRecalledNames } from '../coverage/coverage.ts';
import type { EntryPoint } from '../coverage/entry-points.ts';
import { findLaterBindings } from '../coverage/later-bindings.ts';
import { needsServerNames } from '../coverage/mcp-servers.ts';
import type { Adapter, Binding } from '../mapping/adapter.ts';
import type { SettingsTable } from '../mapping/settings.ts';
import { endingOf } from '../settings/command-line/ending.ts';
import { canEntryStateEnv, writeHookFlags } from '../settings/command-line/flags.ts';
import { type LineParts, writeShimLine } from '../settings/command-line/shim-line.ts';
import { writeEntry } from '../settings/entry.ts';
import { formatOf } from '../settings/formats/index.ts';
import { displayNameOf } from '../settings/hook-names.ts';
import { onFailureOf, ownBindingOf, shellLineOf, systemOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import type { ValueRecord } from '../settings/value-record.ts';
import { lineTimeOf } from '../shim/hook-order.ts';
import { hookTimeWithin, timeLimitOf } from '../shim/time-limits.ts';
import { adapterOf } from '../translate/host.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { isSameJson } from '../util/equal.ts';
import { groupBy } from '../util/group.ts';
import type { Json } from '../util/json.ts';
import type { LaunchOptions } from './options.ts';
import type { WrittenEntry } from './ownership/merge-entries.ts';

/**
 * An entry that is planned for a host. `unwrapped`: it starts its command without the shim. `shim`: the shim
 * starts its hooks. `memory`: it only records the event for later hooks of the session.
 */
export interface PlannedEntry extends WrittenEntry {
  kind: 'unwrapped' | 'shim' | 'memory';
  /**
   * The hooks that the entry is written for, in the order of its line. An entry that records an event has one, and may
   * serve further hooks.
   */
  hooks: readonly [Hook, ...Hook[]];
  /** The values that the entry's line names by key. */
  values?: ValueRecord;
  without?(hooks: ReadonlySet<number>): PlannedEntry[];
  withOwnMatchers?(hooks: ReadonlySet<number>): PlannedEntry[];
}

/** What is needed to write the line that starts a hook at an entry point of a host. */
export interface LineStart {
  hook: Hook;
  /** The entry point. */
  point: EntryPoint;
  /** Absent: `point` has no wider matcher than the hook. */
  own?: OwnStart | undefined;
  /** All entry points of the hook. */
  entryPoints: readonly EntryPoint[];
  options: LaunchOptions;
  /** What the line carries for the way back, beside the hook itself. */
  carry: Json;
  /** Whether the own agent of the hook runs the hooks of its event in turn because of a hook that another line starts. */
  isInTurn?: boolean | undefined;
}

/** How the line of a hook would start it with the own matcher of the hook, if the entry point has a wider one. */
export type OwnStart = Pick<LineStart, 'point' | 'carry'>;

/** Writes a hook as entries of a host, with a line of its own for each entry point. */
export const wrapHook = (
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
  options: LaunchOptions,
  carry: Json = {},
): PlannedEntry[] => [
  ...entryPoints.flatMap((point) =>
    writeStarts(host, [{ hook, point, entryPoints, options, carry }]),
  ),
  ...writeMemoryEntries(host, hook, entryPoints, options),
];

/** Writes the entries of a host that start hooks of one event: one entry, if there is a hook. */
export function writeStarts(host: Adapter, starts: readonly LineStart[]): PlannedEntry[] {
  const [first, ...others] = starts;
  if (!first) return [];
  if (first.options.raw) return [renameEntry(tableOf(host.id), first.hook, first.point)];
  const entry = others.length ? sharedEntry(host, [first, ...others]) : startingEntry(host, first);
  if (starts.every(({ own }) => !own)) return [entry];
  const withOwnMatchers = (hooks: ReadonlySet<number>) => {
    const kept = starts.filter((_, i) => !hooks.has(i));
    const ownStarts = kept.map(({ own, ...one }) => ({ ...one, ...own }));
    const byMatcher = groupBy(ownStarts, ({ point }) => point.matcher);
    return [...byMatcher.values()].flatMap((group) => writeStarts(host, group));
  };
  return [{ ...entry, withOwnMatchers }];
}

/**
 * Writes the entries that record the events of a host that must be recorded, so that a hook can be given what its own
 * agent would give it.
 */
export function writeMemoryEntries(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
  options: LaunchOptions,
): PlannedEntry[] {
  if (options.raw) return [];
  return memoryBindingsOf(host, hook, entryPoints).map((binding): PlannedEntry => {
    const { host: id, hostEvent } = hostFlagsOf(host, binding);
    const event = hostEvent === undefined ? [] : ['--host-event', hostEvent];
    const flags = ['--host', id, ...event, '--as', hook.speaks];
    const command = writeLine(host, binding, { flags, launcher: options.launcher }, false);
    const entry = writeEntry(tableOf(host.id), { command });
    return { kind: 'memory', hooks: [hook], event: binding.native, ...entry };
  });
}

/** Writes a hook with the host's names for its event and keys. Its command is not wrapped. */
function renameEntry(
  table: SettingsTable,
  hook: Hook,
  { binding, matcher }: EntryPoint,
): PlannedEntry {
  const { rest: _, group: __, ...plain } = hook;
  const entry = writeEntry(table, { ...plain, matcher });
  return { kind: 'unwrapped', hooks: [hook], event: binding.native, ...entry };
}

/**
 * Writes the line of an entry.
 *
 * @param refuses Whether the line refuses if the runner gives no answer.
 */
function writeLine(
  host: Adapter,
  binding: Binding,
  parts: Pick<LineParts, 'launcher' | 'flags' | 'command'>,
  refuses: boolean,
): string {
  const { substitutesVariables: substitutes } = tableOf(host.id).commandLine;
  return writeShimLine({ ...parts, ending: endingOf(host, binding, refuses), substitutes });
}

/**
 * Tells whether a hook must refuse at a gate if the runner is missing or was killed: unless failures of the hook allow
 * the call, or its own agent ignores what the hook says.
 */
const refusesWithoutRunner = ({ hook, point: { binding } }: LineStart): boolean =>
  isGateEvent(binding.event) && onFailureOf(hook) !== 'allow' && hook.answer === undefined;

/** Returns the command that the line of a hook runs, and the flags of the hook. */
function writeCommandAndFlags(
  host: Adapter,
  { hook, point, entryPoints, options, carry, isInTurn }: LineStart,
  isShared: boolean,
) {
  const { valuesOnLine, wordings, servers = [], for: platform } = options;
  const command = shellLineOf(hook, systemOf({ for: platform }));
  const isOtherCommand =
    hook.url === undefined && hook.module === undefined && command !== hook.command;
  const more = { ...carry, ...(isOtherCommand && { command: hook.command }) };
  // If the hook's own agent reads the entry, the entry keeps the keys that no table knows; otherwise the line does.
  const isForOwnAgent = formatOf(host.id).canState(host.id, hook);
  const restOfEntry = isForOwnAgent ? restBesideLine(hook, options) : undefined;
  const restOfLine = isSameJson(restOfEntry, hook.rest) ? undefined : hook.rest;
  const written = writeHookFlags(
    tableOf(host.id),
    {
      ...hostFlagsOf(host, point.binding),
      wordings,
      servers: needsServerNames(host, hook, entryPoints) ? servers.join(',') : undefined,
    },
    isForOwnAgent ? { ...hook, group: undefined, rest: restOfLine } : hook,
    { more, valuesOnLine, isShared, isInTurn },
  );
  return { ...written, command, isForOwnAgent, restOfEntry };
}

/** Writes the entry that starts a hook at one entry point. */
function startingEntry(host: Adapter, start: LineStart): PlannedEntry {
  const { hook, point, options, carry } = start;
  const { binding, matcher } = point;
  const table = tableOf(host.id);
  const { flags, record, command, isForOwnAgent, restOfEntry } = writeCommandAndFlags(
    host,
    start,
    false,
  );
  const refuses = refusesWithoutRunner(start);
  const { onFailure: _, url: __, module: ___, rest: ____, group: _____, ...stated } = hook;
  const hostHook: Partial<Hook> = {
    ...stated,
    ...(isForOwnAgent
      ? { rest: restOfEntry, group: hook.group }
      : { condition: undefined, answer: undefined }),
    command: writeLine(
      host,
      binding,
      { launcher: options.launcher, flags: flags.flat(), command },
      refuses,
    ),
    matcher,
    cwd: undefined, // the line states it: the host must start the line in the project, to find the runner
    timeout: hook.timeout === undefined ? undefined : hostTimeoutFor(hook.timeout),
    onFailure: table.commandLine.failureAnsweredBy !== 'line' && refuses ? 'block' : undefined,
    loopLimit: loopLimitOf(hook),
    env: canEntryStateEnv(table, hook.env) ? hook.env : undefined,
    ...(carry.chained === true && { sequential: true }),
  };
  return {
    kind: 'shim',
    hooks: [hook],
    event: binding.native,
    ...writeEntry(table, hostHook),
    values: record,
  };
}

/**
 * Writes the entry that starts several hooks at entry points that are equal for all of them. It states of one hook only
 * what it states of each. If one of the hooks must refuse without the runner, the whole line does.
 */
function sharedEntry(host: Adapter, starts: readonly [LineStart, ...LineStart[]]): PlannedEntry {
  const [first] = starts;
  const { binding, matcher } = first.point;
  const table = tableOf(host.id);
  const written = starts.map(({ carry: { n }, ...start }) =>
    writeCommandAndFlags(host, { ...start, carry: n === undefined ? {} : { n } }, true),
  );
  const refuses = starts.some(refusesWithoutRunner);
  const flags = shareFlags(written);
  const [{ isForOwnAgent = false, restOfEntry } = {}] = written;
  const names = starts.flatMap(({ hook: { name } }) => name ?? []);
  const hostHook: Partial<Hook> = {
    ...(isForOwnAgent && {
      rest: restOfEntry,
      group: first.hook.group,
      condition: first.hook.condition,
    }),
    command: writeLine(host, binding, { launcher: first.options.launcher, flags }, refuses),
    name: names.length ? starts.map(({ hook }) => displayNameOf(hook)).join(', ') : undefined,
    matcher,
    timeout: timeoutForAll(host, binding, starts),
    onFailure: table.commandLine.failureAnsweredBy !== 'line' && refuses ? 'block' : undefined,
    loopLimit: loopLimitOf(first.hook),
    ...(starts.some(({ hook, carry }) => hook.sequential || carry.chained === true) && {
      sequential: true,
    }),
  };
  return {
    kind: 'shim',
    hooks: starts.map(({ hook }) => hook) as [Hook, ...Hook[]],
    event: binding.native,
    ...writeEntry(table, hostHook),
    values: Object.assign({}, ...written.map(({ record }) => record)),
    without: (indexes) =>
      writeStarts(
        host,
        starts.filter((_, i) => !indexes.has(i)),
      ),
  };
}

/** The flags that stand before the first hook of a line, if some hook has them. */
const flagsOfLine = new Set<string>(
  options.flatMap(({ flag, isOfLine }) => (isOfLine && flag) || []),
);

/** Returns the words of a line for several hooks: flags that all of them have, then the command and the own flags of each. */
function shareFlags(
  hooks: readonly {
    flags: readonly [flag: string, value: string][];
    command: string | undefined;
  }[],
): string[] {
  const [first, ...others] = hooks.map(({ flags }) => groupBy(flags, ([flag]) => flag));
  const isEqual = (name: string) =>
    others.every((one) => isSameJson(one.get(name), first?.get(name)));
  const ofAll = new Set([...flagsOfLine, ...[...(first?.keys() ?? [])].filter(isEqual)]);
  const isOfAll = (name: string) => ofAll.has(name);
  const ofLine = hooks.flatMap(({ flags }) => flags).filter(([flag]) => flagsOfLine.has(flag));
  const ofFirst = (hooks[0]?.flags ?? []).filter(([flag]) => isOfAll(flag));
  const shared = new Map([...ofLine, ...ofFirst].map((pair) => [pair.join('='), pair])).values();
  const own = hooks.flatMap(({ flags, command = '' }) => [
    '--hook',
    command,
    ...flags.filter(([flag]) => !isOfAll(flag)).flat(),
  ]);
  return [...[...shared].flat(), ...own];
}

/** Returns how many follow-ups in a row a stop hook may ask for; undefined: it is no stop hook. */
export function loopLimitOf(hook: Hook): Hook['loopLimit'] {
  const { ends } = traitsOf(ownBindingOf(hook).event);
  if (ends !== 'turn' && ends !== 'subagent') return undefined;
  return hook.loopLimit === undefined ? adapterOf(hook.speaks).runtime.loopLimit : hook.loopLimit;
}

/** Returns the keys of an entry that no table knows, without those that make its agent run something else than the entry's line. */
function restBesideLine(hook: Hook, options: Pick<LaunchOptions, 'for'>): Hook['rest'] {
  const line = 'the line'; // any text: it stays the command unless the key names another
  const rest = Object.entries(hook.rest ?? {}).filter(([key, value]) => {
    const one = { ...hook, command: line, rest: { [key]: value } };
    return shellLineOf(one, systemOf(options)) === line;
  });
  return rest.length ? Object.fromEntries(rest) : undefined;
}

/** Returns the flags that name the host, and the native event if the host's payloads do not tell it. */
const hostFlagsOf = (host: Adapter, { native }: Binding) => ({
  host: host.id,
  ...(host.nativeOf && { hostEvent: native }),
});

/**
 * Returns the host's time limit for a line with several hooks. Undefined: the host's usual limit is long enough, and no
 * hook has a limit of its own.
 */
function timeoutForAll(
  host: Adapter,
  binding: Binding,
  starts: readonly LineStart[],
): number | undefined {
  const hooks = starts.map(({ hook: { speaks, event, timeout, sequential }, isInTurn }) => ({
    as: speaks,
    event,
    ...(timeout !== undefined && { timeout }),
    inTurn: isInTurn === true || sequential === true,
  }));
  const time = lineTimeOf(hooks, host, binding);
  const isUsual = time <= hookTimeWithin(timeLimitOf(host, binding));
  if (isUsual && hooks.every(({ timeout }) => timeout === undefined)) return undefined;
  return hostTimeoutFor(time);
}

/** The longest time limit in milliseconds: Node ignores a longer timer. It is a whole number of seconds. */
const longestTimer = 2_147_483_000;

/** Returns the host's time limit for a line, in milliseconds: the hook's own limit must pass first. */
const hostTimeoutFor = (timeout: number): number =>
  Math.min(timeout + Math.max(5000, timeout / 2), longestTimer);

/**
 * Tells whether the shim needs a host's prompts to count follow-ups at the end of turns: the host does not
 * limit them itself, and its prompts tell whether a follow-up made them.
 */
const countsFollowUps = (host: Adapter, entryPoints: readonly EntryPoint[]): boolean =>
  !host.capsLoops &&
  entryPoints.some(({ binding }) => traitsOf(binding.event).ends === 'turn') &&
  host.bindings
    .all()
    .some(({ event, continues }) => traitsOf(event).begins === 'turn' && continues);

/**
 * Returns the events of a host that must be recorded for a hook: those with values that the hook is given
 * at a later event, and those at which the context that it returns is given to the model.
 */
function memoryBindingsOf(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
): Binding[] {
  const own = ownBindingOf(hook);
  const hasField = ({ binding }: EntryPoint, field: string) =>
    payloadPlanOf(binding).plainOps.some(({ canonicalName }) => canonicalName === field);
  const missing = findRecalledNames(adapterOf(hook.speaks), own).filter((field) =>
    entryPoints.some((one) => !hasField(one, field)),
  );
  // The start of a prompt is recorded for a hook that runs once for each prompt, that refuses until the next
  // prompt after a halt, or whose follow-ups are counted.
  const isOncePerPrompt =
    !own.firesSpeculatively && entryPoints.some(({ binding }) => binding.firesSpeculatively);
  const isLimited = hook.speaks !== host.id || hook.loopLimit !== undefined;
  const isCounted = isLimited && countsFollowUps(host, entryPoints);
  if (isOncePerPrompt || hook.halt === 'strict' || isCounted) missing.push('prompt');
  const later = findLaterBindings(host, own, entryPoints);
  const { writtenEvents } = tableOf(host.id).firing;
  /** Tells whether entries are written for a binding. Of an event with two native names, only one gets entries. */
  const isWritten = ({ event, native }: Binding) =>
    writtenEvents?.[event]?.some((one) => one.native === native) ?? true;
  const isNeeded = (one: Binding) =>
    later.includes(one) ||
    missing.some((field) => one.remembers && Object.hasOwn(one.remembers, field));
  return host.bindings.all().filter((one) => isWritten(one) && isNeeded(one));
}
