// Prints what the newest published clients do otherwise than the pinned ones. It fails only if it could not
// compare them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { adapters } from '../src/adapters/index.ts';
import type { Adapter } from '../src/mapping/adapter.ts';
import { isSameJson } from '../src/util/equal.ts';
import { answers, questions, vocabulary } from '../test/clients/agents/answers.ts';
import { modulesOf } from '../test/clients/agents/clients.ts';
import {
  type Id,
  ids,
  install,
  installVersion,
  isInstalled,
  npm,
  pinned as pinnedOf,
} from '../test/clients/agents/installed.mjs';
import { askedOfGemini } from '../test/clients/gemini-asked.ts';
import { type Client, pinned, realGemini } from '../test/clients/gemini-core.ts';

/** The agents whose clients can be installed, in alphabetical order. */
const agents: readonly string[] = [...ids, 'gemini'].sort();

const help = `Usage: npm run drift [-- AGENT[@VERSION]...]

Installs a real client (the newest, or VERSION) of each AGENT into a temporary folder, and prints what
it does otherwise than the pinned one: the hook events, the tools, and what becomes of a call when a
hook before it answers all that anyhook answers there. Gemini CLI's own hook runner is asked every
question of the never-weaker matrix. AGENT: ${agents.join(', ')}; all of them if none is
named. Needs the npm registry and 80 to 470 MB for each.

Exit codes: 0 it was compared, whatever changed; 1 it could not be.
`;

const packages = ['@google/gemini-cli', '@google/gemini-cli-core'];
const installer = new URL('../test/clients/install.mjs', import.meta.url).href;
/** How many changes are printed in full, at most. */
const printLimit = 20;

/** Returns a value as JSON, cut after 300 characters, without logs. */
const shorten = (value: unknown): string =>
  JSON.stringify(value, (key, inner) => (key === 'log' ? undefined : inner)).slice(0, 300);

/** Prints for which finished commands the two versions of Gemini CLI's hook runner differ. */
async function printAnswers(client: Client): Promise<void> {
  const asked = askedOfGemini();
  const changed = new Map<string, string[]>();
  for (const { event, ran, heard } of asked.values()) {
    const said = await client.heard(event, ran);
    if (isSameJson(said, heard)) continue;
    const kind = `${event}: ${heard.verdict} → ${said.verdict}`;
    const line = `${shorten(ran)}\n    was ${shorten(heard)}\n    is  ${shorten(said)}`;
    changed.set(kind, [...(changed.get(kind) ?? []), line]);
  }
  const count = [...changed.values()].flat().length;
  console.log(`\nHooks: ${asked.size} questions, ${count} answered otherwise`);
  for (const [kind, lines] of changed) {
    console.log(`  ${kind} (${lines.length})`);
    for (const line of lines.slice(0, Math.ceil(printLimit / changed.size)))
      console.log(`    ${line}`);
  }
}

/** Prints which names are new or gone, and which of today's names our tables do not have. */
function printNames(title: string, was: readonly string[], is: readonly string[], ours: string[]) {
  const note = (name: string) => (ours.includes(name) ? '' : ' (not in our tables)');
  const changes = [
    ...is.filter((name) => !was.includes(name)).map((name) => `new ${name}${note(name)}`),
    ...was.filter((name) => !is.includes(name)).map((name) => `gone ${name}${note(name)}`),
  ];
  const withoutRow = is.filter((name) => !ours.includes(name));
  console.log(`\n${title}: ${is.length}, ${changes.length} changed`);
  for (const change of changes) console.log(`  ${change}`);
  if (withoutRow.length) console.log(`  no row of ours: ${withoutRow.join(', ')}`);
}

/** Compares the events, the tools and the hook runner of two versions of Gemini CLI. */
async function compareGemini(client: Client, before: Client): Promise<void> {
  console.log(`pinned ${before.version()}, compared with ${client.version()}`);
  const [was, is] = [await before.vocabulary(), await client.vocabulary()];
  const { bindings, tools } = adapters.gemini;
  printNames('Hook events', was.events, is.events, [...bindings.nativeNames]);
  const rows = tools.flatMap(({ names }) => names);
  printNames('Tools', was.tools, is.tools, rows);
  await printAnswers(client);
}

/**
 * Installs packages into a temporary folder, which is removed after the work.
 *
 * @param title What is installed.
 * @param fill Installs it into a folder.
 * @param work Is called with the `node_modules` of that folder.
 */
async function withInstalled(
  title: string,
  fill: (folder: string) => void,
  work: (modules: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-drift-'));
  try {
    console.log(`installing ${title} in ${folder}`);
    fill(folder);
    await work(join(folder, 'node_modules'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function driftOfGemini(version: string): Promise<void> {
  if (!realGemini(pinned).installed) await import(installer);
  const fill = (folder: string) => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    npm(['install', ...packages.map((name) => `${name}@${version}`)], folder);
  };
  await withInstalled(`${packages.join(' and ')} ${version}`, fill, (modules) =>
    compareGemini(realGemini(pathToFileURL(`${modules}/`)), realGemini(pinned)),
  );
}

/**
 * Prints which answers of anyhook have other consequences in a new client than in the pinned one. An answer for
 * which the two differ is tried once more in both, since a client can be slow once.
 */
async function printCalls(id: Id, modules: string): Promise<void> {
  const all = questions(id);
  const [was, is] = [await answers(id, modulesOf(id), all), await answers(id, modules, all)];
  const different = all.filter((_, index) => !isSameJson(was[index], is[index]));
  const lines: string[] = [];
  for (const question of different.slice(0, printLimit)) {
    const [before] = await answers(id, modulesOf(id), [question]);
    const [after] = await answers(id, modules, [question]);
    if (!isSameJson(before, after))
      lines.push(`${shorten(question)}\n    was ${shorten(before)}\n    is  ${shorten(after)}`);
  }
  const scope =
    different.length > printLimit ? ` of the first ${printLimit} of ${different.length}` : '';
  console.log(`\nHooks: ${all.length} answers, ${lines.length}${scope} have other consequences`);
  for (const line of lines) console.log(`  ${line}`);
}

async function driftOf(id: Id, version: string): Promise<void> {
  if (!isInstalled(id)) install(id);
  const { name, version: pinnedVersion } = pinnedOf(id);
  const fill = (folder: string) => installVersion(id, version, folder);
  await withInstalled(`${name} ${version}`, fill, async (modules) => {
    const newVersion = JSON.parse(
      readFileSync(join(modules, name, 'package.json'), 'utf8'),
    ).version;
    console.log(`pinned ${pinnedVersion}, compared with ${newVersion}`);
    const { bindings, tools } = (adapters as Record<string, Adapter>)[id] as Adapter;
    const natives = [...bindings.nativeNames];
    const was = await vocabulary(id, modulesOf(id), natives);
    const is = await vocabulary(id, modules, natives);
    printNames('Hook events that fired', was.events, is.events, natives);
    const rows = tools.flatMap(({ names }) => names);
    printNames('Tools on offer', was.tools, is.tools, rows);
    await printCalls(id, modules);
  });
}

async function main(args: string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return void process.stdout.write(help);
  for (const arg of args.length ? args : agents) {
    const [id = '', version = 'latest'] = arg.split('@');
    if (!agents.includes(id)) throw new Error(`no client of ${id}; there are ${agents.join(', ')}`);
    console.log(`\n# ${id}`);
    await (id === 'gemini' ? driftOfGemini(version) : driftOf(id as Id, version));
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(`drift: ${error.message}`);
  process.exitCode = 1;
});
