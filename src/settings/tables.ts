import { settingsTables, type Vendor } from '../adapters/index.ts';
import type { SettingsTable } from '../mapping/settings.ts';

/** The vendor's settings table. */
export const tableOf = (id: string): SettingsTable => settingsTables[id as Vendor];
