import { cpSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { plugins } from '../../src/adapters/plugins.ts';
import type { Bridge, PluginSettings } from '../../src/bridge/index.ts';
import { shellQuote } from '../clients/workspace.ts';

/** The agents that load a plugin of ours. */
export const pluginHosts = Object.keys(plugins);

const dist = new URL('../../dist/', import.meta.url).pathname;

/** Puts the runner and the bridge into `.anyhook` of a project, and returns the path of the bridge. */
export function installBridge(project: string): string {
  const folder = join(project, '.anyhook');
  mkdirSync(folder, { recursive: true });
  for (const name of ['run.cjs', 'bridge.cjs']) cpSync(join(dist, name), join(folder, name));
  return join(folder, 'bridge.cjs');
}

/** Opens the bridge of an agent in this process, as a generated plugin does. */
export const openBridge = (path: string, host: string, settings: PluginSettings): Bridge =>
  createRequire(import.meta.url)(path).openBridge(host, settings);

/** Returns a line of ours. */
export const lineOf = (host: string, dialect: string, event: string, command: string, flags = '') =>
  `node .anyhook/run.cjs run --host ${host} --as ${dialect} --event ${event} ${flags} -- ${shellQuote(command)}`;
