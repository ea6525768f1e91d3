import type { Adapter } from '../../src/mapping/adapter.ts';
import type { SettingsTable } from '../../src/mapping/settings.ts';
import * as limits from './limits.ts';

/** Agents that do not exist, each with one trait of the settings of those that are next. */
export const configured: readonly { adapter: Adapter; settings: SettingsTable }[] = [
  { adapter: limits.limits, settings: limits.settings },
];
