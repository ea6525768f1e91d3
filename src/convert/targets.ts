/** Finds the agents that the hooks of a source are for. */
import { dirname, join } from 'node:path';
import type { Vendor } from '../adapters/index.ts';
import type { ReadHook } from '../settings/formats/format.ts';
import { agentVendors } from '../settings/formats/index.ts';
import { tableOf } from '../settings/tables.ts';
import { writableFilesOf } from '../settings/vendor-files.ts';
import { scopeRootOf, type Workspace } from '../settings/workspace.ts';
import { attempt } from '../util/attempt.ts';
import { isFolder } from '../util/stat.ts';
import { Ledger } from './ownership/ledger.ts';
import { divideBySource } from './ownership/sources.ts';

/** Returns the folder, below that of the scope, by which an agent shows that it is used there. */
export function agentFolderOf(id: Vendor, { scope }: Workspace): string {
  const { files, presence } = tableOf(id);
  const { homeFolder = dirname(files.own.user) } = presence ?? {};
  return scope === 'user' ? homeFolder : dirname(files.own.project);
}

/**
 * Lists the agents that have a folder in the workspace, that one of the hooks names, or into whose settings hooks of
 * their source were written: where such a file is gone, its guards are gone as well.
 *
 * @param from The source of the hooks: a vendor.
 */
export function listTargets(
  hooks: readonly ReadHook[],
  from: string,
  workspace: Workspace,
): Vendor[] {
  const named = new Set(hooks.flatMap(({ hook }) => hook.agents ?? []));
  const { path: root } = scopeRootOf(workspace);
  const hasFolder = (id: Vendor) => isFolder(join(root, agentFolderOf(id, workspace)));
  const written = new Set(listWrittenAgents(from, workspace));
  return agentVendors().filter((id) => named.has(id) || hasFolder(id) || written.has(id));
}

/** Lists the agents into whose settings hooks of a source were written, as the ledger says. */
export function listWrittenAgents(from: string, workspace: Workspace): Vendor[] {
  // An unreadable ledger is reported by what writes hooks.
  const ledger = attempt(() => new Ledger(scopeRootOf(workspace)));
  return agentVendors().filter((id) => {
    const files = writableFilesOf(id, workspace).map(({ path }) => ledger?.fileAt(path));
    return Object.keys(divideBySource(files, from, id).ofThisSource).length > 0;
  });
}
