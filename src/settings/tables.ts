import { settingsTables, type Vendor } from '../adapters/index.ts';
import type { SettingsTable } from '../mapping/settings.ts';

/** Every vendor with a settings file. */
export const vendorIds = (): Vendor[] => Object.keys(settingsTables) as Vendor[];

/** The vendor's settings table. */
export const tableOf = (id: string): SettingsTable => settingsTables[id as Vendor];
