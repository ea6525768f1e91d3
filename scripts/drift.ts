// What the newest published clients do otherwise than the pinned ones. It informs, and fails only if it
// cannot tell.
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
  isInstalled,
  manifestOf,
  npm,
  pinned as pinnedOf,
} from '../test/clients/agents/installed.mjs';
import { askedOfGemini } from '../test/clients/gemini-asked.ts';
import { type Client, pinned, realGemini } from '../test/clients/gemini-core.ts';

/** In the order of every list of agents. */
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
/** Changes that are printed in full. */
const shown = 20;

const short = (value: unknown): string =>
  JSON.stringify(value, (key, inner) => (key === 'log' ? undefined : inner)).slice(0, 300);

async function printAnswers(client: Client): Promise<void> {
  const asked = askedOfGemini();
  const changed = new Map<string, string[]>();
  for (const { event, ran, heard } of asked.values()) {
    const said = await client.heard(event, ran);
    if (isSameJson(said, heard)) continue;
    const kind = `${event}: ${heard.verdict} → ${said.verdict}`;
    const line = `${short(ran)}\n    was ${short(heard)}\n    is  ${short(said)}`;
    changed.set(kind, [...(changed.get(kind) ?? []), line]);
  }
  const count = [...changed.values()].flat().length;
  console.log(`\nHooks: ${asked.size} questions, ${count} answered otherwise`);
  for (const [kind, lines] of changed) {
    console.log(`  ${kind} (${lines.length})`);
    for (const line of lines.slice(0, Math.ceil(shown / changed.size))) console.log(`    ${line}`);
  }
}

function printNames(what: string, was: readonly string[], is: readonly string[], ours: string[]) {
  const known = (name: string) => (ours.includes(name) ? '' : ' (not in our tables)');
  const all = [
    ...is.filter((name) => !was.includes(name)).map((name) => `new ${name}${known(name)}`),
    ...was.filter((name) => !is.includes(name)).map((name) => `gone ${name}${known(name)}`),
  ];
  const unread = is.filter((name) => !ours.includes(name));
  console.log(`\n${what}: ${is.length}, ${all.length} changed`);
  for (const one of all) console.log(`  ${one}`);
  if (unread.length) console.log(`  no row of ours: ${unread.join(', ')}`);
}

async function compare(client: Client, before: Client): Promise<void> {
  console.log(`pinned ${before.version()}, compared with ${client.version()}`);
  const [was, is] = [await before.vocabulary(), await client.vocabulary()];
  const { bindings, tools } = adapters.gemini;
  printNames('Hook events', was.events, is.events, [...bindings.nativeNames]);
  const rows = tools.flatMap(({ names }) => names);
  printNames('Tools', was.tools, is.tools, rows);
  await printAnswers(client);
}

/** Installs packages at a version into a folder of their own, and leaves it when the work is done. */
async function fresh(
  names: readonly string[],
  version: string,
  more: object,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-drift-'));
  try {
    const title = `${names.join(' and ')} ${version}`;
    console.log(`installing ${title} in ${folder}`);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...more }));
    npm(['install', ...names.map((name) => `${name}@${version}`)], folder);
    await work(join(folder, 'node_modules'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function gemini(version: string): Promise<void> {
  if (!realGemini(pinned).installed) await import(installer);
  await fresh(packages, version, {}, (modules) =>
    compare(realGemini(pathToFileURL(`${modules}/`)), realGemini(pinned)),
  );
}

/** What happens of what anyhook answers, in both clients; what differs is asked once more. */
async function printCalls(id: Id, modules: string): Promise<void> {
  const all = questions(id);
  const [was, is] = [await answers(id, modulesOf(id), all), await answers(id, modules, all)];
  const differ = all.filter((_, i) => !isSameJson(was[i], is[i]));
  const lines: string[] = [];
  for (const one of differ.slice(0, shown)) {
    const [before] = await answers(id, modulesOf(id), [one]);
    const [after] = await answers(id, modules, [one]);
    if (!isSameJson(before, after))
      lines.push(`${short(one)}\n    was ${short(before)}\n    is  ${short(after)}`);
  }
  const more = differ.length > shown ? ` of the first ${shown} of ${differ.length}` : '';
  console.log(`\nHooks: ${all.length} answers, ${lines.length}${more} have other consequences`);
  for (const line of lines) console.log(`  ${line}`);
}

async function other(id: Id, version: string): Promise<void> {
  if (!isInstalled(id)) install(id);
  const { name, version: ours } = pinnedOf(id);
  const { optionalDependencies } = manifestOf(id);
  await fresh([name], version, { optionalDependencies }, async (modules) => {
    const theirs = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version;
    console.log(`pinned ${ours}, compared with ${theirs}`);
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
    await (id === 'gemini' ? gemini(version) : other(id as Id, version));
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(`drift: ${error.message}`);
  process.exitCode = 1;
});
