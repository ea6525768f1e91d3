/** Reads the entries of a settings file as hooks. */
import { startsHook } from '../../canonical/flags.ts';
import { type Hook, isHook } from '../../canonical/hook.ts';
import { isGateEvent } from '../../canonical/traits.ts';
import { bindingOf, bindingsFor } from '../../translate/bindings.ts';
import { adapterOf, findAdapter } from '../../translate/host.ts';
import { requireBinding } from '../../translate/named-bindings.ts';
import { groupBy } from '../../util/group.ts';
import { quoteWord } from '../../util/shell/quote.ts';
import { parseCarry, readHookFlags, resolveKeys } from '../command-line/flags.ts';
import { restoreHeaderValues } from '../command-line/headers.ts';
import { parseShimLines, type ShimLine } from '../command-line/shim-line.ts';
import { readCommand, readEntry, readFields } from '../entry.ts';
import type { Finding } from '../finding.ts';
import { onFailureOf } from '../own-agent.ts';
import { tableOf } from '../tables.ts';
import type { ValueRecord } from '../value-record.ts';
import type { GroupedEntry, ReadHook } from './format.ts';

/**
 * Reads an entry as hooks: those that its shim line starts, or else the entry itself as a hook of the
 * vendor.
 *
 * @param place The index and the position of the entry.
 * @param record The value record of the file's shim lines.
 * @returns The hooks in their order. None: a shim line that only records an event.
 */
export function readHookEntry(
  vendor: string,
  grouped: GroupedEntry,
  place: Pick<ReadHook, 'index' | 'at'>,
  record: ValueRecord,
): ReadHook[] {
  const { event, entry, group } = grouped;
  const table = tableOf(vendor);
  const entryAsHook = readEntry(table, vendor, event, entry, group);
  const command = readCommand(table, entry);
  const lines = typeof command === 'string' ? parseShimLines(command) : [];
  const read = lines.map((line, i) =>
    line.host === vendor
      ? readLine(vendor, line, { grouped, entryAsHook, place: placeOfHook(place, i), record })
      : undefined,
  );
  // A hook that cannot be read would be lost, so the whole entry then stays as it is.
  if (read.length && read.every((one) => one !== undefined)) return read.flat();
  return [{ hook: entryAsHook, event, ...place, wrapped: false }];
}

/** Returns the place of one of the hooks of a line. The first has that of the entry. No two of them have one position. */
const placeOfHook = (
  { index, at }: Pick<ReadHook, 'index' | 'at'>,
  i: number,
): Pick<ReadHook, 'index' | 'at'> => ({
  index,
  at: at && i ? { ...at, column: at.column + i } : at,
});

/** An entry that holds a shim line. */
interface LineContext {
  grouped: GroupedEntry;
  /** The entry itself as a hook of the vendor. */
  entryAsHook: Hook;
  place: Pick<ReadHook, 'index' | 'at'>;
  record: ValueRecord;
}

/**
 * Reads the hook that a shim line starts. A line with several hooks has an entry for all of them, so what the entry
 * states of one hook, such as a name, counts only where it has the line for itself.
 *
 * @returns A list of it; an empty list for a line that only records an event. Undefined: the line cannot be read.
 */
function readLine(
  vendor: string,
  line: ShimLine,
  { grouped: { event, entry, group }, entryAsHook, place, record }: LineContext,
): ReadHook[] | undefined {
  if (!findAdapter(line.flags.as)) return undefined;
  const table = tableOf(vendor);
  const { flags, missing } = resolveKeys(line.flags, record);
  if (!startsHook(flags)) return [];
  const dialect = flags.as as string;
  const statedFields: Partial<Hook> = {
    ...(!line.isShared && {
      ...readFields(table.group, group),
      ...readFields(table.entry.fields, entry),
    }),
    // Keys that no table has belong to the hook only if the file is that of its own agent.
    ...(dialect === vendor && { rest: entryAsHook.rest, group: entryAsHook.group }),
  };
  const ownEvent = flags.event ?? findOwnEvent(vendor, event, dialect);
  // Several words are a program and its arguments. A hook has one command line.
  if (flags.command.length > 1)
    flags.command = [flags.command.map((word) => quoteWord(word, false)).join(' ')];
  const hook = restoreHeaderValues(
    readHookFlags({ ...flags, event: ownEvent as string }, statedFields),
  );
  const isKnown = ownEvent && bindingOf(adapterOf(dialect), ownEvent);
  // The parsed copy is not used: it would lack keys such as `__proto__`.
  if (!isKnown || !isHook(hook)) return undefined;
  const { n } = parseCarry(flags); // the hook's number among those of its own event
  const order = typeof n === 'number' ? { order: n } : {};
  const unresolved = Object.keys(missing).length ? { missing } : {};
  const problem = line.problem === undefined ? {} : { problem: line.problem };
  const { name, command } = entryAsHook;
  const shared = line.isShared
    ? { sharedEntry: { ...(name !== undefined && { name }), command } }
    : {};
  return [{ hook, event, ...place, wrapped: true, ...shared, ...order, ...unresolved, ...problem }];
}

/** Returns the event of a dialect for the same moment as an event of the host. Undefined: there is none, or several. */
function findOwnEvent(vendor: string, event: string, dialect: string): string | undefined {
  const binding = requireBinding(adapterOf(vendor), event);
  const equivalents = bindingsFor(adapterOf(dialect), binding.event);
  return equivalents.length === 1 ? equivalents[0]?.native : undefined;
}

/**
 * Returns findings about a hook's shim line: what this version cannot read on it, and the keys that it names and the
 * value record does not have. With such a line, or without the values of `--values`, the shim does not start the
 * hook, and at a gate that counts as a refusal.
 */
export function findLineProblems(
  vendor: string,
  { missing = {}, hook, event, at, problem }: ReadHook,
): Finding[] {
  const { valuesKey, carryKey } = missing;
  const mayRefuse = onFailureOf(hook) !== 'allow' && hook.answer === undefined;
  const refuses = mayRefuse && isGateEvent(requireBinding(adapterOf(vendor), event).event);
  const found: Finding[] = [];
  if (problem !== undefined) found.push({ code: 'line-unread', event, refuses, problem, at });
  if (valuesKey !== undefined)
    found.push({ code: 'values-lost', event, refuses, key: valuesKey, at });
  if (carryKey !== undefined) found.push({ code: 'carry-lost', event, key: carryKey, at });
  return found;
}

/**
 * Removes repeated hooks. A hook whose own event is several events of the host has a shim line at each of
 * these, and is returned once. Equal hooks at the same event of the host are different hooks.
 */
export function mergeRepeated(hooks: readonly ReadHook[]): ReadHook[] {
  // A hook is returned if it is found at one event more often than it was returned so far.
  const countsAtEvent = new Map<string, number>();
  const returnedCounts = new Map<string, number>();
  return hooks.filter(({ wrapped, hook, order, event }) => {
    if (!wrapped) return true;
    const key = JSON.stringify([hook, order]);
    const keyAtEvent = `${event} ${key}`;
    const count = (countsAtEvent.get(keyAtEvent) ?? 0) + 1;
    countsAtEvent.set(keyAtEvent, count);
    const isNew = count > (returnedCounts.get(key) ?? 0);
    if (isNew) returnedCounts.set(key, count);
    return isNew;
  });
}

/** Sorts the hooks of each own event by their `order`. Together, they keep the list positions that they had. */
export function sortByOrder(hooks: readonly ReadHook[]): ReadHook[] {
  const eventOf = ({ hook }: ReadHook) => `${hook.speaks} ${hook.event}`;
  const queues = groupBy(hooks, eventOf);
  for (const queue of queues.values()) queue.sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return hooks.map((one) => queues.get(eventOf(one))?.shift() as ReadHook);
}
