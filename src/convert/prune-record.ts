import { join } from 'node:path';
import { readManifest } from '../files/manifest.ts';
import { type Kept, keysIn, readKept, writeKept } from '../files/record.ts';
import { readSettings } from '../files/settings-file.ts';
import { baseOf, type Place } from '../settings/place.ts';
import { vendorIds } from '../settings/tables.ts';
import { besideOf, settingsOf } from '../settings/vendor-files.ts';
import { attempt } from '../util/attempt.ts';
import { equal } from '../util/equal.ts';

/** Whether the record lacks some of these entries, or has them otherwise. */
export const lacks = (place: Place, record: Kept): boolean => {
  const there = readKept(baseOf(place));
  return !Object.entries(record).every(([key, entry]) => equal(there[key], entry));
};

/** Adds entries to the record, under the lock: before a line names them. */
export function addKept(place: Place, record: Kept): void {
  const base = baseOf(place);
  if (lacks(place, record)) writeKept(base, { ...readKept(base), ...record });
}

/** Takes entries out of the record that no line names any more, under the lock. */
export function pruneKept(place: Place): void {
  const base = baseOf(place);
  const kept = Object.entries(readKept(base));
  const texts = kept.length ? textsIn(place) : undefined;
  const keys = texts && keysIn(texts);
  const named = kept.filter(([key]) => !keys || keys.has(key));
  if (named.length < kept.length) writeKept(base, Object.fromEntries(named));
}

/** All settings of a scope, and whatever else we wrote; undefined: one of them cannot be read. */
function textsIn(place: Place): string[] | undefined {
  const base = baseOf(place);
  const paths = vendorIds().flatMap((id) =>
    [...settingsOf(id, place), ...besideOf(id, place)].map(({ path }) => path),
  );
  return attempt(() => {
    const ours = Object.keys(readManifest(base).files).map((name) => join(base.root, name));
    return [...new Set([...paths, ...ours])].flatMap(
      (path) => readSettings(path, base)?.text ?? [],
    );
  });
}
