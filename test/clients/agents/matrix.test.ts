// The never-weaker matrix of the gates before a tool, in sessions of the real clients, a part of it in
// each.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adapters } from '../../../src/adapters/index.ts';
import { rank } from '../../oracles/effect.ts';
import {
  type Cell,
  cellsOf,
  filesToRead,
  gateScripts,
  gates,
  sessionsOf,
  turnsOf,
} from '../cells.ts';
import { anyhook } from '../hook.ts';
import { shellQuote, write } from '../workspace.ts';
import type { Client, Run } from './client.ts';
import { clients, type Host, others, session } from './index.ts';
import type { Call } from './protocol.ts';

/** Cells of a session, and of a turn; of the cells of a kind, one in so many. */
const many = 120;
const some = 20;
const part = 3;

const ran = 'the tool ran';
const runs = (cell: number) => `echo ${ran} > cell-${cell}`;

const doors: Record<string, (client: Client, cell: number, project: string) => Call> = {
  shell: ({ calls }, cell) => calls.shell(runs(cell)),
  mcp: ({ calls }, cell) => calls.note(`cell-${cell}.`),
  read: ({ calls }, cell, project) => calls.read?.(join(project, `cell-${cell}`)) as Call,
};

const happened: Record<string, (run: Run, cell: number, result: string) => boolean> = {
  shell: (run, cell) => run.file(`cell-${cell}`) !== undefined,
  mcp: (run, cell) => (run.file('notes.txt') ?? '').includes(`cell-${cell}.`),
  read: (_, __, result) => result.includes(ran),
};

/** Those after which the client asks its model nothing more. */
const isLast = ({ due }: Cell) => due.verdict === 'halt' || due.ends === true;

/** Plays cells in one session: those that end it in a turn of their own, the last. */
async function play(host: Host, cells: readonly Cell[]): Promise<string[]> {
  const turns = turnsOf(cells, some, isLast);
  const run = await session(host, {
    limitMs: 300_000,
    notes: true,
    files: filesToRead(cells.filter(({ place }) => place.tool === 'read')),
    hooks: ({ root }) => ({
      before: [{ line: `sh ${shellQuote(join(root, 'cells/gate.sh'))}`, seconds: 100 }],
    }),
    prepare({ root }) {
      const folder = join(root, 'cells');
      const files = gateScripts(cells, folder, [process.execPath, anyhook, 'run']);
      for (const [name, text] of Object.entries(files)) write(join(folder, name), text);
    },
    turns: ({ project }) =>
      turns.map((turn) => ({
        calls: turn.map(
          ({ number, place }) => doors[place.tool]?.(clients[host], number, project) as Call,
        ),
      })),
  });
  const wrong: string[] = [];
  for (const [i, cell] of turns.flat().entries()) {
    const { place, rec, due, native } = cell;
    const result = run.result(i);
    const did = happened[place.tool]?.(run, cell.number, result ?? '') ?? false;
    const bad = problems(cell, did, result);
    if (did && rank(native.verdict) >= rank('ask')) bad.push('weaker than natively');
    const seen = JSON.stringify({ did, result: result?.slice(0, 300) });
    const what = `${place.dialect} ${place.native} ${rec.name}`;
    if (bad.length) wrong.push(`${what}: ${bad}; due ${JSON.stringify(due)}, seen ${seen}`);
  }
  const { exitCodeOfEndedTurn = 0 } = clients[host];
  const due = cells.some(isLast) ? exitCodeOfEndedTurn : 0;
  if (run.exitCode !== due)
    wrong.push(`it ended with ${run.exitCode}: ${run.stderr.slice(0, 500)}`);
  return wrong;
}

/** Blanks and quotes, which clients change on the way to the model. */
const plain = (text: string) => text.replace(/[\s\\]+/g, '').slice(0, 300);

/** The verdict of the oracle, held against what became of the call and what the model was told. */
function problems(cell: Cell, did: boolean, result: string | undefined): string[] {
  const { due, rec, place } = cell;
  const lets = due.verdict === 'pass' || due.verdict === 'allow';
  const bad: string[] = [];
  // A call that is told several ways is refused when the time is over before the last of them.
  if (rec.ran.timedOut && !did && result?.includes('ran out of time')) return bad;
  if (did !== (lets && !due.input)) bad.push(did ? 'ran' : 'did not run');
  if (isLast(cell)) return result === undefined ? bad : [...bad, 'the model was asked again'];
  if (result === undefined) return [...bad, 'the model was told nothing'];
  if (due.input?.command === 'echo safe' && place.tool === 'shell') {
    if (!result.includes('safe')) bad.push('not rewritten');
  } else if (!lets && rec.ran.notStarted === undefined) {
    // What follows shows the call, and the oracle was asked about that of the fixture.
    const [reason = ''] = (due.reason ?? '').split('{');
    if (!plain(result).includes(plain(reason))) bad.push('another reason');
  }
  return bad;
}

test.each(
  others,
)('%s refuses, rewrites and runs calls as its oracle says, for hooks in every dialect', {
  timeout: 1_800_000,
}, async (id) => {
  const all = cellsOf(gates(id, clients[id].fixtures));
  const isFirstOf = ({ place: { dialect } }: Omit<Cell, 'number'>, i: number) =>
    all.findIndex(({ place }) => place.dialect === dialect) === i;
  const cells = all.filter((cell, i) => {
    const before = all.slice(0, i).filter(({ kind }) => kind === cell.kind).length;
    return before % part === 0 || isFirstOf(cell, i);
  });
  expect(new Set(cells.map(({ place }) => place.dialect)).size).toBe(Object.keys(adapters).length);
  expect(cells.length).toBeGreaterThan(100);
  const wrong: string[] = [];
  for (const one of sessionsOf(cells, many)) wrong.push(...(await play(id, one)));
  expect(wrong.slice(0, 10)).toEqual([]);
});
