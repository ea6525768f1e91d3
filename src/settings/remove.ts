import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settingsTables } from '../adapters/index.ts';
import { commit } from '../files/commit.ts';
import { withLock } from '../files/lock.ts';
import {
  type Entries,
  fileIn,
  nameIn,
  readManifest,
  restorable,
  writeManifest,
} from '../files/manifest.ts';
import { type Root, removeEmpty } from '../files/root.ts';
import { removeRunner } from '../files/runner.ts';
import { readSettings } from '../files/settings-file.ts';
import { adapterOf } from '../translate/host.ts';
import { baseOf, fileOf, placeOf, type Where } from './apply.ts';
import { type Place, shown } from './findings/check.ts';
import { readPresent } from './formats/index.ts';
import { holding, launchersIn, lost, singles } from './ownership/elements.ts';
import { merge } from './ownership/merge.ts';
import { together } from './ownership/owners.ts';
import { planHooks } from './plan.ts';

/** What was taken out of a settings file. */
export interface Removed {
  file: string;
  /** Entries that went. */
  count: number;
  before: string;
  /** Undefined: the file was ours, and is gone. */
  text: string | undefined;
  /** Entries of ours that a person changed: they stay. */
  edited: { event: string; line?: number | undefined }[];
}

/**
 * Takes our entries out of a vendor's settings file. Throws `settings`, `vendor` or `write`.
 *
 * @example
 * const { count } = await removeHooks('gemini', {});
 */
export async function removeHooks(
  vendor: string,
  where: Where & { dryRun?: boolean | undefined },
): Promise<Removed> {
  adapterOf(vendor);
  const place = placeOf(where);
  const base = baseOf(place);
  const work = (): Removed => {
    const path = fileOf(vendor, place);
    const file = shown(path, place);
    const name = nameIn(base, path);
    const found = readSettings(path, base);
    const record = readManifest(base);
    const recorded = fileIn(record, name);
    const before = found?.text ?? '';
    const ours = oursIn(vendor, { text: before, file }, recorded?.entries);
    const text = (found && restorable(base, record, name, before)) ?? {
      text: without(vendor, { text: before, file }, ours, recorded?.set),
    };
    const left = text.text ?? '';
    const removed: Removed = {
      file,
      count: countIn(vendor, before, file) - countIn(vendor, left, file),
      before,
      ...text,
      edited: wrappedIn(vendor, left, file),
    };
    if (where.dryRun) return removed;
    if (recorded || removed.count) {
      commit(base, { file: name, was: found?.text, text: found && text.text, entries: {} });
    }
    if (text.text === undefined) removeFolders(base, dirname(dirname(path)));
    tidyUp(base, place);
    return removed;
  };
  return where.dryRun ? work() : withLock(base, work);
}

function without(
  vendor: string,
  target: { text: string; file: string },
  ours: Entries,
  set: readonly string[] | undefined,
): string {
  return merge(vendor, readPresent(vendor, target.text, target.file), [], { ours, set }).text;
}

/**
 * What of a file is ours: what the record says. It may be lost, so what we would write again, to
 * the letter, is as well; unless something of ours is missing, since that may be it, changed.
 * Where no record tells, what an earlier version would have written is as well.
 */
function oursIn(
  vendor: string,
  { text, file }: { text: string; file: string },
  recorded: Entries | undefined,
) {
  const known = recorded ?? {};
  const { hooks, elements } = readPresent(vendor, text, file);
  const wrapped = hooks.filter((one) => one.wrapped);
  const missing = (event: string) =>
    lost(
      elements.filter((one) => one.event === event),
      known[event] ?? [],
    ).length > 0;
  const whole = elements.filter(({ event }) => !missing(event));
  const launchers = new Set(whole.flatMap(({ value }) => launchersIn(vendor, value)));
  return [...launchers]
    .map((launcher) => {
      const { written } = planHooks(adapterOf(vendor), wrapped, { launcher, force: true });
      return holding(vendor, whole, written, !recorded);
    })
    .reduce(together, known);
}

function countIn(vendor: string, text: string, file: string): number {
  const { elements } = readPresent(vendor, text, file);
  return elements.flatMap(({ value }) => singles(vendor, value)).length;
}

const wrappedIn = (vendor: string, text: string, file: string): Removed['edited'] =>
  readPresent(vendor, text, file)
    .hooks.filter(({ wrapped }) => wrapped)
    .map(({ event, at }) => ({ event, line: at?.line }));

/** A folder and those above it, as far as they are empty. */
function removeFolders({ root }: Root, folder: string): void {
  for (let at = folder; at.length > root.length && removeEmpty(at); ) at = dirname(at);
}

/** The runner goes when nothing starts it any more; so does what is known of files that are gone. */
function tidyUp(base: Root, place: Place): void {
  const record = readManifest(base);
  const isThere = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  const files = Object.entries(record.files).filter(([name]) => isThere(join(base.root, name)));
  if (files.length < Object.keys(record.files).length) {
    writeManifest(base, { ...record, files: Object.fromEntries(files) });
  }
  const vendors = Object.keys(settingsTables);
  if (!files.length && !vendors.some((id) => starts(fileOf(id, place), base))) removeRunner(base);
}

function starts(path: string, base: Root): boolean {
  try {
    return readSettings(path, base)?.text.includes('.anyhook/run.cjs') ?? false;
  } catch {
    return true; // for all we know
  }
}
