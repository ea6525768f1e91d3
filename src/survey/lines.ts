/** Finds the entry in a settings file that a hook was read from. */
import { parseShimLines, type ShimLine } from '../settings/command-line/shim-line.ts';
import { readCommand, readEntry } from '../settings/entry.ts';
import type { ReadHook, Settings } from '../settings/formats/format.ts';
import { formatOf } from '../settings/formats/index.ts';
import { tableOf } from '../settings/tables.ts';
import { isObject } from '../util/equal.ts';
import { groupBy } from '../util/group.ts';
import type { Json } from '../util/json.ts';

/** An entry that a hook was read from. */
export interface EntryOfHook {
  /** The command line. Undefined: the entry has none. */
  line: string | undefined;
  /** What the line says of the hook, if it starts the hook through anyhook. */
  shim: ShimLine | undefined;
  /** The index of the entry in its group. */
  entry: number;
  /** Whether the entry itself says that its agent refuses the call if the line fails. */
  refusesAtFailure: boolean;
  /** The entry stands in a generated plugin, which reads its line and starts no shell. */
  isInPlugin: boolean;
}

/**
 * Returns the entry of each hook; several hooks may have one. Several entries of one group are told apart by their
 * order, since hooks are read in the order of the entries.
 */
export function findEntries(vendor: string, settings: Settings): Map<ReadHook, EntryOfHook> {
  const table = tableOf(vendor);
  const isInPlugin = table.syntax.plugin !== undefined;
  const found = new Map<ReadHook, EntryOfHook>();
  const keyOf = (event: string, index: number | undefined) => `${index} ${event}`;
  const hooks = groupBy([...settings.hooks, ...settings.unknown], (one) =>
    keyOf(one.event, one.index),
  );
  for (const { event, index, value } of settings.elements) {
    const entries = formatOf(vendor).entriesOf(value);
    if (!Array.isArray(entries)) continue;
    const waiting = [...(hooks.get(keyOf(event, index)) ?? [])];
    entries.forEach(([raw, group], entry) => {
      if (!isObject(raw)) return;
      const command = readCommand(table, raw);
      const line = typeof command === 'string' ? command : undefined;
      const shims = line === undefined ? [] : parseShimLines(line);
      const { onFailure } = readEntry(table, vendor, event, raw as Json, group);
      for (const shim of shims.length ? shims : [undefined]) {
        const at = waiting.findIndex(({ hook, wrapped }) =>
          wrapped ? shim?.flags.command.includes(hook.command) : hook.command === (line ?? ''),
        );
        const [one] = at < 0 ? [] : waiting.splice(at, 1);
        const refusesAtFailure = onFailure === 'block';
        if (one) found.set(one, { line, shim, entry, refusesAtFailure, isInPlugin });
      }
    });
  }
  return found;
}
