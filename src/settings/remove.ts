import { relative } from 'node:path';
import { adapterOf } from '../host.ts';
import { baseOf, fileOf, launcherOf, placeOf, shown, type Where } from './apply.ts';
import { commit } from './commit.ts';
import { readSettings } from './files.ts';
import { withLock } from './lock.ts';
import { elementsBy, merge } from './merge.ts';
import { mergeYaml } from './neutral.ts';
import { planHooks } from './plan.ts';
import { readHooks } from './read.ts';
import { type Entries, fileIn, readRecord, restorable } from './record.ts';
import { removeRunner } from './runner.ts';
import { tableOf } from './wrap.ts';

/** What was taken out of a settings file. */
export interface Removed {
  file: string;
  /** Elements of ours. */
  count: number;
  before: string;
  /** Undefined: the file was ours, and is gone. */
  text: string | undefined;
  /** Events with entries of ours that a person changed: they stay. */
  edited: string[];
}

/** Takes our entries out of a vendor's settings file. Throws `settings`, `vendor` or `write`. */
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
    const name = relative(base.root, path).replaceAll('\\', '/');
    const found = readSettings(path, base);
    const record = readRecord(base);
    const text = found?.text ?? '';
    const ours = fileIn(record, name)?.entries ?? unrecorded(vendor, text, file, launcherOf(place));
    const count = Object.values(ours).flat().length;
    const whole = restorable(base, record, name, text);
    const rest = whole ? { text: whole.text, edited: [] } : without(vendor, { text, file }, ours);
    const removed = { file, count, before: text, ...rest };
    if (where.dryRun || !found || (!count && !fileIn(record, name))) return removed;
    commit(base, { file: name, was: found.text, text: rest.text, entries: {} });
    if (!Object.keys(readRecord(base).files).length) removeRunner(base);
    return removed;
  };
  return where.dryRun ? work() : withLock(base, work);
}

function without(vendor: string, target: { text: string; file: string }, ours: Entries) {
  if (tableOf(vendor).shape === 'yaml') return { ...mergeYaml(target, [], ours), edited: [] };
  const read = readHooks(vendor, target.text, target.file);
  const { text } = merge(vendor, read, [], ours);
  const left = readHooks(vendor, text, target.file).hooks.filter(({ wrapped }) => wrapped);
  return { text, edited: [...new Set(left.map(({ event }) => event))] };
}

/** Where the record is lost: what we would write again, to the letter, is ours. */
function unrecorded(vendor: string, text: string, file: string, launcher: string): Entries {
  if (tableOf(vendor).shape === 'yaml') return {};
  const read = readHooks(vendor, text, file);
  const wrapped = read.hooks.filter((one) => one.wrapped);
  const { written } = planHooks(adapterOf(vendor), wrapped, { launcher, force: true });
  return elementsBy(vendor, written);
}
