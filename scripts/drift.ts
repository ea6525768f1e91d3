// What the newest published Gemini CLI does otherwise than the pinned one. It informs, and fails only
// if it cannot tell.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { adapters } from '../src/adapters/index.ts';
import { equal } from '../src/util/equal.ts';
import { type Asked, Walk } from '../test/matrix/matrix.ts';
import { walkSeveral } from '../test/matrix/several.ts';
import { type Client, pinned, realGemini } from '../test/oracles/real-gemini.ts';

const help = `Usage: npm run drift [-- VERSION]

Installs a Gemini CLI (the newest, or VERSION) into a temporary folder, asks its hook runner every
question of the never-weaker matrix, and prints what it answers otherwise than the pinned client,
which our oracle agrees with. Its hook events and tools are compared as well. Needs the npm registry
and 470 MB.

Exit codes: 0 it was compared, whatever changed; 1 it could not be.
`;

const packages = ['@google/gemini-cli', '@google/gemini-cli-core'];
const installer = new URL('../test/clients/install.mjs', import.meta.url).href;
/** Changes that are printed in full. */
const shown = 20;

function npm(args: readonly string[], cwd: string): string | undefined {
  const { status, stderr, error } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return undefined;
  const lines = (error?.message ?? stderr).split('\n').filter((line) => /error/i.test(line));
  return lines.slice(0, 5).join('\n');
}

function install(folder: string, version: string): void {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const problem = npm(
    ['install', ...flags, ...packages.map((name) => `${name}@${version}`)],
    folder,
  );
  if (problem === undefined) return;
  throw new Error(
    `npm could not install ${packages[0]}@${version}; is the registry in reach?\n${problem}`,
  );
}

/** All that the matrix asks of Gemini, as a host and as the vendor of a hook. */
function questions(): Asked {
  return new Map([...new Walk().run('gemini').asked, ...walkSeveral().asked]);
}

const short = (value: unknown): string =>
  JSON.stringify(value, (key, inner) => (key === 'log' ? undefined : inner)).slice(0, 300);

async function printAnswers(client: Client): Promise<void> {
  const asked = questions();
  const changed = new Map<string, string[]>();
  for (const { event, ran, heard } of asked.values()) {
    const said = await client.heard(event, ran);
    if (equal(said, heard)) continue;
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
  printNames('Hook events', was.events, is.events, [...bindings.natives]);
  const rows = tools.flatMap(({ names }) => names);
  printNames('Tools', was.tools, is.tools, rows);
  await printAnswers(client);
}

async function main([version = 'latest']: string[]): Promise<void> {
  if (version === '--help' || version === '-h') return void process.stdout.write(help);
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-drift-'));
  try {
    if (!realGemini(pinned).installed) await import(installer);
    console.log(`installing ${packages.join(' and ')} ${version} in ${folder}`);
    install(folder, version);
    const client = realGemini(pathToFileURL(join(folder, 'node_modules/')));
    await compare(client, realGemini(pinned));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(`drift: ${error.message}`);
  process.exitCode = 1;
});
