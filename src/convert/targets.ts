/** Finds the agents that the hooks of a source are for. */
import { dirname, join } from 'node:path';
import type { Vendor } from '../adapters/index.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { agentVendors } from '../settings/formats/index.ts';
import { tableOf } from '../settings/tables.ts';
import { scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { isFolder } from '../util/stat.ts';

/** Returns the folder, below that of the scope, by which an agent shows that it is used there. */
export function agentFolderOf(id: Vendor, { scope }: Workspace): string {
  const { files, presence } = tableOf(id);
  const { homeFolder = dirname(files.own.user) } = presence ?? {};
  return scope === 'user' ? homeFolder : dirname(files.own.project);
}

/** Lists the agents that have a folder in the workspace, or that one of the hooks names. */
export function listTargets(hooks: readonly ReadHook[], workspace: Workspace): Vendor[] {
  const named = new Set(hooks.flatMap(({ hook }) => hook.agents ?? []));
  const { path: root } = scopeRootOf(workspace);
  const hasFolder = (id: Vendor) => isFolder(join(root, agentFolderOf(id, workspace)));
  return agentVendors().filter((id) => named.has(id) || hasFolder(id));
}
