// The never-weaker matrix of the gates before a tool, in sessions of the real clients, a part of it in
// each. CELLS=all plays the whole product.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adapters } from '../../../src/adapters/index.ts';
import type { Place } from '../../matrix/places.ts';
import { rank } from '../../oracles/heard.ts';
import {
  type Cell,
  cellsOf,
  command,
  filesToRead,
  gates,
  inParts,
  type Kind,
  scripts,
} from '../cells.ts';
import { anyhook } from '../hook.ts';
import { shellQuote, write } from '../workspace.ts';
import type { Client, Run } from './client.ts';
import { clients, type Host, others, session } from './index.ts';
import type { Call } from './protocol.ts';

const whole = process.env.CELLS === 'all';
/** Cells of a session, and of a turn; of the part, one cell in so many. */
const many = 120;
const some = 6;
const part = 9;

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
async function play(host: Host, place: Place, kind: Kind, cells: readonly Cell[]) {
  const turns = inParts(
    cells.filter((cell) => !isLast(cell)),
    some,
  );
  const last = cells.filter(isLast);
  if (last.length) turns.push(last);
  const door = doors[place.tool] as (typeof doors)[string];
  const words = ({ root }: { root: string }) =>
    [process.execPath, anyhook, 'run', ...command(place, kind, join(root, 'cells/hook.sh'))]
      .map(shellQuote)
      .join(' ');
  const run = await session(host, {
    limitMs: 300_000,
    notes: place.tool === 'mcp',
    files: place.tool === 'read' ? filesToRead(cells) : {},
    hooks: (workspace) => ({ before: [{ line: words(workspace), seconds: 100 }] }),
    prepare({ root }) {
      for (const [name, text] of Object.entries(scripts(cells)))
        write(join(root, 'cells', name), text);
    },
    turns: ({ project }) =>
      turns.map((turn) => ({
        calls: turn.map(({ number }) => door(clients[host], number, project)),
      })),
  });
  const wrong: string[] = [];
  for (const [i, cell] of turns.flat().entries()) {
    const { rec, due, native } = cell;
    const result = run.result(i);
    const did = happened[place.tool]?.(run, cell.number, result ?? '') ?? false;
    const bad = problems(cell, did, result, place.tool);
    if (did && rank(native.verdict) >= rank('ask')) bad.push('weaker than natively');
    const seen = JSON.stringify({ did, result: result?.slice(0, 300) });
    if (bad.length) wrong.push(`${rec.name}: ${bad}; due ${JSON.stringify(due)}, seen ${seen}`);
  }
  if (run.exitCode !== 0)
    wrong.push(`${kind}: it ended with ${run.exitCode}: ${run.stderr.slice(0, 500)}`);
  return wrong;
}

/** Blanks and quotes, which clients change on the way to the model. */
const plain = (text: string) => text.replace(/[\s\\]+/g, '').slice(0, 300);

/** The verdict of the oracle, held against what became of the call and what the model was told. */
function problems(cell: Cell, did: boolean, result: string | undefined, tool: string): string[] {
  const { due, rec } = cell;
  const lets = due.verdict === 'pass' || due.verdict === 'allow';
  const bad: string[] = [];
  // A call that is told several ways is refused when the time is over before the last of them.
  if (rec.ran.timedOut && !did && result?.includes('ran out of time')) return bad;
  if (did !== (lets && !due.input)) bad.push(did ? 'ran' : 'did not run');
  if (isLast(cell)) return result === undefined ? bad : [...bad, 'the model was asked again'];
  if (result === undefined) return [...bad, 'the model was told nothing'];
  if (due.input?.command === 'echo safe' && tool === 'shell') {
    if (!result.includes('safe')) bad.push('not rewritten');
  } else if (!lets && rec.ran.notStarted === undefined) {
    // What follows shows the call, and the oracle was asked about that of the fixture.
    const [reason = ''] = (due.reason ?? '').split('{');
    if (!plain(result).includes(plain(reason))) bad.push('another reason');
  }
  return bad;
}

describe.each(others.filter((id) => id in adapters))('%s', (id) => {
  const all = gates(id, clients[id].fixtures);
  test.each(
    all.map((place, at) => ({ place, at, name: `${place.dialect} ${place.native}` })),
  )('$name', { timeout: 1_800_000 }, async ({ place, at }) => {
    const wrong: string[] = [];
    let count = 0;
    for (const [kind, cells] of cellsOf(place, whole)) {
      const chosen = whole ? cells : cells.filter((_, i) => i % part === at % part);
      count += chosen.length;
      for (const one of inParts(chosen, many)) wrong.push(...(await play(id, place, kind, one)));
    }
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(count).toBeGreaterThan(15);
  });
});
