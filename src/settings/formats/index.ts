import type { Vendor } from '../../adapters/index.ts';
import type { SettingsTable } from '../../mapping/settings.ts';
import { tableOf, vendorIds } from '../tables.ts';
import type { Format, Settings } from './format.ts';
import { flat, grouped } from './json.ts';
import { yaml } from './yaml.ts';

/** Every format that a settings table may name. */
const formats = { grouped, flat, yaml } satisfies Record<SettingsTable['format'], Format>;

/** The agents, whose files make hooks run. */
export const agentVendors = (): Vendor[] => vendorIds().filter((id) => !formatOf(id).anyDialect);

/** The vendor of the file that hooks are written in once. */
export const neutralVendor = (): Vendor =>
  vendorIds().find((id) => formatOf(id).anyDialect) as Vendor;

/** How a vendor's settings file holds hooks. */
export const formatOf = (id: string): Format => formats[tableOf(id).format];

/**
 * Reads the hooks of a vendor's settings file. Throws `settings`.
 *
 * @example
 * const { hooks } = readHooks('cursor', text, '.cursor/hooks.json');
 */
export const readHooks = (vendor: string, text: string, file: string): Settings =>
  formatOf(vendor).read(vendor, text, file);

/** What a file says that may not be there yet. Throws `settings`. */
export const readPresent = (vendor: string, text: string, file: string): Settings =>
  text.trim()
    ? readHooks(vendor, text, file)
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
