import type { Element } from '../../settings/formats/format.ts';
import { readSettingsText } from '../../settings/formats/index.ts';
import { isSameJson } from '../../util/equal.ts';
import { shimLinesIn } from './elements.ts';

/**
 * Tells whether a conversion both removes an element with a shim line from a file and adds another such
 * element.
 *
 * @param change The name of the file (`file`), and its text before and after the conversion (`before`, `text`).
 */
export function replacesEntries(
  vendor: string,
  { file, before, text }: { file: string; before: string; text: string },
): boolean {
  const shimElementsIn = (settingsText: string) =>
    readSettingsText(vendor, settingsText, file).elements.filter(
      ({ value }) => shimLinesIn(vendor, value).length,
    );
  const [old, now] = [shimElementsIn(before), shimElementsIn(text)];
  const isAmong = (elements: readonly Element[]) => (one: Element) =>
    elements.some(({ event, value }) => event === one.event && isSameJson(value, one.value));
  return !old.every(isAmong(now)) && !now.every(isAmong(old));
}
