import { formatOf } from '../../settings/formats/index.ts';
import { groupBy } from '../../util/group.ts';
import { shimLinesIn } from './elements.ts';
import { type Entries, joinEntries, type LedgerFile } from './ledger.ts';

/** Returns the agent whose hooks an element seems to hold: the one that its commands speak to. */
const apparentSourceOf = (to: string, element: unknown): string | undefined =>
  formatOf(to).dialectOf?.(to, element) ?? shimLinesIn(to, element)[0]?.speaks;

type Pair = [event: string, element: unknown];

const pairsOf = (entries: Entries): Pair[] =>
  Object.entries(entries).flatMap(([event, list]) => list.map((one): Pair => [event, one]));

const filterEntries = (entries: Entries, isKept: (pair: Pair) => boolean): Entries =>
  Object.fromEntries(
    [...groupBy(pairsOf(entries).filter(isKept), ([event]) => event)].map(([event, all]) => [
      event,
      all.map(([, element]) => element),
    ]),
  );

/** Returns a test for whether an element is one of some entries. */
function isAmong(entries: Entries): (pair: Pair) => boolean {
  const known = new Set(pairsOf(entries).map((pair) => JSON.stringify(pair)));
  return (pair) => known.has(JSON.stringify(pair));
}

/** The entries that we wrote into a file: from one source, and from all others. */
export interface EntriesBySource {
  ofThisSource: Entries;
  ofOtherSources: Entries;
}

/**
 * Divides the entries that we wrote into files of `to` between one source and all others.
 *
 * @param files What the ledger says of each file.
 * @param from The source: a vendor.
 */
export const divideBySource = (
  files: readonly (LedgerFile | undefined)[],
  from: string,
  to: string,
): EntriesBySource =>
  files
    .map((file): EntriesBySource => {
      const sources = Object.entries(file?.sources ?? {}).map(([id, all]) => ({
        id,
        has: isAmong(all),
      }));
      const isOurs = (pair: Pair): boolean => {
        const stated = sources.find(({ has }) => has(pair))?.id;
        return (stated ?? apparentSourceOf(to, pair[1])) === from;
      };
      const entries = file?.entries ?? {};
      return {
        ofThisSource: filterEntries(entries, isOurs),
        ofOtherSources: filterEntries(entries, (pair) => !isOurs(pair)),
      };
    })
    .reduce((a, b) => ({
      ofThisSource: joinEntries(a.ofThisSource, b.ofThisSource),
      ofOtherSources: joinEntries(a.ofOtherSources, b.ofOtherSources),
    }));

/**
 * Returns which entries of a file came from which source, where the entries do not tell by themselves.
 *
 * @param before What the ledger says of the file so far.
 * @param entries The entries that the file holds from `from` now.
 */
export function listStatedSources(
  before: LedgerFile | undefined,
  { from, to, entries }: { from: string; to: string; entries: Entries },
): LedgerFile['sources'] {
  const isNew = isAmong(entries);
  const others = Object.entries(before?.sources ?? {})
    .filter(([source]) => source !== from)
    .map(([source, all]) => [source, filterEntries(all, (pair) => !isNew(pair))] as const);
  const silent = filterEntries(entries, ([, element]) => apparentSourceOf(to, element) !== from);
  const sources = [[from, silent] as const, ...others].filter(([, all]) => Object.keys(all).length);
  return sources.length ? Object.fromEntries(sources) : undefined;
}
