/** Finds the entries of a settings file that are ours, and the hooks that they were made of. */

import type { GroupedEntry, Settings } from '../settings/formats/format.ts';
import { formatOf } from '../settings/formats/index.ts';
import type { Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { groupBy } from '../util/group.ts';
import { startsInstalledRunner } from './launcher.ts';
import {
  elementOf,
  findElementsLike,
  hooksIn,
  matchElements,
  shimLinesIn,
  type WrittenElements,
} from './ownership/elements.ts';
import { type Entries, joinEntries, type LedgerFile } from './ownership/ledger.ts';
import { listFormsWithout } from './ownership/merge-entries.ts';
import { divideBySource } from './ownership/sources.ts';
import { planHooks } from './plan-hooks.ts';

/**
 * Returns the entries of a file that are ours: those that the ledger lists. If the ledger does not know the file (it may
 * be lost), these are the entries that are equal to what a conversion would write again for their hooks, in this version
 * or in another one of ours.
 *
 * @param listed The entries that the ledger lists; undefined: the ledger does not know the file.
 */
export function findOurEntries(
  vendor: string,
  { hooks, elements }: Settings,
  listed: Entries | undefined,
  workspace: Workspace,
): Entries {
  if (listed) return listed;
  const launchers = elements.flatMap(({ value }) =>
    shimLinesIn(vendor, value).map(({ launcher }) => launcher),
  );
  const wrapped = hooks.filter((one) => one.wrapped);
  return [...new Set(launchers)].reduce((ours: Entries, launcher) => {
    const valuesOnLine = !startsInstalledRunner(launcher, vendor, workspace);
    const options = { launcher, force: true, valuesOnLine, isOwnFile: true };
    const { entries } = planHooks(adapterOf(vendor), wrapped, options);
    const found = [...groupBy(entries, ({ event }) => event)].map(([event, planned]) => {
      const there = elements.filter((one) => one.event === event);
      const entryOf = new Map(planned.map((one) => [elementOf(vendor, one) as unknown, one]));
      const written: WrittenElements = {
        values: [...entryOf.keys()],
        formsWithout: (value, hooks) => listFormsWithout(vendor, entryOf.get(value), hooks),
      };
      return [
        event,
        findElementsLike(vendor, there, written, true).map(({ value }) => value),
      ] as const;
    });
    return joinEntries(ours, Object.fromEntries(found));
  }, {});
}

/** Returns the entries that the ledger lists and that a file does not hold, or not as they were written. */
export function findLostEntries({ elements }: Settings, listed: Entries): Entries {
  const lists = Object.entries(listed).map(([event, values]) => {
    const there = elements.filter((one) => one.event === event);
    return [event, matchElements(there, values).lost] as const;
  });
  return Object.fromEntries(lists.filter(([, lost]) => lost.length));
}

/**
 * Finds the hooks of an agent's own dialect that an earlier conversion replaced by shim lines in the
 * agent's file (see `findHooksToRewrap`).
 *
 * @param known What the ledger says of the file.
 * @returns `originals`: the hooks as they were, as entries. `changedEvents`: the events at which a person
 *   changed or removed such a shim line.
 */
export function findOriginalHooks(
  vendor: string,
  { hooks, elements }: Settings,
  known: LedgerFile | undefined,
): { originals: GroupedEntry[]; changedEvents: ReadonlySet<string> } {
  const { ofThisSource } = divideBySource([known], vendor, vendor);
  const matches = Object.entries(ofThisSource).map(([event, values]) => {
    const there = elements.filter((one) => one.event === event);
    return { event, ...matchElements(there, values) };
  });
  const ours = matches.flatMap(({ found }) => found);
  const originals = [...hooksIn(hooks, ours)]
    .filter(({ wrapped }) => wrapped)
    .map(({ hook }) => formatOf(vendor).stateHook(vendor, hook));
  const changed = matches.flatMap(({ event, lost }) => (lost.length ? [event] : []));
  return { originals, changedEvents: new Set(changed) };
}
