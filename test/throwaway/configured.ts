import type { Adapter } from '../../src/mapping/adapter.ts';
import type { SettingsTable } from '../../src/mapping/settings.ts';
import * as executables from './executables.ts';
import * as layers from './layers.ts';
import * as limits from './limits.ts';
import * as lists from './lists.ts';
import * as plugin from './plugin.ts';
import * as systems from './systems.ts';
import * as toml from './toml.ts';

/** Agents that do not exist, each with one trait of the settings of those that are next. */
export const configured: readonly { adapter: Adapter; settings: SettingsTable }[] = [
  executables,
  layers,
  limits,
  lists,
  plugin,
  systems,
  toml,
];
