import type { Vendor } from '../adapters/index.ts';
import { settingsTables } from '../adapters/settings.ts';
import type { SettingsTable } from '../mapping/settings.ts';
import { keysOf } from '../util/keys-of.ts';

/** Returns the id of every vendor that has a settings table. */
export const vendorIds = (): Vendor[] => keysOf(settingsTables);

/** Returns the settings table of a vendor. */
export const tableOf = (id: string): SettingsTable => settingsTables[id as Vendor];
