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
import { launchesIn } from './elements.ts';

/** In the record of a file, for entries that do not say whose they are: source → its entries. */
const sourcesSchema = z.record(z.string(), z.record(z.string(), z.array(z.unknown())));

const sourcesIn = (file: WrittenFile | undefined): Record<string, Entries> =>
  sourcesSchema.safeParse(file?.sources).data ?? {};

/** Whose hooks an element seems to hold: those of the agent that its commands speak to. */
const seemsOf = (to: string, element: unknown): string | undefined =>
  formatOf(to).speaker?.(to, element) ?? launchesIn(to, element)[0]?.speaks;

type Test = (element: unknown, event: string) => boolean;

const filtered = (entries: Entries, keep: Test): Entries =>
  Object.fromEntries(
    Object.entries(entries)
      .map(([event, list]) => [event, list.filter((one) => keep(one, event))] as const)
      .filter(([, list]) => list.length),
  );

/** Whether an element is one of some entries. */
function isAmong(entries: Entries): Test {
  const known = Object.entries(entries).flatMap(([event, list]) =>
    list.map((element) => `${event} ${JSON.stringify(element)}`),
  );
  const all = new Set(known);
  return (element, event) => all.has(`${event} ${JSON.stringify(element)}`);
}

/** What we wrote into a file: from this source, and from others. */
export function ownedIn(file: WrittenFile | undefined, from: string, to: string) {
  const sources = Object.entries(sourcesIn(file)).map(([id, known]) => ({
    id,
    has: isAmong(known),
  }));
  const isOurs: Test = (element, event) => {
    const told = sources.find(({ has }) => has(element, event))?.id;
    return (told ?? seemsOf(to, element)) === from;
  };
  const entries = file?.entries ?? {};
  return {
    ours: filtered(entries, isOurs),
    theirs: filtered(entries, (element, event) => !isOurs(element, event)),
  };
}

/** The same of two files. */
export const joined = (a: ReturnType<typeof ownedIn>, b: typeof a): typeof a => ({
  ours: union(a.ours, b.ours),
  theirs: union(a.theirs, b.theirs),
});

/** Two lots of entries as one, in the same order whichever source was converted last. */
export function union(a: Entries, b: Entries): Entries {
  const events = new Set([...Object.keys(a), ...Object.keys(b)]);
  const sorted = (list: unknown[]): unknown[] =>
    list
      .map((one) => ({ one, text: JSON.stringify(one) }))
      .sort((a, b) => (a.text < b.text ? -1 : 1))
      .map(({ one }) => one);
  return Object.fromEntries(
    [...events].map((event) => [event, sorted([...(a[event] ?? []), ...(b[event] ?? [])])]),
  );
}

/** Notes which entries came from a source, where they do not tell. */
export function noteSource(
  base: Root,
  name: string,
  { from, to, entries }: { from: string; to: string; entries: Entries },
): void {
  const record = readManifest(base);
  const file = fileIn(record, name);
  if (!file) return;
  const before = sourcesIn(file);
  const isNew = isAmong(entries);
  const others = Object.entries(before)
    .filter(([source]) => source !== from)
    .map(([source, all]) => [source, filtered(all, (one, event) => !isNew(one, event))] as const);
  const untold = filtered(entries, (element) => seemsOf(to, element) !== from);
  const sources = Object.fromEntries(
    [[from, untold] as const, ...others].filter(([, known]) => Object.keys(known).length),
  );
  if (equal(sources, before)) return;
  const { sources: _, ...rest } = file;
  const noted: WrittenFile = { ...rest, ...(Object.keys(sources).length ? { sources } : {}) };
  writeManifest(base, { ...record, files: { ...record.files, [name]: noted } });
}
