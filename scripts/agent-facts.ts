// Facts about whole agents, from the adapters' tables, the fixtures and the pinned clients. The README, `docs/agents.md` and the
// pages of `docs/vendors/` print them.
import { readFileSync } from 'node:fs';
import { adapters, type Vendor } from '../src/adapters/index.ts';
import { type Capability, capabilities } from '../src/index.ts';
import type { Scope } from '../src/mapping/settings.ts';
import { tableOf, vendorIds } from '../src/settings/tables.ts';
import { groupBy } from '../src/util/group.ts';
import { ids as installedIds, pinned } from '../test/clients/agents/installed.mjs';
import { printCode, printTable } from './markdown.ts';

/** Every agent, without the canonical dialect. */
export const agentIds: readonly Vendor[] = vendorIds().filter((id) => id !== 'anyhook');

const readJson = (path: string) =>
  JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));

/** What the tables of an agent were checked against. */
export interface Verification {
  version: string;
  /** The npm package of the client that the tests run. Absent: they cannot run the client. */
  package?: string;
  /** Where the facts about the client come from. */
  how: string;
}

/** Gemini CLI has tests of its own, which need another folder of packages than the other clients do. */
const clientsOfOwnFolder: Partial<Record<Vendor, string>> = { gemini: '@google/gemini-cli' };

/** Returns the package of an agent's client that the tests run, with its version. Undefined: they cannot run it. */
function findPinnedClient(id: Vendor): { name: string; version: string } | undefined {
  const installed = installedIds.find((one) => one === id);
  if (installed) return pinned(installed);
  const name = clientsOfOwnFolder[id];
  if (name === undefined) return undefined;
  return { name, version: readJson('test/clients/package.json').dependencies[name] };
}

/** Returns what the tables of an agent were checked against. */
export function findVerification(id: Vendor): Verification {
  const { version, how } = readJson(`fixtures/${id}/contract.json`).source;
  const client = findPinnedClient(id);
  return client ? { version: client.version, package: client.name, how } : { version, how };
}

/** Describes what the tables of an agent were checked against. */
export function describeVerification({ version, package: name, how }: Verification): string {
  return name === undefined ? how : `the real client, ${version}`;
}

/** Returns a settings file with the folder that it is in, for people. */
const placeOf = (scope: Scope, file: string): string =>
  printCode(scope === 'user' ? `~/${file}` : file);

/** Lists the settings files that anyhook writes for an agent: the usual one first. */
export function listWrittenFiles(id: Vendor, scope: Scope): string[] {
  const { own, alternative } = tableOf(id).files;
  return [own[scope], alternative?.[scope] ?? []].flat().map((file) => placeOf(scope, file));
}

/** Lists the settings files of an agent that anyhook only reads. */
export function listReadFiles(id: Vendor, scope: Scope): string[] {
  const { additional, personal, own } = tableOf(id).files;
  const files = [additional?.[scope] ?? [], scope === 'project' ? (personal ?? []) : []].flat();
  return [...new Set(files)]
    .filter((file) => file !== own[scope])
    .map((file) => placeOf(scope, file));
}

/** Lists the settings files of other agents that an agent loads too. */
export function listLoadedFiles(id: Vendor): string[] {
  const { alsoLoaded = {} } = tableOf(id).files;
  return (['project', 'user'] as const).flatMap((scope) =>
    (alsoLoaded[scope] ?? []).map((file) => placeOf(scope, file)),
  );
}

/** Lists the other agents that load settings files of an agent, with these files. */
export function listLoaders(id: Vendor): { loader: Vendor; files: string[] }[] {
  return agentIds
    .filter((loader) => adapters[loader].loads?.includes(id))
    .map((loader) => ({ loader, files: listLoadedFiles(loader) }));
}

/** Tells whether an agent has hooks that are commands, which anyhook can read. Those of other agents are programs in their own process. */
export function isReadable(id: Vendor): boolean {
  const { plugin, custom } = tableOf(id).syntax;
  return plugin === undefined || custom !== undefined;
}

/** Lists what each event of an agent can carry, by the canonical event. */
export const groupCapabilities = (id: Vendor): Map<string, Capability[]> =>
  groupBy(capabilities(id), ({ event }) => event);

/** Describes where the hooks of an agent are in a project. */
function describePlace(id: Vendor): string {
  const { files, syntax } = tableOf(id);
  if (syntax.plugin) return `${placeOf('project', files.own.project)}, which anyhook writes`;
  const folder = files.own.project.replace(/[^/]*$/, '');
  const pattern = files.additional?.project?.find((file) => file.startsWith(`${folder}*`));
  const [own = '', ...others] = listWrittenFiles(id, 'project');
  return [pattern ? placeOf('project', pattern) : own, ...others].join(', ');
}

/** The table of agents of the README. */
export const agentTable = `${printTable(
  ['agent', 'id', 'where its hooks are', 'proved against'],
  agentIds.map((id) => [
    `[${adapters[id].title}](docs/vendors/${id}.md)`,
    printCode(id),
    describePlace(id),
    describeVerification(findVerification(id)),
  ]),
)}\n`;
