import type { Hook } from '../canonical/hook.ts';
import { isGateEvent, traitsOf } from '../canonical/traits.ts';
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
import type { GroupedEntry } from '../settings/formats/format.ts';
import { formatOf } from '../settings/formats/index.ts';
import { onFailureOf, ownBindingOf, shellLineOf, systemOf } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import type { ValueRecord } from '../settings/value-record.ts';
import { adapterOf } from '../translate/host.ts';
import { payloadPlanOf } from '../translate/payload-plan.ts';
import { isSameJson } from '../util/equal.ts';
import type { Json } from '../util/json.ts';
import type { LaunchOptions } from './options.ts';

/**
 * An entry that is planned for a host. `unwrapped`: it starts its command without the shim. `shim`: the shim
 * starts its hook. `memory`: it only records the event for later hooks of the session.
 */
export interface PlannedEntry extends GroupedEntry {
  kind: 'unwrapped' | 'shim' | 'memory';
  /** The hook that the entry is written for. An entry that records an event may serve further hooks. */
  hook: Hook;
  /** The values that the entry's line names by key. */
  values?: ValueRecord;
}

/**
 * Writes a hook as entries of a host: one for each entry point, which starts the hook, and one for each
 * event that must be recorded so that the hook can be given what its own agent would give it.
 *
 * @param carry What the line carries for the way back, beside the hook itself.
 */
export function wrapHook(
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
  options: LaunchOptions,
  carry: Json = {},
): PlannedEntry[] {
  const table = tableOf(host.id);
  if (options.raw) return entryPoints.map((one) => renameEntry(table, hook, one));
  return [
    ...entryPoints.map((one) => startingEntry(host, hook, one, entryPoints, options, carry)),
    ...memoryBindingsOf(host, hook, entryPoints).map((binding): PlannedEntry => {
      const { host: id, hostEvent } = hostFlagsOf(host, binding);
      const event = hostEvent === undefined ? [] : ['--host-event', hostEvent];
      const flags = ['--host', id, ...event, '--as', hook.speaks];
      const command = writeLine(host, binding, { flags, launcher: options.launcher }, false);
      return { kind: 'memory', hook, event: binding.native, ...writeEntry(table, { command }) };
    }),
  ];
}

/** Writes a hook with the host's names for its event and keys. Its command is not wrapped. */
function renameEntry(
  table: SettingsTable,
  hook: Hook,
  { binding, matcher }: EntryPoint,
): PlannedEntry {
  const { rest: _, group: __, ...plain } = hook;
  const entry = writeEntry(table, { ...plain, matcher });
  return { kind: 'unwrapped', hook, event: binding.native, ...entry };
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

/** Writes the entry that starts a hook at one entry point. */
function startingEntry(
  host: Adapter,
  hook: Hook,
  { binding, matcher }: EntryPoint,
  entryPoints: readonly EntryPoint[],
  options: LaunchOptions,
  carry: Json,
): PlannedEntry {
  const { launcher, valuesOnLine, wordings, servers = [], for: platform } = options;
  const table = tableOf(host.id);
  const command = shellLineOf(hook, systemOf({ for: platform }));
  const isOtherCommand =
    hook.url === undefined && hook.module === undefined && command !== hook.command;
  const more = { ...carry, ...(isOtherCommand && { command: hook.command }) };
  // If the hook's own agent reads the entry, the entry keeps the keys that no table knows; otherwise the line does.
  const isForOwnAgent = formatOf(host.id).canState(host.id, hook);
  const restOfEntry = isForOwnAgent ? restBesideLine(hook, options) : undefined;
  const restOfLine = isSameJson(restOfEntry, hook.rest) ? undefined : hook.rest;
  const { flags, record } = writeHookFlags(
    table,
    {
      ...hostFlagsOf(host, binding),
      wordings,
      servers: needsServerNames(host, hook, entryPoints) ? servers.join(',') : undefined,
    },
    isForOwnAgent ? { ...hook, group: undefined, rest: restOfLine } : hook,
    { more, valuesOnLine },
  );
  // If the runner is missing or was killed, a gate refuses, unless failures of the hook allow the call or its
  // own agent ignores what the hook says.
  const mayRefuse = onFailureOf(hook) !== 'allow' && hook.answer === undefined;
  const refuses = isGateEvent(binding.event) && mayRefuse;
  const { onFailure: _, url: __, module: ___, rest: ____, group: _____, ...stated } = hook;
  const hostHook: Partial<Hook> = {
    ...stated,
    ...(isForOwnAgent
      ? { rest: restOfEntry, group: hook.group }
      : { condition: undefined, answer: undefined }),
    command: writeLine(host, binding, { launcher, flags, command }, refuses),
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
    hook,
    event: binding.native,
    ...writeEntry(table, hostHook),
    values: record,
  };
}

/** Returns how many follow-ups in a row a stop hook may ask for; undefined: it is no stop hook. */
function loopLimitOf(hook: Hook): Hook['loopLimit'] {
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
