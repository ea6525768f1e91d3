// What a real client makes of finished hooks before a tool, as far as one can see from outside.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Finished } from '../../../src/mapping/adapter.ts';
import { answerHook } from '../../matrix/cases.ts';
import { listEndings } from '../../matrix/endings.ts';
import { oracles } from '../../oracles/index.ts';
import { gates, inParts, scripts } from '../cells.ts';
import { makeWorkspace, shellQuote, write } from '../workspace.ts';
import { play, type Run } from './client.ts';
import { clients, type Installed as Host } from './clients.ts';

/** What became of a call: whether it was made, and what the model was told. */
export interface Became {
  ran: boolean;
  told?: string;
}

/** Hooks of a session, and of a turn. */
const many = 90;
const some = 6;

/** All that anyhook says before a tool, whatever the hook and its dialect. */
export function questions(host: Host): Finished[] {
  const all = new Map<string, Finished>();
  for (const { dialect, native, run, told } of gates(host, clients[host].fixtures))
    for (const { ran } of listEndings(dialect, native).short) {
      const { code = 0, stdout = '', stderr = '' } = answerHook(run, told, ran);
      all.set([code, stdout, stderr].join('\0'), { code, stdout, stderr });
    }
  return [...all.values()].filter(({ stdout }) => stdout.length < 2000);
}

function ends(host: Host, ran: Finished): boolean {
  const heard = oracles[host as keyof typeof oracles];
  const { verdict, ends } = heard(clients[host].events.before, ran, 'native');
  return verdict === 'halt' || ends === true;
}

/** What differs from one run to the next. */
const settled = (run: Run, text: string): string =>
  text
    .replaceAll(run.root, '')
    .replace(/<system-reminder>.*?<\/system-reminder>/gs, '')
    .replace(/Chunk ID: \w+|Wall time: [\d.]+|shellId: \d+|PGID: \d+/g, '')
    .trim();

/** Asks in one session: what ends it, as our oracle has it, in a turn of its own, the last. */
async function session(host: Host, modules: string, all: readonly Finished[]): Promise<Became[]> {
  const client = clients[host];
  const cells = all.map((ran, number) => ({ number, rec: { name: '', ran, plain: false } }));
  const numbers = cells.map(({ number }) => number);
  const last = numbers.filter((number) => ends(host, all[number] as Finished));
  const first = numbers.filter((number) => !last.includes(number));
  const turns = inParts(first, some);
  if (last.length) turns.push(last);
  const order = turns.flat();
  const workspace = makeWorkspace('project');
  const { root } = workspace;
  try {
    for (const [name, text] of Object.entries(scripts(cells)))
      write(join(root, 'cells', name), text);
    const line = `sh ${shellQuote(join(root, 'cells/hook.sh'))}`;
    const calls = (number: number) => client.calls.shell(`echo ran > cell-${number}`);
    const run = await play(client, modules, workspace, {
      hooks: { before: [{ line }] },
      turns: turns.map((turn) => ({ calls: turn.map(calls) })),
    });
    return numbers.map((number) => {
      const told = run.result(order.indexOf(number));
      const ran = run.file(`cell-${number}`) !== undefined;
      return { ran, ...(told === undefined ? {} : { told: settled(run, told) }) };
    });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Asks the client whose packages are in `modules`. */
export async function answers(
  host: Host,
  modules: string,
  all: readonly Finished[],
): Promise<Became[]> {
  const found: Became[] = [];
  for (const part of inParts(all, many)) found.push(...(await session(host, modules, part)));
  return found;
}

/** The hook events that fire in a session with a few calls, and the tools its model is offered. */
export async function vocabulary(
  host: Host,
  modules: string,
  events: readonly string[],
): Promise<{ events: string[]; tools: string[] }> {
  const client = clients[host];
  const workspace = makeWorkspace('project');
  const { root, project } = workspace;
  const [path, text] = client.settings;
  try {
    const run = await play(client, modules, workspace, {
      notes: true,
      prepare() {
        const named = events.map((event) => [
          event,
          [{ line: `echo ${event} >> '${root}/fired'` }],
        ]);
        write(join(project, path), text(Object.fromEntries(named)));
        client.install?.(project);
      },
      turns: [
        { calls: [client.calls.shell('echo fine')] },
        { calls: [client.calls.shell('exit 3')] },
        { calls: [client.calls.write(join(project, 'made.txt'), 'made\n')] },
        { calls: [client.calls.note('lunch at noon')] },
      ],
    });
    const fired = run.file('../fired')?.trim().split('\n') ?? [];
    return { events: [...new Set(fired)].sort(), tools: [...run.tools].sort() };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
