/** The MCP servers that an agent has, as its own settings name them. */
import { join } from 'node:path';
import type { Hook } from '../canonical/hook.ts';
import { parseJsonc } from '../edit/jsonc/tree.ts';
import { parseToml } from '../edit/toml/tree.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { isGate } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { openSettingsFile } from '../settings/vendor-files.ts';
import { scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { isObject } from '../util/equal.ts';
import type { EntryPoint } from './entry-points.ts';

/** All that the settings of a scope name. */
export function readMcpServers(vendor: string, place: Workspace): string[] {
  const { mcpServers } = tableOf(vendor).files;
  const name = mcpServers?.file[place.scope];
  if (!mcpServers || name === undefined) return [];
  const found = attempt(() => {
    const { text, file } = openSettingsFile({ path: join(scopeRootOf(place).root, name) }, place);
    const parse = name.endsWith('.toml') ? parseToml : parseJsonc;
    return text === '' ? undefined : parse(text, file).value;
  });
  const named = isObject(found) ? found[mcpServers.key] : undefined;
  return isObject(named) ? Object.keys(named) : [];
}

/**
 * Those that tell whose a tool is, where the agent makes one name of several: a project's lines go by
 * the project's servers, since everybody there has them.
 */
export function distinguishingServers(vendor: string, servers: readonly string[]): string[] {
  const { alike, fold = String } = adapterOf(vendor).mcp;
  return servers.filter(
    (server) =>
      /^[\w.-]+$/.test(server) && (!alike || alike({ server: fold(server), tool: 'x' }).length > 1),
  );
}

/** Whether a hook's line names the host's servers: it may be asked about one name more than once. */
export const needsServerNames = (host: Adapter, hook: Hook, ways: readonly EntryPoint[]): boolean =>
  hook.speaks !== host.id && hook.guard !== false && isGate(hook) && ways.some(({ mcp }) => mcp);
