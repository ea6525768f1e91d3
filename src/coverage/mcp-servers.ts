/** Reads the MCP servers of an agent from its settings. */
import { join } from 'node:path';
import type { Hook } from '../canonical/hook.ts';
import { parseJsonc } from '../edit/jsonc/tree.ts';
import { parseToml } from '../edit/toml/tree.ts';
import type { Adapter } from '../mapping/adapter.ts';
import { answersGate } from '../settings/own-agent.ts';
import { tableOf } from '../settings/tables.ts';
import { openSettingsFile } from '../settings/vendor-files.ts';
import { scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { adapterOf } from '../translate/host.ts';
import { attempt } from '../util/attempt.ts';
import { isObject } from '../util/equal.ts';
import type { EntryPoint } from './entry-points.ts';

/** Returns the names of the MCP servers in a vendor's settings for the scope of a workspace. Empty if they cannot be read. */
export function readMcpServers(vendor: string, workspace: Workspace): string[] {
  const { mcpServers } = tableOf(vendor).files;
  const name = mcpServers?.file[workspace.scope];
  if (!mcpServers || name === undefined) return [];
  const settings = attempt(() => {
    const { text, file } = openSettingsFile(
      { path: join(scopeRootOf(workspace).path, name) },
      workspace,
    );
    const parse = name.endsWith('.toml') ? parseToml : parseJsonc;
    return text === '' ? undefined : parse(text, file).value;
  });
  const servers = isObject(settings) ? settings[mcpServers.key] : undefined;
  return isObject(servers) ? Object.keys(servers) : [];
}

/**
 * Returns those of some MCP servers whose names a shim line must list, so that the shim can tell whose
 * tool a call is: the agent may write several servers' tools under one native name.
 *
 * @param servers For a line in a project, the project's servers only, since every person there has them.
 */
export function selectServersToName(vendor: string, servers: readonly string[]): string[] {
  const { listSameNamed, foldName = String } = adapterOf(vendor).mcp;
  return servers.filter(
    (server) =>
      /^[\w.-]+$/.test(server) &&
      (!listSameNamed || listSameNamed({ server: foldName(server), tool: 'x' }).length > 1),
  );
}

/**
 * Tells whether the command line of a hook must name the host's MCP servers, because one native name
 * can stand for tools of several servers.
 */
export const needsServerNames = (
  host: Adapter,
  hook: Hook,
  entryPoints: readonly EntryPoint[],
): boolean =>
  hook.speaks !== host.id &&
  hook.guard !== false &&
  answersGate(hook) &&
  entryPoints.some(({ mcpTools }) => mcpTools);
