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
} from './ownership/elements.ts';
import { type Entries, joinEntries, type LedgerFile } from './ownership/ledger.ts';
import { divideBySource } from './ownership/sources.ts';
import { planHooks } from './plan-hooks.ts';

/**
 * Returns the entries of a file that are ours: those that the ledger lists, and, since the ledger may
 * be lost, those that are equal to what we would write again. If an entry that the ledger lists is missing
 * at an event, only listed entries count there: an unlisted one may be the missing one, changed by a person.
 *
 * @param listed The entries that the ledger lists. Without any, entries as an earlier version would
 *   have written them count as well.
 */
export function findOurEntries(
  vendor: string,
  { hooks, elements }: Settings,
  listed: Entries | undefined,
  workspace: Workspace,
): Entries {
  const ofEvent = groupBy(elements, ({ event }) => event);
  const hasAllListed = (event: string) =>
    !matchElements(ofEvent.get(event) ?? [], listed?.[event] ?? []).lost.length;
  const unchangedElements = elements.filter(({ event }) => hasAllListed(event));
  const launchers = unchangedElements.flatMap(({ value }) =>
    shimLinesIn(vendor, value).map(({ launcher }) => launcher),
  );
  const wrapped = hooks.filter((one) => one.wrapped);
  return [...new Set(launchers)].reduce((ours: Entries, launcher) => {
    const valuesOnLine = !startsInstalledRunner(launcher, vendor, workspace);
    const options = { launcher, force: true, valuesOnLine };
    const { entries } = planHooks(adapterOf(vendor), wrapped, options);
    const found = [...groupBy(entries, ({ event }) => event)].map(([event, planned]) => {
      const there = unchangedElements.filter((one) => one.event === event);
      const values = planned.map((one) => elementOf(vendor, one));
      return [
        event,
        findElementsLike(vendor, there, values, !listed).map(({ value }) => value),
      ] as const;
    });
    return joinEntries(ours, Object.fromEntries(found));
  }, listed ?? {});
}

/**
 * Returns the hooks of an agent's own dialect that we replaced by shim lines, as they were before.
 *
 * @returns The hooks as entries, and the events at which a person changed or removed a shim line of ours.
 */
export function findOriginalHooks(
  vendor: string,
  { hooks, elements }: Settings,
  known: LedgerFile | undefined,
): { originals: GroupedEntry[]; changedEvents: ReadonlySet<string> } {
  const { ofThisSource } = divideBySource([known], vendor, vendor);
  const all = Object.entries(ofThisSource).map(([event, values]) => {
    const there = elements.filter((one) => one.event === event);
    return { event, ...matchElements(there, values) };
  });
  const originals = [
    ...hooksIn(
      hooks,
      all.flatMap(({ found }) => found),
    ),
  ]
    .filter(({ wrapped }) => wrapped)
    .map(({ hook }) => formatOf(vendor).stateHook(vendor, hook));
  const changed = all.flatMap(({ event, lost }) => (lost.length ? [event] : []));
  return { originals, changedEvents: new Set(changed) };
}
