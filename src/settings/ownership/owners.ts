import { z } from 'zod';
import {
  type Entries,
  fileIn,
  readManifest,
  type WrittenFile,
  writeManifest,
} from '../../files/manifest.ts';
import type { Root } from '../../files/root.ts';
import { equal } from '../../util/equal.ts';
import { formatOf } from '../formats/index.ts';
import { speakersOf } from './elements.ts';

/** In the record of a file, for entries that do not say whose they are: source → its entries. */
const sourcesSchema = z.record(z.string(), z.record(z.string(), z.array(z.unknown())));

const sourcesIn = (file: WrittenFile | undefined): Record<string, Entries> =>
  sourcesSchema.safeParse(file?.sources).data ?? {};

/** Whose hooks an element seems to hold: those of the agent that its commands speak to. */
function seems(to: string, element: unknown): string | undefined {
  return formatOf(to).speaker?.(to, element) ?? speakersOf(to, element)[0];
}

type Test = (element: unknown, event: string) => boolean;

const filtered = (entries: Entries, keep: Test): Entries =>
  Object.fromEntries(
    Object.entries(entries)
      .map(([event, list]) => [event, list.filter((one) => keep(one, event))] as const)
      .filter(([, list]) => list.length),
  );

/** Whether an element is one of some entries. */
function among(entries: Entries): Test {
  const known = new Set<string>();
  for (const [event, list] of Object.entries(entries))
    for (const element of list) known.add(`${event} ${JSON.stringify(element)}`);
  return (element, event) => known.has(`${event} ${JSON.stringify(element)}`);
}

/** What we wrote into a file: from this source, and from others. */
export function owned(file: WrittenFile | undefined, from: string, to: string) {
  const entries = file?.entries ?? {};
  const sources = Object.entries(sourcesIn(file)).map(([id, known]) => ({ id, has: among(known) }));
  const isOurs: Test = (element, event) => {
    const told = sources.find(({ has }) => has(element, event))?.id;
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
  base: Root,
  name: string,
  { from, to, entries }: { from: string; to: string; entries: Entries },
): void {
  const record = readManifest(base);
  const file = fileIn(record, name);
  if (!file) return;
  const { sources: _, ...rest } = file;
  const isNew = among(entries);
  const untold = filtered(entries, (element) => seems(to, element) !== from);
  const all: Record<string, Entries> = { [from]: untold };
  for (const [source, known] of Object.entries(sourcesIn(file)))
    if (source !== from) all[source] = filtered(known, (element, event) => !isNew(element, event));
  const sources = Object.fromEntries(
    Object.entries(all).filter(([, known]) => Object.keys(known).length),
  );
  if (equal(sources, sourcesIn(file))) return;
  const noted: WrittenFile = { ...rest, ...(Object.keys(sources).length ? { sources } : {}) };
  writeManifest(base, { ...record, files: { ...record.files, [name]: noted } });
}
