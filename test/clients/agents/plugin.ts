// Hooks of a client that has no hook commands: they are the entries of the plugin that anyhook generates.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Vendor } from '../../../src/adapters/index.ts';
import { formatOf } from '../../../src/settings/formats/index.ts';
import { tableOf } from '../../../src/settings/tables.ts';
import type { Hook } from './client.ts';

/** Makes the function that states the plugin of a project, with hooks that speak the client's own dialect. */
export const pluginWith =
  (vendor: Vendor) =>
  (hooks: Record<string, readonly Hook[]>): string => {
    const lists = Object.entries(hooks).map(([event, all]) => ({
      path: ['hooks', event],
      remove: [],
      add: all.map(({ line }) => ({ command: line, failClosed: true })),
    }));
    return formatOf(vendor).edit(vendor, '', tableOf(vendor).files.own.project, { lists });
  };

/** Installs what the plugin loads in a project that no conversion has written to. */
export function installBridge(project: string): void {
  const folder = join(project, '.anyhook');
  mkdirSync(folder, { recursive: true });
  for (const name of ['run.cjs', 'bridge.cjs'])
    cpSync(join(import.meta.dirname, '../../../dist', name), join(folder, name));
}
