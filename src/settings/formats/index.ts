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

/** The formats by the names that settings tables use. */
const formats = { grouped, flat, neutral: yaml } satisfies Record<
  SettingsTable['syntax']['layout'],
  Format
>;

/** Returns the vendors that are agents: those whose files make hooks run. */
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
 * @param record The value record that shim lines name entries of, as `parseValueRecord` reads it.
 *
 * @example
 * const { hooks } = readHooks('cursor', text, '.cursor/hooks.json');
 */
export const readHooks = (
  vendor: string,
  text: string,
  file: string,
  record?: ValueRecord,
): Settings => formatOf(vendor).read(vendor, text, file, record);

/** Reads the text of a settings file; a blank text, as of a file that does not exist, has no hooks. */
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
 * Reads several files of a vendor as one: the hooks of all of them, and of every other value the one in
 * the last file that has it. Throws `settings`.
 */
export function readMergedSettings(vendor: string, files: readonly FileText[]): Settings {
  const [first, ...others] = files.map(({ text, file, record }) =>
    readSettingsText(vendor, text, file, record),
  );
  if (!first || !others.length) return first ?? readSettingsText(vendor, '', '');
  const whole = [first, ...others].reduce(appendSettings, readSettingsText(vendor, '', ''));
  return { ...whole, file: files.map(({ file }) => file).join(', '), parts: files };
}

/** Adds the content of the next file; places get its name, indices count on. */
function appendSettings(all: Settings, next: Settings): Settings {
  const at = <T extends { at?: Position | undefined }>(one: T): T =>
    one.at ? { ...one, at: { ...one.at, file: next.file } } : one;
  const before = (event: string) => all.elements.filter((one) => one.event === event).length;
  const behind = <T extends { event: string; index: number }>(one: T): T => ({
    ...one,
    index: one.index + before(one.event),
  });
  return {
    ...all,
    text: all.text + next.text,
    value: overlay(all.value, next.value),
    hooks: [...all.hooks, ...next.hooks.map((one) => behind(at(one)))],
    unknown: [...all.unknown, ...next.unknown.map(at)],
    elements: [...all.elements, ...next.elements.map(behind)],
    findings: [...all.findings, ...next.findings.map(at)],
    comments: all.comments || next.comments,
  };
}

/** Returns an object with another laid over it: objects are merged, other values replaced. */
const overlay = (one: Json, other: Json): Json => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([key, value]) => {
      const own = one[key];
      return [key, isObject(own) && isObject(value) ? overlay(own, value) : value];
    }),
  ),
});
