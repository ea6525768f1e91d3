import type { Element } from '../../settings/formats/format.ts';
import { readSettingsText } from '../../settings/formats/index.ts';
import { isSameJson } from '../../util/equal.ts';
import { shimLinesIn } from './elements.ts';

/**
 * Tells whether a conversion replaces entries of ours in a file: it removes an entry that starts the shim,
 * and adds another.
 */
export function replacesEntries(
  vendor: string,
  { file, before, text }: { file: string; before: string; text: string },
): boolean {
  const oursIn = (source: string) =>
    readSettingsText(vendor, source, file).elements.filter(
      ({ value }) => shimLinesIn(vendor, value).length,
    );
  const [old, now] = [oursIn(before), oursIn(text)];
  const isAmong = (all: readonly Element[]) => (one: Element) =>
    all.some(({ event, value }) => event === one.event && isSameJson(value, one.value));
  return !old.every(isAmong(now)) && !now.every(isAmong(old));
}
