/** Tells from which source the entries came that we wrote into a file. */
import { formatOf } from '../../settings/formats/index.ts';
import { groupBy } from '../../util/group.ts';
import { shimLinesIn } from './elements.ts';
import { type Entries, joinEntries, type LedgerFile } from './ledger.ts';

/**
 * Returns the vendor from whose hooks an element seems to be made: the dialect of its hook, or of its first
 * shim line. Undefined: the element does not show it.
 */
const apparentSourceOf = (
  to: string,
  element: unknown,
  known: LineDialects = new Map(),
): string | undefined =>
  formatOf(to).dialectOf?.(to, element) ??
  dialectOfOnlyLine(to, element, known) ??
  shimLinesIn(to, element)[0]?.speaks;

/** Entry of a settings file → the dialect of the first hook that its line starts, for lines that need not be read. */
export type LineDialects = ReadonlyMap<unknown, string>;

/** Returns the dialect that is known of the only entry of an element. */
function dialectOfOnlyLine(to: string, element: unknown, known: LineDialects): string | undefined {
  const entries = formatOf(to).entriesOf(element);
  return Array.isArray(entries) && entries.length === 1 ? known.get(entries[0]?.[0]) : undefined;
}

type Pair = [event: string, element: unknown];

const pairsOf = (entries: Entries): Pair[] =>
  Object.entries(entries).flatMap(([event, list]) => list.map((one): Pair => [event, one]));

const filterEntries = (entries: Entries, isKept: (pair: Pair) => boolean): Entries =>
  Object.fromEntries(
    [...groupBy(pairsOf(entries).filter(isKept), ([event]) => event)].map(([event, pairs]) => [
      event,
      pairs.map(([, element]) => element),
    ]),
  );

/** Returns a function that tells whether `entries` hold an equal element at the same event. */
function isAmong(entries: Entries): (pair: Pair) => boolean {
  const known = new Set(pairsOf(entries).map((pair) => JSON.stringify(pair)));
  return (pair) => known.has(JSON.stringify(pair));
}

/** The entries that we wrote into a file: those from one source, and those from all others. */
export interface EntriesBySource {
  ofThisSource: Entries;
  ofOtherSources: Entries;
}

/**
 * Divides the entries that we wrote into files of `to` into those from one source and those from all
 * others. An entry came from the source that the ledger states for it; if it states none, from the
 * vendor whose dialect the entry shows.
 *
 * @param files What the ledger says of each file.
 * @param from The one source: a vendor, or a vendor and a file that is none of its own.
 */
export const divideBySource = (
  files: readonly (LedgerFile | undefined)[],
  from: string,
  to: string,
): EntriesBySource =>
  files
    .map((file): EntriesBySource => {
      const sources = Object.entries(file?.sources ?? {}).map(
        ([source, listed]) => [source, isAmong(listed)] as const,
      );
      const isFromSource = (pair: Pair): boolean => {
        const [stated] = sources.find(([, isListed]) => isListed(pair)) ?? [];
        return (stated ?? apparentSourceOf(to, pair[1])) === from;
      };
      const entries = file?.entries ?? {};
      return {
        ofThisSource: filterEntries(entries, isFromSource),
        ofOtherSources: filterEntries(entries, (pair) => !isFromSource(pair)),
      };
    })
    .reduce((a, b) => ({
      ofThisSource: joinEntries(a.ofThisSource, b.ofThisSource),
      ofOtherSources: joinEntries(a.ofOtherSources, b.ofOtherSources),
    }));

/** Returns what the ledger states about the sources of some entries of a file. Undefined: nothing. */
export function selectSources(
  known: LedgerFile | undefined,
  entries: Entries,
): LedgerFile['sources'] {
  const isSelected = isAmong(entries);
  const sources = Object.entries(known?.sources ?? {})
    .map(([source, listed]) => [source, filterEntries(listed, isSelected)] as const)
    .filter(([, listed]) => Object.keys(listed).length);
  return sources.length ? Object.fromEntries(sources) : undefined;
}

/**
 * Returns what the ledger must state about the sources of a file's entries: for each source, those of its
 * entries that do not show by their dialect that they came from it.
 *
 * @param before What the ledger says of the file so far.
 * @param entries The entries from the source `from` that the file holds now.
 * @param lineDialects What is known of the lines of these entries.
 * @returns The `sources` of {@link LedgerFile}; undefined: every entry shows its source.
 */
export function listStatedSources(
  before: LedgerFile | undefined,
  {
    from,
    to,
    entries,
    lineDialects,
  }: { from: string; to: string; entries: Entries; lineDialects: LineDialects },
): LedgerFile['sources'] {
  const isNew = isAmong(entries);
  const others = Object.entries(before?.sources ?? {})
    .filter(([source]) => source !== from)
    .map(([source, listed]) => [source, filterEntries(listed, (pair) => !isNew(pair))] as const);
  const unclear = filterEntries(
    entries,
    ([, element]) => apparentSourceOf(to, element, lineDialects) !== from,
  );
  const stated = [[from, unclear] as const, ...others];
  const sources = stated.filter(([, listed]) => Object.keys(listed).length);
  return sources.length ? Object.fromEntries(sources) : undefined;
}
