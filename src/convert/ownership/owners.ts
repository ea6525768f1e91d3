import { z } from 'zod';
import type { Root } from '../../files/root.ts';
import { formatOf } from '../../settings/formats/index.ts';
import { equal } from '../../util/equal.ts';
import { groupBy } from '../../util/group.ts';
import { launchesIn } from './elements.ts';
import {
  type Entries,
  type LedgerFile,
  ledgerFileOf,
  mergeEntries,
  readLedger,
  writeLedger,
} from './ledger.ts';

/** In the record of a file, for entries that do not say whose they are: source → its entries. */
const sourcesSchema = z.record(z.string(), z.record(z.string(), z.array(z.unknown())));

const sourcesIn = (file: LedgerFile | undefined): Record<string, Entries> =>
  sourcesSchema.safeParse(file?.sources).data ?? {};

/** Whose hooks an element seems to hold: those of the agent that its commands speak to. */
const seemsOf = (to: string, element: unknown): string | undefined =>
  formatOf(to).dialectOf?.(to, element) ?? launchesIn(to, element)[0]?.speaks;

type Pair = [event: string, element: unknown];

const pairsOf = (entries: Entries): Pair[] =>
  Object.entries(entries).flatMap(([event, list]) => list.map((one): Pair => [event, one]));

const entriesOf = (pairs: readonly Pair[]): Entries =>
  Object.fromEntries(
    [...groupBy(pairs, ([event]) => event)].map(([event, all]) => [
      event,
      all.map(([, one]) => one),
    ]),
  );

const filtered = (entries: Entries, keep: (pair: Pair) => boolean): Entries =>
  entriesOf(pairsOf(entries).filter(keep));

/** Whether an element is one of some entries. */
function isAmong(entries: Entries): (pair: Pair) => boolean {
  const known = new Set(pairsOf(entries).map((pair) => JSON.stringify(pair)));
  return (pair) => known.has(JSON.stringify(pair));
}

interface Shares {
  ours: Entries;
  theirs: Entries;
}

/** What we wrote into a file: from this source, and from others. */
export function ownedIn(file: LedgerFile | undefined, from: string, to: string): Shares {
  const sources = Object.entries(sourcesIn(file)).map(([id, all]) => ({ id, has: isAmong(all) }));
  const isOurs = (pair: Pair): boolean => {
    const told = sources.find(({ has }) => has(pair))?.id;
    return (told ?? seemsOf(to, pair[1])) === from;
  };
  const entries = file?.entries ?? {};
  return {
    ours: filtered(entries, isOurs),
    theirs: filtered(entries, (pair) => !isOurs(pair)),
  };
}

/** The same of two files. */
export const ownedInBoth = (a: Shares, b: Shares): Shares => ({
  ours: mergeEntries(a.ours, b.ours),
  theirs: mergeEntries(a.theirs, b.theirs),
});

/** Notes which entries came from a source, where they do not tell. */
export function noteSource(
  base: Root,
  name: string,
  { from, to, entries }: { from: string; to: string; entries: Entries },
): void {
  const record = readLedger(base);
  const file = ledgerFileOf(record, name);
  if (!file) return;
  const before = sourcesIn(file);
  const isNew = isAmong(entries);
  const others = Object.entries(before)
    .filter(([source]) => source !== from)
    .map(([source, all]) => [source, filtered(all, (pair) => !isNew(pair))] as const);
  const untold = filtered(entries, ([, one]) => seemsOf(to, one) !== from);
  const sources = Object.fromEntries(
    [[from, untold] as const, ...others].filter(([, known]) => Object.keys(known).length),
  );
  if (equal(sources, before)) return;
  const { sources: _, ...rest } = file;
  const noted: LedgerFile = { ...rest, ...(Object.keys(sources).length ? { sources } : {}) };
  writeLedger(base, { ...record, files: { ...record.files, [name]: noted } });
}
