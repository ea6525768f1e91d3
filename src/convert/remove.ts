import { dirname, join } from 'node:path';
import { withLock } from '../files/lock.ts';
import { type Root, removeIfEmpty } from '../files/root.ts';
import { readSettingsFile } from '../files/settings-file.ts';
import type { NewEntry, Settings } from '../settings/formats/format.ts';
import { formatOf, readSettingsText } from '../settings/formats/index.ts';
import { vendorIds } from '../settings/tables.ts';
import { readNamedValues, readOnlyFilesOf, writableFilesOf } from '../settings/vendor-files.ts';
import {
  displayPath,
  resolveWorkspace,
  scopeRootOf,
  type Workspace,
  type WorkspaceOptions,
} from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { isAbsence, lookAt } from '../util/stat.ts';
import { startsRunner } from './apply.ts';
import { commitSettings } from './ownership/commit.ts';
import {
  alikeIn,
  elementOf,
  hooksIn,
  launchesIn,
  singles,
  takeFrom,
} from './ownership/elements.ts';
import {
  type Entries,
  findOriginalText,
  type LedgerFile,
  ledgerFileOf,
  ledgerNameOf,
  mergeEntries,
  readLedger,
  writeLedger,
} from './ownership/ledger.ts';
import { merge } from './ownership/merge.ts';
import { ownedIn } from './ownership/owners.ts';
import { planHooks } from './plan.ts';
import { pruneKept } from './prune-values.ts';
import { findNeededFiles, removeRunner } from './runner.ts';

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
  where: WorkspaceOptions & { dryRun?: boolean | undefined },
): Promise<Removed> {
  adapterOf(vendor);
  const place = resolveWorkspace(where);
  const work = (): Removed => {
    const from = (writes: boolean) =>
      writableFilesOf(vendor, place).map(({ path }) => removeFrom(vendor, path, place, writes));
    // All or nothing: one that cannot be read keeps every file as it is.
    const planned = from(false);
    if (where.dryRun) return planned.reduce(both);
    const all = from(true);
    pruneKept(place);
    tidyUp(scopeRootOf(place), place);
    return all.reduce(both);
  };
  return where.dryRun ? work() : withLock(scopeRootOf(place), work);
}

/** What was taken out of two files. */
function both(one: Removed, other: Removed): Removed {
  if (!one.before || !other.before) return one.before ? one : other;
  const texts = [one, other].flatMap(({ text }) => text ?? []);
  return {
    file: `${one.file}, ${other.file}`,
    count: one.count + other.count,
    before: one.before + other.before,
    text: texts.length ? texts.join('') : undefined,
    edited: [...one.edited, ...other.edited],
  };
}

function removeFrom(vendor: string, path: string, place: Workspace, writes: boolean): Removed {
  const base = scopeRootOf(place);
  const file = displayPath(path, place);
  const name = ledgerNameOf(base, path);
  const was = readSettingsFile(path, base)?.text;
  const before = was ?? '';
  const kept = readNamedValues(path, was, place);
  const target = readSettingsText(vendor, before, file, kept);
  const record = readLedger(base);
  const recorded = ledgerFileOf(record, name);
  const restored = was === undefined ? undefined : findOriginalText(base, record, name, was);
  const { originals, changed } = originalsIn(vendor, target, recorded);
  const withoutOurs = () => {
    const owned = { ours: oursIn(vendor, target, recorded?.entries, place), set: recorded?.set };
    const [text] = merge(vendor, target, originals, undefined, owned).texts;
    return { text: text === '' && before ? undefined : text };
  };
  const { text } = restored ?? withoutOurs();
  const after = readSettingsText(vendor, text ?? '', file, kept);
  const count = countIn(vendor, target) - countIn(vendor, after) + originals.length;
  const edited = after.hooks
    // A line that speaks the agent's own dialect is its owner's, unless it was ours.
    .filter(({ wrapped, hook, event }) => wrapped && (hook.speaks !== vendor || changed.has(event)))
    .map(({ event, at }) => ({ event, line: at?.line }));
  if (writes) {
    if (recorded || count) {
      const left = was === undefined ? undefined : text;
      commitSettings(base, { file: name, was, text: left, entries: {} });
    }
    if (text === undefined) removeFolders(base, dirname(dirname(path)));
  }
  return { file, count, before, text, edited };
}

/**
 * What of a file is ours: what the record says. It may be lost, so what we would write again, to
 * the letter, is as well; unless something of ours is missing, since that may be it, changed.
 * Where no record tells, what an earlier version would have written is as well.
 */
function oursIn(
  vendor: string,
  { hooks, elements }: Settings,
  recorded: Entries | undefined,
  place: Workspace,
): Entries {
  const known = recorded ?? {};
  const ofEvent = (event: string) => elements.filter((one) => one.event === event);
  const whole = elements.filter(
    ({ event }) => !takeFrom(ofEvent(event), known[event] ?? []).lost.length,
  );
  const launchers = whole.flatMap(({ value }) =>
    launchesIn(vendor, value).map(({ launcher }) => launcher),
  );
  let ours = known;
  for (const launcher of new Set(launchers)) {
    const wrapped = hooks.filter((one) => one.wrapped);
    const onLine = !startsRunner(launcher, vendor, place);
    const options = { launcher, force: true, onLine };
    const { written } = planHooks(adapterOf(vendor), wrapped, options);
    const found = Array.from(new Set(written.map(({ event }) => event)), (event) => {
      const values = written.filter((one) => one.event === event);
      const there = whole.filter((one) => one.event === event);
      const same = alikeIn(
        vendor,
        there,
        values.map((one) => elementOf(vendor, one)),
        !recorded,
      );
      return [event, same.map(({ value }) => value)] as const;
    });
    ours = mergeEntries(ours, Object.fromEntries(found));
  }
  return ours;
}

/** The hooks of the agent's own that we made lines of ours of, as they were; and where such a line is gone. */
function originalsIn(
  vendor: string,
  { hooks, elements }: Settings,
  recorded: LedgerFile | undefined,
): { originals: NewEntry[]; changed: Set<string> } {
  const { ours } = ownedIn(recorded, vendor, vendor);
  const all = Object.entries(ours).map(([event, values]) => {
    const there = elements.filter((one) => one.event === event);
    return { event, ...takeFrom(there, values) };
  });
  const found = all.flatMap((one) => one.found);
  const originals = [...hooksIn(hooks, found)]
    .filter(({ wrapped }) => wrapped)
    .map(({ hook }) => formatOf(vendor).stateHook(vendor, hook));
  return {
    originals,
    changed: new Set(all.flatMap(({ event, lost }) => (lost.length ? [event] : []))),
  };
}

const countIn = (vendor: string, { elements }: Settings): number =>
  elements.flatMap(({ value }) => singles(vendor, value)).length;

/** A folder and those above it, as far as they are empty. */
function removeFolders({ root }: Root, folder: string): void {
  for (let at = folder; at.length > root.length && removeIfEmpty(at); ) at = dirname(at);
}

/** The runner goes when nothing starts it any more; so does what is known of files that are gone. */
function tidyUp(base: Root, place: Workspace): void {
  const record = readLedger(base);
  // What cannot be looked at is kept: our hooks may still be in it.
  const isThere = (path: string) => {
    const { stats, code } = lookAt(path);
    return stats ? stats.isFile() : !isAbsence(code);
  };
  const files = Object.entries(record.files).filter(([name]) => isThere(join(base.root, name)));
  if (files.length < Object.keys(record.files).length) {
    writeLedger(base, { ...record, files: Object.fromEntries(files) });
  }
  const starts = (vendor: string): boolean => {
    try {
      const paths = [...writableFilesOf(vendor, place), ...readOnlyFilesOf(vendor, place)];
      const texts = paths.map(({ path }) => readSettingsFile(path, base)?.text);
      return texts.some((text) => text && findNeededFiles(text).length > 0);
    } catch {
      return true; // for all we know
    }
  };
  if (!files.length && !vendorIds().some(starts)) removeRunner(base);
}
