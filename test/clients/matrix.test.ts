// The never-weaker matrix of the gates before a tool, in sessions of the real client. CELLS=all plays
// the whole product.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Json } from '../../src/util/json.ts';
import type { Place } from '../matrix/places.ts';
import { rank } from '../oracles/heard.ts';
import { gemini as host } from './agents/gemini.ts';
import {
  type Cell,
  cellsOf,
  command,
  type Door,
  doors,
  filesToRead,
  gates,
  inParts,
  type Kind,
  scripts,
} from './cells.ts';
import { gemini, type Run } from './gemini.ts';
import { anyhook, direct, hostTimeout } from './hook.ts';
import { functionResponses } from './model-view.ts';
import { withNotes } from './notes.ts';
import { shellQuote, write } from './workspace.ts';

const whole = process.env.CELLS === 'all';
/** Cells of a session; of a turn, whose hooks the client starts at once; sessions at once. */
const many = 150;
const some = 8;
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

/** Plays cells in one session: those that halt in a turn of their own, the last. */
async function play(place: Place, kind: Kind, cells: readonly Cell[]): Promise<string[]> {
  const door = doors[place.tool] as Door;
  const input = place.payload.tool_input as Json;
  const halts = ({ due }: Cell) => due.verdict === 'halt';
  const halting = cells.filter(halts);
  const turns = inParts(
    cells.filter((cell) => !halts(cell)),
    some,
  );
  if (halting.length) turns.push(halting);
  const run = await gemini({
    args: ['--output-format', 'stream-json'],
    limitMs: 300_000,
    files: place.tool === 'read' ? filesToRead(cells) : {},
    settings: place.tool === 'mcp' ? withNotes : () => ({}),
    hooks({ root }) {
      const words = [process.execPath, anyhook, 'run'];
      words.push(...command(place, kind, join(root, 'cells/hook.sh')));
      return { BeforeTool: [hostTimeout(100_000, direct(words.map(shellQuote).join(' ')))] };
    },
    prepare({ root }) {
      for (const [name, text] of Object.entries(scripts(cells)))
        write(join(root, 'cells', name), text);
    },
    turns: turns.map((turn) => ({
      calls: turn.flatMap(({ number }) => door.turn(number, input).calls ?? []),
    })),
  });
  const after = results(run);
  const told = turns.flatMap((_, at) => functionResponses(run.requests[at + 1]));
  const wrong: string[] = [];
  for (const [i, cell] of turns.flat().entries()) {
    const { rec, due, native } = cell;
    const ran = door.ran(run, cell.number, told[i]?.output ?? '');
    const bad = problems(due, ran, after[i], told[i]);
    if (ran && rank(native.verdict) >= rank('ask')) bad.push('weaker than natively');
    // The oracle was asked about the call of the fixture.
    const [{ args = {} } = {}] = door.turn(cell.number, input).calls ?? [];
    const reason = inWordsOf(args, input, due.reason);
    if (kind !== 'not started' && !says({ ...due, reason }, after[i])) bad.push('another reason');
    const seen = JSON.stringify({ ran, ...after[i] }).slice(0, 400);
    if (bad.length) wrong.push(`${rec.name}: ${bad}; due ${JSON.stringify(due)}, seen ${seen}`);
  }
  // After a halt nothing more is asked.
  const asked = turns.length + (halting.length ? 0 : 1);
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

test.each(
  gates('gemini', host.fixtures).map((place) => ({
    place,
    name: `${place.dialect} ${place.native}`,
  })),
)('$name', {
  timeout: 1_800_000,
}, async ({ place }) => {
  const todo: (() => Promise<string[]>)[] = [];
  let count = 0;
  for (const [kind, cells] of cellsOf(place, whole)) {
    count += cells.length;
    for (const part of inParts(cells, many)) todo.push(() => play(place, kind, part));
  }
  const wrong: string[] = [];
  const work = async () => {
    for (let next = todo.shift(); next; next = todo.shift()) wrong.push(...(await next()));
  };
  await Promise.all(Array.from({ length: workers }, work));
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(count).toBeGreaterThan(100);
});
