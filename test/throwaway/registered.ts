import { afterAll, beforeAll } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import { settingsTables } from '../../src/adapters/settings.ts';
import { configured } from './configured.ts';

const known: Record<string, unknown> = adapters;
const tables: Record<string, unknown> = settingsTables;

/** Stands the agents that do not exist beside those that do, for one test file. */
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
