import type { Vendor } from '../../adapters/index.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { isObject } from '../../util/equal.ts';
import type { Json } from '../../util/json.ts';
import type { Position } from '../finding.ts';
import { tableOf, vendorIds } from '../tables.ts';
import type { ValueRecord } from '../value-record.ts';
import { flat, grouped } from './event-lists.ts';
import type { FileText, Format, Settings } from './format.ts';
import { yaml } from './yaml.ts';

/** Every format that a settings table may name. */
const formats = { grouped, flat, yaml } satisfies Record<SettingsTable['syntax']['layout'], Format>;

/** The agents, whose files make hooks run. */
export const agentVendors = (): Vendor[] => vendorIds().filter((id) => !formatOf(id).anyDialect);

/** The vendor of the file that hooks are written in once. */
export const neutralVendor = (): Vendor =>
  vendorIds().find((id) => formatOf(id).anyDialect) as Vendor;

/** How a vendor's settings file holds hooks. */
export const formatOf = (id: string): Format => formats[tableOf(id).syntax.layout];

/**
 * Reads the hooks of a vendor's settings file; `kept`: the record that its lines name entries of, as
 * `readRecord` reads it. Throws `settings`.
 *
 * @example
 * const { hooks } = readHooks('cursor', text, '.cursor/hooks.json');
 */
export const readHooks = (
  vendor: string,
  text: string,
  file: string,
  kept?: ValueRecord,
): Settings => formatOf(vendor).read(vendor, text, file, kept);

/** What a file says that may not be there yet. Throws `settings`. */
export const readSettingsText = (
  vendor: string,
  text: string,
  file: string,
  kept?: ValueRecord,
): Settings =>
  text.trim()
    ? readHooks(vendor, text, file, kept)
    : {
        file,
        text,
        value: {},
        hooks: [],
        unknown: [],
        elements: [],
        findings: [],
        comments: false,
      };

/** Several files as one: the hooks of all; of what else they say, the last word. Throws `settings`. */
export function readMergedSettings(vendor: string, files: readonly FileText[]): Settings {
  const [first, ...others] = files.map(({ text, file, kept }) =>
    readSettingsText(vendor, text, file, kept),
  );
  if (!first || !others.length) return first ?? readSettingsText(vendor, '', '');
  const whole = [first, ...others].reduce(joined, {
    ...readSettingsText(vendor, '', ''),
    comments: false,
  });
  return { ...whole, file: files.map(({ file }) => file).join(', '), parts: files };
}

function joined(all: Settings, next: Settings): Settings {
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
    value: overlaid(all.value, next.value),
    hooks: [...all.hooks, ...next.hooks.map((one) => behind(at(one)))],
    unknown: [...all.unknown, ...next.unknown.map(at)],
    elements: [...all.elements, ...next.elements.map(behind)],
    findings: [...all.findings, ...next.findings.map(at)],
    comments: all.comments || next.comments,
  };
}

/** What another file says laid over what one says. */
const overlaid = (one: Json, other: Json): Json => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([key, value]) => {
      const own = one[key];
      return [key, isObject(own) && isObject(value) ? overlaid(own, value) : value];
    }),
  ),
});
