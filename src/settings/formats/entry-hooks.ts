/** Entries of a settings file as hooks. */
import { startsHook } from '../../canonical/flags.ts';
import { hookSchema } from '../../canonical/hook.ts';
import { isGateEvent } from '../../canonical/traits.ts';
import { bindingOf, bindingsFor, requireBinding } from '../../translate/bindings.ts';
import { adapterOf, findAdapter } from '../../translate/host.ts';
import { groupBy } from '../../util/group.ts';
import { quoteWord } from '../../util/shell/quote.ts';
import { parseCarry, readHookFlags, resolveKeys } from '../command-line/flags.ts';
import { restoreHeaderValues } from '../command-line/headers.ts';
import { parseShimLine } from '../command-line/shim-line.ts';
import { readCommand, readEntry, readFields } from '../entry.ts';
import type { Finding } from '../finding.ts';
import { onFailureOf } from '../own-agent.ts';
import { tableOf } from '../tables.ts';
import type { ValueRecord } from '../value-record.ts';
import type { NewEntry, ReadHook } from './format.ts';

/**
 * Reads an entry as the hook it stands for: the hook that its shim line names, else the entry itself.
 *
 * @param where The place of the entry.
 * @param record The record that shim lines name values of.
 * @returns No hook for a shim line that only records an event.
 */
export function readHookEntry(
  vendor: string,
  { event, entry, group }: NewEntry,
  where: Pick<ReadHook, 'index' | 'at'>,
  record: ValueRecord,
): ReadHook[] {
  const table = tableOf(vendor);
  const plain = readEntry(table, vendor, event, entry, group);
  const command = readCommand(table, entry);
  const line = typeof command === 'string' ? parseShimLine(command) : undefined;
  if (line?.host === vendor && findAdapter(line.flags.as)) {
    const { flags, missing } = resolveKeys(line.flags, record);
    if (!startsHook(flags)) return [];
    const dialect = flags.as as string;
    const beside = {
      ...readFields(table.group, group),
      ...readFields(table.entry.fields, entry),
      // Keys that no table names belong to the agent of this file alone.
      ...(dialect === vendor && { rest: plain.rest, group: plain.group }),
    };
    const own = flags.event ?? findOwnEvent(vendor, event, dialect);
    if (flags.command.length > 1)
      flags.command = [flags.command.map((word) => quoteWord(word, false)).join(' ')];
    const hook = restoreHeaderValues(readHookFlags({ ...flags, event: own as string }, beside));
    const isKnown = own && bindingOf(adapterOf(dialect), own);
    // The parsed copy is not used: it would lack keys such as `__proto__`.
    if (isKnown && hookSchema.safeParse(hook).success) {
      const { n } = parseCarry(flags);
      const order = typeof n === 'number' ? { order: n } : {};
      const unresolved = Object.keys(missing).length ? { missing } : {};
      return [{ hook, event, ...where, wrapped: true, ...order, ...unresolved }];
    }
  }
  return [{ hook: plain, event, ...where, wrapped: false }];
}

/** Returns the event of a dialect for an event of a host; undefined where there are none or several. */
function findOwnEvent(vendor: string, event: string, dialect: string): string | undefined {
  const binding = requireBinding(adapterOf(vendor), event);
  const fit = bindingsFor(adapterOf(dialect), binding.event);
  return fit.length === 1 ? fit[0]?.native : undefined;
}

/** Returns findings about values that a shim line names and the record does not hold. */
export function findLostValues(
  vendor: string,
  { missing = {}, hook, event, at }: ReadHook,
): Finding[] {
  const { valuesKey, carryKey } = missing;
  const mayRefuse = onFailureOf(hook) !== 'allow' && hook.answer === undefined;
  const refuses = mayRefuse && isGateEvent(requireBinding(adapterOf(vendor), event).event);
  const found: Finding[] = [];
  if (valuesKey !== undefined)
    found.push({ code: 'values-lost', event, refuses, key: valuesKey, at });
  if (carryKey !== undefined) found.push({ code: 'carry-lost', event, key: carryKey, at });
  return found;
}

/**
 * Returns each hook once that stands at several events of a host because one event of its dialect is
 * several there. A hook that stands twice at one event is two hooks.
 */
export function mergeRepeated(found: readonly ReadHook[]): ReadHook[] {
  const atEvent = new Map<string, number>();
  const kept = new Map<string, number>();
  return found.filter((one) => {
    if (!one.wrapped) return true;
    const key = JSON.stringify([one.hook, one.order]);
    const here = `${one.event} ${key}`;
    const count = (atEvent.get(here) ?? 0) + 1;
    atEvent.set(here, count);
    const isNew = count > (kept.get(key) ?? 0);
    if (isNew) kept.set(key, count);
    return isNew;
  });
}

/** Puts hooks that carry their place among the hooks of their own event into that order. */
export function sortByOrder(hooks: readonly ReadHook[]): ReadHook[] {
  const eventOf = ({ hook }: ReadHook) => `${hook.speaks} ${hook.event}`;
  const queues = groupBy(hooks, eventOf);
  for (const queue of queues.values()) queue.sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return hooks.map((one) => queues.get(eventOf(one))?.shift() as ReadHook);
}
