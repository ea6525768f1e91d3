import { z } from 'zod';
import { equal } from '../equal.ts';
import type { Base } from './base.ts';
import { speakersOf } from './elements.ts';
import { type Entries, fileIn, readRecord, type WrittenFile, writeRecord } from './record.ts';
import { tableOf } from './wrap.ts';

/** In the record of a file, for entries that do not say whose they are: source → its entries. */
const sourcesSchema = z.record(z.string(), z.record(z.string(), z.array(z.unknown())));
type Sources = z.infer<typeof sourcesSchema>;

const sourcesIn = (file: WrittenFile | undefined): Sources =>
  sourcesSchema.safeParse(file?.sources).data ?? {};

/** Whose hooks an element seems to hold: those of the agent that its commands speak to. */
function seems(to: string, element: unknown): string | undefined {
  if (tableOf(to).shape !== 'yaml') return speakersOf(to, element)[0];
  const { speaks } = element as { speaks?: string };
  return speaks ?? to;
}

const among = (list: readonly unknown[] | undefined, element: unknown): boolean =>
  list?.some((one) => equal(one, element)) ?? false;

const filtered = (entries: Entries, keep: (element: unknown, event: string) => boolean): Entries =>
  Object.fromEntries(
    Object.entries(entries)
      .map(([event, list]) => [event, list.filter((one) => keep(one, event))] as const)
      .filter(([, list]) => list.length),
  );

/** What we wrote into a file: from this source, and from others. */
export function owned(file: WrittenFile | undefined, from: string, to: string) {
  const entries = file?.entries ?? {};
  const sources = Object.entries(sourcesIn(file));
  const isOurs = (element: unknown, event: string) => {
    const told = sources.find(([, known]) => among(known[event], element))?.[0];
    return (told ?? seems(to, element)) === from;
  };
  return {
    ours: filtered(entries, isOurs),
    theirs: filtered(entries, (element, event) => !isOurs(element, event)),
  };
}

/** Two lots of entries as one, in the same order whichever source was converted last. */
export function together(a: Entries, b: Entries): Entries {
  const events = new Set([...Object.keys(a), ...Object.keys(b)]);
  const all = (event: string) => [...(a[event] ?? []), ...(b[event] ?? [])];
  return Object.fromEntries([...events].map((event) => [event, sorted(all(event))]));
}

const sorted = (list: readonly unknown[]): unknown[] =>
  list
    .map((one) => ({ one, text: JSON.stringify(one) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1))
    .map(({ one }) => one);

/** Notes which entries came from a source, where they do not tell. */
export function remember(
  base: Base,
  name: string,
  { from, to, entries }: { from: string; to: string; entries: Entries },
): void {
  const record = readRecord(base);
  const file = fileIn(record, name);
  if (!file) return;
  const others = Object.entries(sourcesIn(file))
    .filter(([source]) => source !== from)
    .map(([source, known]) => [
      source,
      filtered(known, (one, event) => !among(entries[event], one)),
    ]);
  const untold = filtered(entries, (element) => seems(to, element) !== from);
  const sources = Object.fromEntries(
    [...others, [from, untold] as const].filter(
      ([, known]) => Object.keys(known as Entries).length,
    ),
  );
  if (equal(sources, sourcesIn(file))) return;
  const { sources: _, ...rest } = file;
  const noted = { ...rest, ...(Object.keys(sources).length ? { sources } : {}) } as WrittenFile;
  writeRecord(base, { ...record, files: { ...record.files, [name]: noted } });
}
