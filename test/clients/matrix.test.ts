// The never-weaker matrix of the gates before a tool, in sessions of the real client.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adapters } from '../../src/adapters/index.ts';
import type { Json } from '../../src/util/json.ts';
import { rank } from '../oracles/effect.ts';
import { gemini as host } from './agents/gemini.ts';
import {
  type Cell,
  cellsOf,
  type Door,
  doors,
  filesToRead,
  gateScripts,
  gates,
  sessionsOf,
  turnsOf,
} from './cells.ts';
import { gemini, type Run } from './gemini.ts';
import { anyhook, direct, hostTimeout } from './hook.ts';
import { functionResponses } from './model-view.ts';
import { withNotes } from './notes.ts';
import { shellQuote, write } from './workspace.ts';

/** Cells of a session; of a turn, whose hooks the client starts at once; sessions at once. */
const many = 150;
const some = 20;
const workers = 2;

interface Result {
  output?: string;
  error?: { type: string; message: string };
}

/** What the client says became of each call, in their order. */
const results = ({ stdout }: Run): Result[] =>
  stdout
    .split('\n')
    .filter((line) => line.startsWith('{"type":"tool_result"'))
    .map((line) => JSON.parse(line));

const doorOf = ({ place }: Cell): Door => doors[place.tool] as Door;
const inputOf = ({ place }: Cell): Json => place.payload.tool_input as Json;
const callsOf = (cell: Cell) => doorOf(cell).turn(cell.number, inputOf(cell)).calls ?? [];

/** Plays cells in one session: those that halt in a turn of their own, the last. */
async function play(cells: readonly Cell[]): Promise<string[]> {
  const halts = ({ due }: Cell) => due.verdict === 'halt';
  const turns = turnsOf(cells, some, halts);
  const run = await gemini({
    args: ['--output-format', 'stream-json'],
    limitMs: 300_000,
    files: filesToRead(cells.filter(({ place }) => place.tool === 'read')),
    settings: withNotes,
    hooks({ root }) {
      const line = `sh ${shellQuote(join(root, 'cells/gate.sh'))}`;
      return { BeforeTool: [hostTimeout(100_000, direct(line))] };
    },
    prepare({ root }) {
      const folder = join(root, 'cells');
      const files = gateScripts(cells, folder, [process.execPath, anyhook, 'run']);
      for (const [name, text] of Object.entries(files)) write(join(folder, name), text);
    },
    turns: turns.map((turn) => ({ calls: turn.flatMap(callsOf) })),
  });
  const after = results(run);
  const told = turns.flatMap((_, at) => functionResponses(run.requests[at + 1]));
  const wrong: string[] = [];
  for (const [i, cell] of turns.flat().entries()) {
    const { place, kind, rec, due, native } = cell;
    const ran = doorOf(cell).ran(run, cell.number, told[i]?.output ?? '');
    const bad = problems(due, ran, after[i], told[i]);
    if (ran && rank(native.verdict) >= rank('ask')) bad.push('weaker than natively');
    // The oracle was asked about the call of the fixture.
    const [{ args = {} } = {}] = callsOf(cell);
    const reason = inWordsOf(args, inputOf(cell), due.reason);
    if (kind !== 'not started' && !says({ ...due, reason }, after[i])) bad.push('another reason');
    const seen = JSON.stringify({ ran, ...after[i] }).slice(0, 400);
    const what = `${place.dialect} ${place.native} ${rec.name}`;
    if (bad.length) wrong.push(`${what}: ${bad}; due ${JSON.stringify(due)}, seen ${seen}`);
  }
  // After a halt nothing more is asked.
  const asked = turns.length + (cells.some(halts) ? 0 : 1);
  if (run.requests.length !== asked) wrong.push(`${run.requests.length} model requests`);
  return wrong;
}

/** The verdict of the oracle, held against what became of the call and what the model was told. */
function problems(
  { verdict, input }: Cell['due'],
  ran: boolean,
  { output = '', error }: Result = { output: 'nothing' },
  told?: { output?: string; error?: string },
): string[] {
  const bad: string[] = [];
  if (ran !== (verdict === 'pass' && !input)) bad.push(ran ? 'ran' : 'did not run');
  if (verdict === 'halt') return error?.type === 'stop_execution' ? bad : [...bad, 'no halt'];
  if (verdict === 'deny') {
    if (error?.type !== 'policy_violation') bad.push('no denial');
    if (!error || told?.error !== error.message) bad.push('not told to the model');
  } else if (input?.command === 'echo safe') {
    if (output !== 'safe') bad.push('not rewritten');
  } else if (input) {
    // Into something else, which the tool may not take.
    const rewritten = /modified by a hook|modification by hook/.test(
      told?.output ?? told?.error ?? '',
    );
    if (!rewritten) bad.push('not rewritten');
  } else if (error || told?.error !== undefined) bad.push('an error');
  return bad;
}

/** A reason that shows a call, as it shows another one. */
const inWordsOf = (args: Json, fixture: Json, reason = ''): string =>
  Object.keys(args).reduce(
    (text, key) => text.replaceAll(JSON.stringify(fixture[key]), () => JSON.stringify(args[key])),
    reason,
  );

/** Whether the reason is the oracle's. */
function says({ verdict, reason }: Cell['due'], result: Result | undefined): boolean {
  if (verdict === 'pass') return true;
  const lead = verdict === 'halt' ? 'Agent execution stopped by hook' : 'Tool execution blocked';
  return result?.error?.message === `${lead}: ${reason || 'No reason provided'}`;
}

test('Gemini CLI refuses, rewrites and runs calls as its oracle says, for hooks in every dialect', {
  timeout: 1_800_000,
}, async () => {
  const places = gates('gemini', host.fixtures);
  const cells = cellsOf(places);
  expect(new Set(cells.map(({ place }) => place.dialect)).size).toBe(Object.keys(adapters).length);
  expect(cells.length).toBeGreaterThan(400);
  const sessions = sessionsOf(cells, many);
  const wrong: string[] = [];
  const work = async () => {
    for (let next = sessions.shift(); next; next = sessions.shift())
      wrong.push(...(await play(next)));
  };
  await Promise.all(Array.from({ length: workers }, work));
  expect(wrong.slice(0, 10)).toEqual([]);
});
