import type { Vendor } from '../../adapters/index.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import type { Position } from '../finding.ts';
import { tableOf, vendorIds } from '../tables.ts';
import type { ValueRecord } from '../value-record.ts';
import { flat, grouped } from './event-lists.ts';
import { emptyContent, type FileText, type Format, type Settings } from './format.ts';
import { yaml } from './yaml.ts';

/** The formats, by the name that a settings table has for its `layout`. */
const formats = { grouped, flat, neutral: yaml } satisfies Record<
  SettingsTable['syntax']['layout'],
  Format
>;

/** Returns the vendors that are agents: all but that of the neutral file. */
export const agentVendors = (): Vendor[] =>
  vendorIds().filter((id) => !formatOf(id).holdsAllDialects);

/** Returns the vendor of the neutral file, in which hooks are written once for every agent. */
export const neutralVendor = (): Vendor =>
  vendorIds().find((id) => formatOf(id).holdsAllDialects) as Vendor;

/** Returns the format of a vendor's settings file. */
export const formatOf = (id: string): Format => formats[tableOf(id).syntax.layout];

/**
 * Reads the hooks of a vendor's settings file. Throws `settings`.
 *
 * @param record The value record of the file's shim lines, as `parseValueRecord` reads it.
 */
export const readHooks = (
  vendor: string,
  text: string,
  file: string,
  record?: ValueRecord,
): Settings => formatOf(vendor).read(vendor, text, file, record);

/** Reads the hooks of a settings file's text. A blank text has none: it is that of a file that does not exist. */
export const readSettingsText = (
  vendor: string,
  text: string,
  file: string,
  record?: ValueRecord,
): Settings =>
  text.trim()
    ? readHooks(vendor, text, file, record)
    : { file, text, value: {}, comments: false, ...emptyContent() };

/**
 * Reads several files of a vendor as if they were one. The result has the hooks of all files. Any other
 * value comes from the last file that has it. Throws `settings`.
 */
export function readMergedSettings(vendor: string, files: readonly FileText[]): Settings {
  const [first, ...others] = files.map(({ text, file, record }) =>
    readSettingsText(vendor, text, file, record),
  );
  if (!first || !others.length) return first ?? readSettingsText(vendor, '', '');
  const merged = [first, ...others].reduce(appendSettings, readSettingsText(vendor, '', ''));
  return { ...merged, file: files.map(({ file }) => file).join(', '), parts: files };
}

/** Adds the content of the next file. Its positions get its name, and its indexes in a list follow those of `all`. */
function appendSettings(all: Settings, next: Settings): Settings {
  const withFile = <T extends { at?: Position | undefined }>(item: T): T =>
    item.at ? { ...item, at: { ...item.at, file: next.file } } : item;
  const countBefore = (event: string) => all.elements.filter((one) => one.event === event).length;
  const withIndex = <T extends { event: string; index: number }>(item: T): T => ({
    ...item,
    index: item.index + countBefore(item.event),
  });
  return {
    ...all,
    text: all.text + next.text,
    value: mergeObjects(all.value, next.value),
    hooks: [...all.hooks, ...next.hooks.map((one) => withIndex(withFile(one)))],
    unknown: [...all.unknown, ...next.unknown.map(withFile)],
    elements: [...all.elements, ...next.elements.map(withIndex)],
    findings: [...all.findings, ...next.findings.map(withFile)],
    comments: all.comments || next.comments,
  };
}

/** Merges two objects. If both have a key, its values are merged if they are objects, else that of `later` is taken. */
const mergeObjects = (earlier: Json, later: Json): Json => ({
  ...earlier,
  ...Object.fromEntries(
    Object.entries(later).map(([key, value]) => {
      const before = earlier[key];
      return [key, isObject(before) && isObject(value) ? mergeObjects(before, value) : value];
    }),
  ),
});
