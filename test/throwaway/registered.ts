import { afterAll, beforeAll } from 'vitest';
import { adapters, settingsTables } from '../../src/adapters/index.ts';
import type { Adapter } from '../../src/mapping/adapter.ts';
import type { SettingsTable } from '../../src/mapping/settings.ts';
import * as limits from './limits.ts';
import * as lists from './lists.ts';
import * as systems from './systems.ts';
import * as toml from './toml.ts';

/** Agents that do not exist, each with one trait of the settings of those that are next. */
export const configured: readonly { adapter: Adapter; settings: SettingsTable }[] = [
  limits,
  lists,
  systems,
  toml,
];

const known: Record<string, unknown> = adapters;
const tables: Record<string, unknown> = settingsTables;

/** Stands them beside the agents that do, for one test file. */
export function register(): void {
  beforeAll(() => {
    for (const { adapter, settings } of configured) {
      known[adapter.id] = adapter;
      tables[adapter.id] = settings;
    }
  });
  afterAll(() => {
    for (const { adapter } of configured) {
      delete known[adapter.id];
      delete tables[adapter.id];
    }
  });
}
